import { globSync } from 'node:fs';
import { join } from 'node:path';
import { verifyQuote } from '../src/agents/verifyQuote.ts';
import { seededRandom } from '../src/base/seededRandom.ts';
import { readDocument } from '../src/corpus/readDocument.ts';
import type { Row, ScoredRow } from '../src/indexing/interfaces.ts';
import { assumedLanguage } from '../src/language/assumed.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import type { Passage } from '../src/protocol/passage.ts';
import { MemoryIndex } from '../test/support/memoryIndex.ts';
import { asSaid, quoteMutations } from '../test/support/quoteMutations.ts';
import { atMost, type Bench } from './harness.ts';

const runs = 10_000;
const quickRuns = 300;
const files = '**/*.{md,txt,html,rst,org,adoc,tex,csv,bib}';
const samples = join(import.meta.dirname, '..', 'samples', 'docs');

export const quotes: Bench = {
  name: 'quotes',
  describe: `${runs} random changes of sentences through verify_quote, of which none is word for word in the documents; --documents names a folder of texts`,
  async run({ documents: folder = samples, quick, signal, log }) {
    const paths = globSync(files, { cwd: folder }).sort().slice(0, mostDocuments);
    const passages = (
      await Promise.all(paths.map((path) => readDocument(folder, { path: path.replaceAll('\\', '/') }, { maxFileBytes: 1e7 })))
    ).flatMap((document) => document.passages);
    const index = new WordsIndex(passages);
    const sentences = passages.flatMap(({ text, runs: pieces }) =>
      sentenceRanges(text, assumedLanguage, pieces)
        .map(({ start, end }) => text.slice(start, end).trim())
        .filter((sentence) => sentence.split(/\s+/).length >= fewestWords),
    );
    log(`${paths.length} documents, ${sentences.length} sentences`);
    const all = asSaid(passages.map(({ text }) => text).join('\n'));
    const random = seededRandom(seed);
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const found = new Map(Object.keys(quoteMutations).map((kind) => [kind, { changed: 0, verbatim: 0, differs: 0, 'not-found': 0 }]));
    const passed: { readonly kind: string; readonly changed: string }[] = [];
    for (let n = 0; n < (quick ? quickRuns : runs);) {
      const kind = one([...found.keys()]);
      const changed = quoteMutations[kind]!(one(sentences), Math.floor(random() * 500));
      if (all.includes(asSaid(changed))) continue;
      n++;
      const result = await verifyQuote(index, changed, 1, signal);
      const counts = found.get(kind)!;
      counts.changed++;
      counts[result.found]++;
      if (result.found !== 'verbatim') continue;
      passed.push({ kind, changed });
      log(`${kind}: ${changed}`);
    }
    return {
      columns: ['change', 'changed', 'word for word', 'differs', 'not found'],
      rows: [...found].map(([kind, counts]) => [kind, ...Object.values(counts)]),
      checks: [atMost('changed sentences that pass as word for word', passed.length, 0)],
      json: { documents: paths.length, sentences: sentences.length, passed, found: Object.fromEntries(found) },
    };
  },
};

const seed = 29;
const mostDocuments = 150;
const fewestWords = 6;

/** Finds passages by their words, the rare ones first. */
class WordsIndex extends MemoryIndex {
  readonly #rows = new Map<string, Row[]>();
  readonly #of: number;

  constructor(passages: readonly Passage[]) {
    super(passages);
    this.#of = passages.length;
    passages.forEach(({ text }, row) => {
      for (const word of wordsIn(text)) {
        const rows = this.#rows.get(word);
        if (rows) rows.push(row);
        else this.#rows.set(word, [row]);
      }
    });
  }

  override searchText(query: string, n: number): Promise<ScoredRow[]> {
    const scores = new Map<Row, number>();
    for (const word of wordsIn(query)) {
      const rows = this.#rows.get(word) ?? [];
      for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + Math.log(1 + this.#of / (rows.length + 0.5)));
    }
    const found = [...scores].map(([row, score]) => ({ row, score }));
    return Promise.resolve(found.sort((a, b) => b.score - a.score).slice(0, n));
  }
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
