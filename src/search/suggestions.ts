/** Questions to begin with, made from the documents of one index. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Passage } from '../protocol/passage.ts';
import { suggestQuestions } from '../reasoning/extractive/suggestQuestions.ts';

/** Passages looked at: enough for a folder's variety, few enough for a second of reading. */
const sampleSize = 200;
const suggestionCount = 4;
/** Of a name: a document's passages are together among the best. */
const passagesPerName = 6;

/** At most four; kept until the index changes. */
export class Suggestions {
  #made: { readonly epoch: string; readonly questions: Promise<readonly string[]> } | undefined;

  of(index: PassageIndex, rows: Int32Array, signal: AbortSignal): Promise<readonly string[]> {
    if (this.#made?.epoch === index.epoch) return this.#made.questions;
    const questions = this.#make(index, rows, signal);
    const made = { epoch: index.epoch, questions };
    this.#made = made;
    questions.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return questions;
  }

  async #make(index: PassageIndex, rows: Int32Array, signal: AbortSignal): Promise<readonly string[]> {
    const sample = await index.passages(spread(rows, sampleSize));
    const search = async (name: string): Promise<readonly Passage[]> =>
      index.passages((await index.searchText(name, passagesPerName)).map(({ row }) => row));
    return suggestQuestions({ sample: onePerDocument(sample), search }, suggestionCount, signal);
  }
}

/** Evenly over all rows. */
function spread(rows: Int32Array, count: number): number[] {
  const step = Math.max(1, rows.length / count);
  return Array.from({ length: Math.min(count, rows.length) }, (_, i) => rows[Math.floor(i * step)] ?? 0);
}

function onePerDocument(passages: readonly Passage[]): Passage[] {
  return [...new Map(passages.map((passage) => [passage.path, passage])).values()];
}
