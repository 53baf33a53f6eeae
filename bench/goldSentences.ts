/** Questions with the words of documents that answer them, from data sets in each of their forms. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { askedFiles, corpusFiles, datasetDocument, readLines, type DatasetDocument } from './dataset.ts';

/** Words of a document, by its id. Offsets in UTF-16 code units of its text, end-exclusive. */
export interface GoldWords {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

interface AnsweredQuestion {
  readonly question: string;
  /** What an answer has to know; never empty. Each with the words any of which say it. */
  readonly needs: readonly (readonly GoldWords[])[];
}

export interface GoldSentences {
  readonly documents: readonly DatasetDocument[];
  readonly questions: readonly AnsweredQuestion[];
}

/** Besides passages: whole documents. */
export const goldFiles = [...corpusFiles, 'docs.jsonl', 'docs.jsonl.gz'] as const;

const place = z.object({ start: z.number(), end: z.number() });
const asked = z
  .object({
    question: z.string(),
    claim: z.string(),
    document: z.string(),
    answers: z.array(z.string()),
    /** Passages, or sentences of the document. */
    supporting: z.array(z.union([z.string(), place])),
    spans: z.array(place),
    /** Sentences of passages, or places in the document. */
    evidence: z.array(z.union([z.object({ id: z.string(), fact: z.string() }), place])),
    decomposition: z.array(z.object({ answer: z.string().nullable().optional(), supporting: z.array(z.string()) })),
  })
  .partial();
type Asked = z.infer<typeof asked>;

/** @param folder one of `datasetsIn` */
export function goldSentences(folder: string): GoldSentences {
  const name = askedFiles.find((one) => existsSync(join(folder, one))) ?? askedFiles[0];
  const documents = readLines(folder, name === 'questions.jsonl' ? 'corpus.jsonl' : 'docs.jsonl').map((line) =>
    datasetDocument.parse(line),
  );
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const questions = readLines(folder, name).map((line) => {
    const one = asked.parse(line);
    return { question: one.question ?? one.claim ?? '', needs: needsOf(one, texts).filter((words) => words.length > 0) };
  });
  return { documents, questions: questions.filter(({ needs }) => needs.length > 0) };
}

/** Places that people have marked; otherwise what each step says, or else an answer, in the documents that support it. */
function needsOf(one: Asked, texts: ReadonlyMap<string, string>): readonly (readonly GoldWords[])[] {
  const { document, answers = [], spans = [], evidence = [], decomposition = [] } = one;
  const sentences = (one.supporting ?? []).filter((words) => typeof words !== 'string');
  const supporting = (one.supporting ?? []).filter((words) => typeof words === 'string');
  const placesIn = (id: string, places: Asked['evidence'] = []): readonly GoldWords[] =>
    places.flatMap((words) => ('start' in words ? { id, ...words } : []));
  if (document !== undefined) return [placesIn(document, [...evidence, ...sentences])];
  if (spans.length > 0) return [supporting.flatMap((id) => placesIn(id, spans))];
  if (evidence.length > 0) return evidence.map((fact) => ('fact' in fact ? wordsIn([fact.id], [fact.fact], texts) : []));
  const steps = decomposition.map((step) => wordsIn(step.supporting, step.answer == null ? undefined : [step.answer], texts));
  return steps.some((words) => words.length > 0) ? steps : [wordsIn(supporting, answers, texts)];
}

/** @param said all of a document where it is not known which of its words */
function wordsIn(ids: readonly string[], said: readonly string[] | undefined, texts: ReadonlyMap<string, string>): readonly GoldWords[] {
  return ids.flatMap((id) => {
    const text = texts.get(id) ?? '';
    if (said === undefined) return [{ id, start: 0, end: text.length }];
    return said.flatMap((words) => placesOf(text, words).map((start) => ({ id, start, end: start + words.length })));
  });
}

/** Whole words, in any case. */
function placesOf(text: string, words: string): readonly number[] {
  const [folded, sought] = [text.toLowerCase(), words.toLowerCase()];
  const found: number[] = [];
  const isInWord = (at: number): boolean => /^[\p{L}\p{N}]{2}$/u.test(folded.slice(at - 1, at + 1)) && !isSpaceless(folded.charAt(at));
  for (let at = folded.indexOf(sought); at >= 0 && sought !== ''; at = folded.indexOf(sought, at + 1))
    if (!isInWord(at) && !isInWord(at + sought.length)) found.push(at);
  return folded.length === text.length ? found : [];
}

function isSpaceless(character: string): boolean {
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u.test(character);
}
