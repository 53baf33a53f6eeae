/** How many values and names that were changed in one document are found to disagree, and how much else is said to. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { seededRandom } from '../src/base/seededRandom.ts';
import { findDisagreements } from '../src/check/disagreements/findDisagreements.ts';
import { Verdicts } from '../src/check/disagreements/verdicts.ts';
import { discover } from '../src/corpus/discover.ts';
import { readDocument } from '../src/corpus/readDocument.ts';
import { english } from '../src/language/english.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import type { FolderDisagreement } from '../src/protocol/disagreements.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import type { Passage } from '../src/protocol/passage.ts';
import { withOtherDate, withOtherName, withOtherQuantity, withOtherUnit } from './changedSentences.ts';
import { withTempFolder, type Bench } from './harness.ts';

const mostChanges = 100;
const maxFileBytes = 100_000_000;

interface Sentence {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly passage: string;
}

interface Change {
  readonly kind: string;
  readonly sentence: Sentence;
  readonly to: string;
  /** Of the document that has it. */
  readonly path: string;
}

type Kept = Omit<Change, 'path'>;

export const disagreements: Bench = {
  name: 'disagreements',
  describe:
    'values and names of sentences, changed in a copy of their document or in a new one: found of those, and findings beside them; --dataset names folders with docs',
  async run({ datasets = [], quick, signal, log }) {
    if (datasets.length === 0) throw new Error('Name a folder that has the folder docs with --dataset DIR.');
    const rows: (readonly (string | number)[])[] = [];
    for (const folder of datasets) {
      const docs = join(folder, 'docs');
      const passages = await passagesIn(docs);
      log(`${basename(folder)}: ${passages.length} passages`);
      const changes = changesOf(passages, docs, quick ? 12 : mostChanges);
      for (const where of ['in a copy', 'in another document'] as const) {
        await withTempFolder(async (temp) => {
          const made = changes.map((change, i) => written(change, i, where, docs, temp));
          const found = await disagreementsOf([...passages, ...(await passagesIn(temp))], temp, signal);
          const isFound = ({ path, to }: Change): boolean =>
            found.some((one) => placesOf(one).some((place) => place.path === path && to.includes(place.quote.trim())));
          for (const [kind, some] of Map.groupBy(made, (change) => change.kind))
            rows.push([basename(folder), where, kind, some.filter(isFound).length, some.length]);
          const paths = new Set(made.map(({ path }) => path));
          const others = found.filter(
            (one) => !placesOf(one).some(({ path, quote }) => paths.has(path) && made.some(({ to }) => to.includes(quote.trim()))),
          );
          rows.push([basename(folder), where, 'findings beside these', others.length, found.length]);
        });
      }
    }
    return { columns: ['folder', 'changed', 'kind', 'found', 'of'], rows, checks: [], json: { rows } };
  },
};

function placesOf({ sides }: FolderDisagreement) {
  return sides.flatMap(({ places }) => places);
}

async function passagesIn(folder: string): Promise<readonly Passage[]> {
  const { files } = await discover(folder, defaultDiscovery);
  const documents = await Promise.all(files.map(({ path }) => readDocument(folder, { path }, { maxFileBytes })));
  return documents.flatMap(({ passages }) => passages);
}

async function disagreementsOf(passages: readonly Passage[], temp: string, signal: AbortSignal): Promise<readonly FolderDisagreement[]> {
  const index = {
    keys: {
      rows: Int32Array.from(passages.keys()),
      paths: passages.map(({ path }) => path),
      contentHashes: passages.map(({ title, text }) => `${title}\n${text}`),
    },
    passages: (rows: Iterable<number>) => Promise.resolve(Array.from(rows, (row) => passages[row]!)),
    identityOf: () => undefined,
  };
  const walk = { keysFile: join(temp, 'statements.bin'), verdicts: new Verdicts(temp), onProgress: () => undefined, signal };
  return await findDisagreements({ index, ...walk });
}

/** One of each document, in turns of each kind. */
function changesOf(passages: readonly Passage[], docs: string, most: number): readonly Kept[] {
  const random = seededRandom(1);
  const files = new Map<string, string>();
  const all = passages.flatMap(({ path, title, text: passage }): readonly Sentence[] => {
    if (!/\.(?:md|txt)$/u.test(path)) return [];
    if (!files.has(path)) files.set(path, readFileSync(join(docs, path), 'utf8'));
    const own = sentenceRanges(passage, english).map(({ start, end }) => passage.slice(start, end));
    const whole = own.filter((text) => text.length >= 40 && text.length <= 250 && /^\p{Lu}[^\n|]*\.$/u.test(text));
    return whole
      .filter((text) => files.get(path)!.split(text).length === 2)
      .map((text) => ({ path, title, text, passage: files.get(path)! }));
  });
  const left = all
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
  const kinds: readonly (readonly [kind: string, change: (one: Sentence) => string | undefined])[] = [
    ['number', ({ text }) => withOtherQuantity(text)],
    ['date', ({ text }) => (/\d{4}/u.test(text) ? withOtherDate(text) : undefined)],
    ['unit', ({ text }) => withOtherUnit(text)],
    ['name', (one) => withOtherName(one, left[Math.floor(random() * left.length)]!.text)],
  ];
  const used = new Set<string>();
  const changes: Kept[] = [];
  for (let turn = 0; turn < 4 * most && changes.length < most; turn++) {
    const [kind, change] = kinds[turn % kinds.length]!;
    for (const sentence of left) {
      const to = used.has(sentence.path) ? undefined : change(sentence);
      if (to === undefined || to === sentence.text) continue;
      used.add(sentence.path);
      changes.push({ kind, sentence, to });
      break;
    }
  }
  return changes;
}

function written({ kind, sentence, to }: Kept, i: number, where: 'in a copy' | 'in another document', docs: string, temp: string): Change {
  const path = where === 'in a copy' ? join('copies', sentence.path) : join('others', `note-${i}.md`);
  const text =
    where === 'in a copy'
      ? readFileSync(join(docs, sentence.path), 'utf8').replace(sentence.text, () => to)
      : `# Note ${i}\n\nThis is from what was said on the phone. ${to} Nothing else was said.\n`;
  mkdirSync(dirname(join(temp, path)), { recursive: true });
  writeFileSync(join(temp, path), text);
  return { kind, sentence, to, path };
}
