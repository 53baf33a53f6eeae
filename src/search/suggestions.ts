/** Questions to begin with, made from the documents of one index. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { IndexingState, IndexStatus } from '../protocol/indexStatus.ts';
import type { Passage } from '../protocol/passage.ts';
import { suggestQuestions } from './suggestQuestions.ts';

/** Passages looked at: enough for a folder's variety, few enough for a second of reading. */
const sampleSize = 200;
const suggestionCount = 4;
/** Of a name: a document's passages are together among the best. */
const passagesPerName = 6;

/** A change of a tenth in the number of documents makes new questions worthwhile. */
const muchChanged = 0.1;

export interface SuggestionsInTimeOptions {
  readonly make: () => Promise<readonly string[]>;
  readonly onMade: (questions: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Has questions made when the index is at rest, and again when much of it has changed. */
export class SuggestionsInTime {
  readonly #options: SuggestionsInTimeOptions;
  /** The number of documents behind the questions that are made or being made. */
  #documents: number | undefined;

  constructor(options: SuggestionsInTimeOptions) {
    this.#options = options;
  }

  follow({ state, documents }: IndexStatus, work: IndexingState['work']): void {
    if (state !== 'ready' || documents === 0 || work.some(({ kind }) => kind === 'index')) return;
    if (this.#documents !== undefined && Math.abs(documents - this.#documents) <= muchChanged * this.#documents) return;
    this.#documents = documents;
    const { make, onMade, onFailure } = this.#options;
    make().then(
      (questions) => {
        if (documents === this.#documents) onMade(questions);
      },
      (error: unknown) => {
        // Made at the next change.
        this.#documents = undefined;
        onFailure(error);
      },
    );
  }
}

/** At most four. */
export async function suggestionsOf(index: PassageIndex, rows: Int32Array, signal: AbortSignal): Promise<readonly string[]> {
  const sample = await index.passages(spread(rows, sampleSize));
  const search = async (name: string): Promise<readonly Passage[]> =>
    index.passages((await index.searchText(name, passagesPerName)).map(({ row }) => row));
  return suggestQuestions({ sample: onePerDocument(sample), search }, suggestionCount, signal);
}

/** Evenly over all rows. */
function spread(rows: Int32Array, count: number): number[] {
  const step = Math.max(1, rows.length / count);
  return Array.from({ length: Math.min(count, rows.length) }, (_, i) => rows[Math.floor(i * step)] ?? 0);
}

function onePerDocument(passages: readonly Passage[]): Passage[] {
  return [...new Map(passages.map((passage) => [passage.path, passage])).values()];
}
