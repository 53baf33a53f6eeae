/** Questions as people ask them, with the places of a folder that answer them: `bench/natural/README.md` has the format. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readDocument } from '../src/corpus/readDocument.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { pageAt, type Passage } from '../src/protocol/passage.ts';

/** Lines and pages are 1-based; both lines are included. `words` are on the page. */
const goldPlace = z.union([
  z.strictObject({ path: z.string(), startLine: z.number().int().positive(), endLine: z.number().int().positive() }),
  z.strictObject({ path: z.string(), page: z.number().int().positive(), words: z.string() }),
]);
export type GoldPlace = Readonly<z.infer<typeof goldPlace>>;

const naturalQuestion = z.strictObject({
  id: z.string(),
  question: z.string(),
  kind: z.string(),
  half: z.enum(['dev', 'heldout']),
  /** The facts that an answer needs, each with the places any of which will do. */
  gold: z.array(z.array(goldPlace).min(1)).min(1),
});
export type NaturalQuestion = Readonly<z.infer<typeof naturalQuestion>>;

/** Of both halves, where the set holds one out. */
export function naturalQuestions(set: string): readonly NaturalQuestion[] {
  if (!existsSync(join(set, 'questions.jsonl'))) throw new Error(`${set} has no questions.jsonl.`);
  const files = ['questions.jsonl', 'heldout.jsonl'].map((name) => join(set, name)).filter((file) => existsSync(file));
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => naturalQuestion.parse(JSON.parse(line)));
  });
}

/** A piece of a document that is shown or read. 1-based, both included. */
export interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly firstPage: number | undefined;
  readonly lastPage: number | undefined;
}

export function placeOf(passage: Passage): Place {
  const { path, range } = passage;
  const firstPage = pageAt(passage, range.startOffset);
  return { path, startLine: range.startLine + 1, endLine: range.endLine, firstPage, lastPage: pageAt(passage, range.endOffset - 1) };
}

export function isAt(gold: GoldPlace, { path, startLine, endLine, firstPage = 0, lastPage = firstPage }: Place): boolean {
  if (gold.path !== path) return false;
  return 'page' in gold ? firstPage <= gold.page && gold.page <= lastPage : startLine <= gold.endLine && gold.startLine <= endLine;
}

/** The share of the facts that are at one of the places. */
export function shareOfFacts({ gold }: NaturalQuestion, places: readonly Place[]): number {
  return gold.filter((fact) => fact.some((one) => places.some((place) => isAt(one, place)))).length / gold.length;
}

/** The share of the facts one of whose documents is given. */
export function shareOfDocuments({ gold }: NaturalQuestion, documents: ReadonlySet<string>): number {
  return gold.filter((fact) => fact.some(({ path }) => documents.has(path))).length / gold.length;
}

/** @returns gold places that the documents do not have, each as a line; all of them for a folder that is another one */
export async function missingGold(questions: readonly NaturalQuestion[], folder: string): Promise<readonly string[]> {
  const read = new Map<string, Promise<readonly Passage[]>>();
  const passagesOf = (path: string): Promise<readonly Passage[]> => {
    const known = read.get(path);
    if (known) return known;
    const reading = readDocument(folder, { path }, defaultDiscovery).then(
      ({ passages }) => passages,
      () => [],
    );
    read.set(path, reading);
    return reading;
  };
  const missing: string[] = [];
  for (const { id, gold } of questions)
    for (const one of gold.flat()) {
      const there = (await passagesOf(one.path)).filter((passage) => isAt(one, placeOf(passage)));
      const isThere =
        'words' in one
          ? there.some(({ headings, text }) => wordsOf(`${headings.join(' ')} ${text}`).includes(wordsOf(one.words)))
          : there.length > 0;
      if (!isThere) missing.push(`${id}: ${JSON.stringify(one)}`);
    }
  return missing;
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  );
}
