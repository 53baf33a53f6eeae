/** Questions as files have them: numbered, with exact places, in the format of datasets. */
import * as z from 'zod';
import { locate } from '../../src/citations/locate.ts';
import { pageAt, type Passage } from '../../src/protocol/passage.ts';
import { pathsOf } from './choose.ts';
import { splitByDocument } from './split.ts';
import type { Draft, TextPlace } from './interfaces.ts';

const place = z.object({
  path: z.string(),
  /** 1-based, both ends included. */
  startLine: z.number().int().positive(),
  endLine: z.number().int().positive(),
  page: z.number().int().positive().optional(),
  /** In UTF-16 code units of the document's text, end-exclusive. */
  startOffset: z.number().int().nonnegative(),
  endOffset: z.number().int().nonnegative(),
  /** Verbatim, as the document has it. */
  quote: z.string(),
  documentHash: z.string(),
});
type Place = Readonly<z.infer<typeof place>>;

const step = z.object({
  question: z.string(),
  answer: z.string(),
  supporting: z.array(z.string()),
  depends_on: z.array(z.number().int().nonnegative()),
  places: z.array(place),
});

/** Whose words a question has, where a model was asked for better ones; see `Wording`. */
const wording = z.union([
  z.object({ by: z.literal('model'), rules: z.string() }),
  z.object({ by: z.literal('rules'), rejected: z.string(), why: z.string() }),
]);

/** One line of `questions.jsonl`. */
export const questionRecord = z.object({
  id: z.string().min(1),
  question: z.string().min(1),
  answers: z.array(z.string()).min(1),
  type: z.string(),
  pattern: z.string(),
  hops: z.number().int().positive(),
  difficulty: z.enum(['easy', 'hard']),
  split: z.enum(['dev', 'test']),
  supporting: z.array(z.string()),
  decomposition: z.array(step),
  wording: wording.optional(),
  /** As it was made, where the review changed it. */
  original: z.object({ question: z.string(), answers: z.array(z.string()) }).optional(),
  /** What the reviewer noted. */
  note: z.string().optional(),
});
export type QuestionRecord = Readonly<z.infer<typeof questionRecord>>;

/** The text that the ranges of a document's passages refer to. */
export type TextOf = (path: string) => string | undefined;

/** Numbers the first `count` drafts in their order. Drafts whose quotes the documents do not have are left out. */
export function recordsOf(drafts: readonly Draft[], textOf: TextOf, count = drafts.length): QuestionRecord[] {
  const all = drafts.flatMap((draft) => {
    const steps = draft.steps.map(({ question, answer, dependsOn, places }) => ({
      question,
      answer,
      supporting: [...new Set(places.map(({ passage }) => documentId(passage.path)))],
      depends_on: [...dependsOn],
      places: places.flatMap((one) => placeOf(one, textOf) ?? []),
    }));
    return steps.some(({ places }) => places.length === 0) ? [] : [{ draft, steps }];
  });
  const placed = all.slice(0, count);
  const dev = splitByDocument(placed.map(({ draft }) => pathsOf(draft)));
  return placed.map(({ draft, steps }, i) => ({
    id: `q-${String(i + 1).padStart(3, '0')}`,
    question: draft.question,
    answers: [...draft.answers],
    type: draft.type,
    pattern: draft.pattern,
    hops: draft.steps.length,
    difficulty: draft.isHard ? 'hard' : 'easy',
    split: dev.has(i) ? 'dev' : 'test',
    supporting: pathsOf(draft).map(documentId),
    decomposition: steps,
    ...(draft.wording && { wording: draft.wording }),
  }));
}

function documentId(path: string): string {
  return `docs/${path}`;
}

function placeOf({ passage, start, end }: TextPlace, textOf: TextOf): Place | undefined {
  const { startLine, endLine, startOffset, endOffset: found } = locate(passage, start, end);
  const source = textOf(passage.path) ?? '';
  const endOffset = found + Number(isOpen(source.slice(startOffset, found), source.charAt(found)));
  const quote = source.slice(startOffset, endOffset);
  if (!isSameText(quote, passage, start, end)) return undefined;
  const page = pageAt(passage, startOffset);
  return {
    path: passage.path,
    startLine: startLine + 1,
    endLine: Math.max(endLine, startLine + 1),
    ...(page === undefined ? {} : { page }),
    startOffset,
    endOffset,
    quote,
    documentHash: passage.documentHash,
  };
}

const openers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['”', '“'],
  ['}', '{'],
]);

/** Whether the next character closes what a quote opens: `author: "Jane Doe` goes on with a quotation mark. */
function isOpen(quote: string, next: string): boolean {
  const opener = openers.get(next);
  if (opener === undefined) return false;
  const count = (character: string): number => quote.split(character).length - 1;
  return opener === next ? count(next) % 2 === 1 : count(opener) > count(next);
}

/** Whether the source has the first and last word there; between them it may have markup. */
function isSameText(quote: string, { text }: Passage, start: number, end: number): boolean {
  const words = text.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? [];
  return quote.includes(words[0] ?? '') && quote.includes(words.at(-1) ?? '');
}
