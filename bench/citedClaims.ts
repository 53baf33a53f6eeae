/** What is said of sentences that cite a whole document: true ones, some with one thing changed, and those that people labeled. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { DocumentChecks } from '../src/check/documentChecks.ts';
import { type WholeVerdict, wholeVerdictOf, withLabel } from '../src/citations/claimSupport.ts';
import { SourceSentences } from '../src/citations/sourceSentences.ts';
import { discover } from '../src/corpus/discover.ts';
import { readDocument } from '../src/corpus/readDocument.ts';
import { english } from '../src/language/english.ts';
import { languageOf } from '../src/language/languages.ts';
import { plainWords } from '../src/language/words.ts';
import type { CitationSupport } from '../src/protocol/documentCheck.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import {
  denied,
  inSideCondition,
  twiceChanged,
  withNamesReversed,
  withOtherDate,
  withOtherName,
  withOtherQuantity,
  withOtherUnit,
} from './changedSentences.ts';
import { readDataset } from './dataset.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { withTempFolder } from './harness.ts';

export interface CitedCount {
  readonly of: number;
  /** Partly supported, unsupported or contradicted. */
  readonly marked: number;
  readonly supported: number;
  readonly verdicts: Readonly<Partial<Record<CitationSupport, number>>>;
}

interface Source {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly sentences: SourceSentences;
}

const maxFileBytes = 100_000_000;

async function sourceOf(folder: string, path: string, named?: string): Promise<Source> {
  const { passages, title } = await readDocument(folder, { path }, { maxFileBytes });
  const text = passages.map((passage) => passage.text).join('\n');
  return { path, title: named ?? title, text, sentences: new SourceSentences(passages, languageOf(text)) };
}

function verdictOf(words: string, before: string, { sentences, path, title }: Source): WholeVerdict {
  const document = { path, title, headings: [] };
  return wholeVerdictOf({ words, before, start: 0, end: 0 }, [{ sentences, document }], english);
}

function countOf(all: readonly CitationSupport[]): CitedCount {
  const of = (...kinds: readonly CitationSupport[]): number => all.filter((one) => kinds.includes(one)).length;
  const verdicts = Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([kind, some]) => [kind, some.length]));
  return { of: all.length, marked: of('partly', 'unsupported', 'contradicted'), supported: of('supported'), verdicts };
}

const claimLine = z.object({
  claim: z.string(),
  context: z.string(),
  article: z.string(),
  label: z.string(),
  document: z.string(),
  supporting: z.array(z.object({ sentence: z.number(), text: z.string() })),
  /** Numbers of sentences that together support it. */
  supporting_sets: z.array(z.array(z.number())),
});
const documentLine = z.object({ id: z.string(), title: z.string().nullish(), text: z.string() });

export function hasCitedClaims(folder: string): boolean {
  return existsSync(join(folder, 'claims.jsonl'));
}

function labeledIn(folder: string) {
  const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
  const documents = linesOf(gunzipSync(readFileSync(join(folder, 'docs.jsonl.gz'))).toString()).map((line) =>
    documentLine.parse(JSON.parse(line)),
  );
  const claims = linesOf(readFileSync(join(folder, 'claims.jsonl'), 'utf8')).map((line) => claimLine.parse(JSON.parse(line)));
  return { documents: new Map(documents.map((document) => [document.id, document])), claims };
}

/**
 * Of claims with their cited documents, as WiCE has them, by label: with rules alone, and with a model that is perfect by construction. It
 * says *entailment* of the supported claims of which it is given all sentences that annotators need, and *neutral* of all others.
 */
export async function labeledClaims(folder: string): Promise<Readonly<Record<string, CitedCount>>> {
  const { documents, claims } = labeledIn(folder);
  return await withTempFolder(async (temp) => {
    const found: { readonly label: string; readonly rules: CitationSupport; readonly model: CitationSupport }[] = [];
    for (const claim of claims) {
      const { document: id, label } = claim;
      const document = documents.get(id);
      if (!document) throw new Error(`Document ${id} of a claim is missing.`);
      writeFileSync(join(temp, `${id}.md`), document.text);
      const source = await sourceOf(temp, `${id}.md`, document.title ?? '');
      const verdict = verdictOf(claim.claim, `${claim.article}. ${claim.context.slice(-600)}`, source);
      const { support } = verdict.pair ? withLabel(verdict, perfectLabel(claim, verdict.pair.premise)) : verdict;
      found.push({ label, rules: verdict.support, model: support });
    }
    const byLabel = [...Map.groupBy(found, ({ label }) => label)];
    return Object.fromEntries([
      ...byLabel.map(([label, some]) => [`cited, labeled ${label}`, countOf(some.map(({ rules }) => rules))] as const),
      ...byLabel.map(([label, some]) => [`with a perfect model, labeled ${label}`, countOf(some.map(({ model }) => model))] as const),
    ]);
  });
}

function perfectLabel({ label, supporting, supporting_sets: sets }: z.infer<typeof claimLine>, premise: string): 'entailment' | 'neutral' {
  const given = new Set(plainWords(premise));
  const isGiven = (sentence: number): boolean => {
    const words = plainWords(supporting.find((one) => one.sentence === sentence)?.text.replace(/^\(meta data\) \w+:/, '') ?? '');
    return words.filter((word) => given.has(word)).length >= words.length * leastGiven;
  };
  return label === 'supported' && sets.some((set) => set.every(isGiven)) ? 'entailment' : 'neutral';
}

/** Sentences are cut otherwise here than in WiCE. */
const leastGiven = 0.9;

/** Of sentences of documents that cite their own document, evenly spread. */
export async function citedSentences(folder: string, most: number): Promise<Readonly<Record<string, CitedCount>>> {
  return await withTempFolder(async (temp) => {
    const sources = existsSync(join(folder, 'docs')) ? await sourcesIn(join(folder, 'docs')) : await sourcesOfDataset(folder, temp);
    const all = sources.flatMap((source) => {
      const fitting = source.sentences.all.filter(
        ({ text }) => text.length >= 40 && text.length <= 250 && /^\p{Lu}[^\n|]*\p{L}\.$/u.test(text),
      );
      return fitting.map(({ text }) => ({ text, source, title: source.title, passage: source.text }));
    });
    const every = Math.max(1, all.length / most);
    const sentences = Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * every)]).flatMap((one) => one ?? []);
    const counted = (change: (one: (typeof sentences)[number], i: number) => string | undefined): CitedCount =>
      countOf(
        sentences.flatMap((one, i) => {
          const text = change(one, i);
          return text === undefined ? [] : [verdictOf(text, '', one.source).support];
        }),
      );
    const named = (one: (typeof sentences)[number], i: number) => (text: string) =>
      withOtherName({ ...one, text }, sentences[(i + 17) % sentences.length]?.text ?? '');
    return {
      'cited, true': counted(({ text }) => text),
      'cited, another number': counted(({ text }) => withOtherQuantity(text)),
      'cited, another date': counted(({ text }) => withOtherDate(text)),
      'cited, another unit': counted(({ text }) => withOtherUnit(text)),
      'cited, another name': counted((one, i) => named(one, i)(one.text)),
      'cited, denied': counted(({ text }) => denied(text)),
      'cited, names reversed': counted(({ text }) => withNamesReversed(text)),
      'cited, two changes': counted((one, i) => twiceChanged(one.text, [...values, named(one, i), denied])),
      'cited, one in a side condition': counted((one, i) => inSideCondition(one.text, [...values, named(one, i), denied])),
    };
  });
}

const values = [withOtherQuantity, withOtherDate, withOtherUnit];

async function sourcesIn(folder: string): Promise<readonly Source[]> {
  const { files } = await discover(folder, defaultDiscovery);
  const sources = await Promise.all(files.map(({ path }) => sourceOf(folder, path)));
  return sources.filter(({ sentences }) => sentences.language === english);
}

async function sourcesOfDataset(folder: string, temp: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const { id, title, text } of readDataset(folder).documents.slice(0, mostDocuments)) {
    writeFileSync(join(temp, `${id}.md`), text);
    sources.push(await sourceOf(temp, `${id}.md`, title));
  }
  return sources;
}

const mostDocuments = 250;

/**
 * Of labeled claims, each a paragraph without a citation in one note, beside an index of all cited documents. Of those that are taken for
 * claims: `marked` are offered a document, `supported` the one that they cite.
 */
export async function uncitedLabeled(folder: string, signal: AbortSignal): Promise<Readonly<Record<string, CitedCount>>> {
  const { documents, claims } = labeledIn(folder);
  return await withTempFolder(async (temp) => {
    mkdirSync(join(temp, 'docs'));
    for (const { id, title, text } of documents.values()) writeFileSync(join(temp, 'docs', `${id}.md`), `# ${title ?? id}\n\n${text}`);
    const engine = await openBareEngine(join(temp, 'docs'), join(temp, 'index'));
    try {
      await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
      const root = join(import.meta.dirname, '..');
      const checks = new DocumentChecks({
        folder: join(temp, 'docs'),
        reader: join(root, 'src', 'corpus', 'readWorker.ts'),
        index: engine,
      });
      const paragraphs = claims.map(({ claim }) => claim.replace(/\s+/g, ' ').trim());
      const text = paragraphs.join('\n\n');
      const found = await checks.check(join(temp, 'docs', 'note.md'), text, { signal, gaps: 'all' });
      await checks.close();
      let at = 0;
      const all = claims.map(({ label, document }, i) => {
        const end = at + (paragraphs[i]?.length ?? 0);
        const own = found.filter(({ range }) => range.start >= at && range.end <= end);
        at = end + 2;
        const sources = own.flatMap(({ support, source }) => (support === 'supported' && source ? [source.path] : []));
        return { label, isClaim: own.length > 0, isRight: sources.includes(`${document}.md`), isOffered: sources.length > 0 };
      });
      return Object.fromEntries(
        [...Map.groupBy(all, ({ label }) => `uncited, labeled ${label}`)].map(([label, some]) => {
          const count = (is: (one: (typeof some)[number]) => boolean): number => some.filter(is).length;
          const [right, offered] = [count(({ isRight }) => isRight), count(({ isOffered }) => isOffered)];
          return [label, { of: count(({ isClaim }) => isClaim), marked: offered, supported: right, verdicts: {} }];
        }),
      );
    } finally {
      await engine.close();
    }
  });
}
