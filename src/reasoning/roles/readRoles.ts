/** Answering from passages (pipelines.md 1.8): the role that most pipelines share, and the basis of other answering roles. */
import { languageOf } from '../../language/languages.ts';
import type { Remembered } from '../pathStep.ts';
import * as z from 'zod';
import { sentenceRanges } from '../../language/sentences.ts';
import type { Passage, ShownPassage } from '../../protocol/passage.ts';
import { declines, isAbstention } from '../abstention.ts';
import { missingIn, type PartAnswered } from '../missing.ts';
import { readPrompt } from '../prompts/read.ts';
import { qualifierIn, type Qualified } from '../qualifier.ts';
import type { Outcome, Reading, Role, Knowing } from '../role.ts';
import { withoutNumbers } from '../strayMarks.ts';
import { mentions, supportingQuote } from '../supportingQuote.ts';
import { yesOrNo, isSaid, parseReply, passageNamed, sources, text, unmarked } from './replyValues.ts';

export interface ReadInput extends Knowing, Stepping {
  readonly question: string;
  /** Best first; may be empty. */
  readonly passages: readonly Passage[];
  /** Whether the passages are of one document, which the question's pronouns mean. Default: false. */
  readonly isOfDocument?: boolean;
  /** Whether to request the reasoning before the answer (`read+cot`). */
  readonly cot: boolean;
  /** A chain of thought that led to the passages and is shown with them. Default: none. */
  readonly thoughts?: readonly string[];
}

/** For roles that answer on the way to another question. */
export interface Stepping {
  /** Whether later questions may be about the answer, so that what tells it apart is wanted too. Default: false. */
  readonly isStep?: boolean;
}

export interface ReadOutput extends Remembered, Qualified, PartAnswered {
  /** Null when the passages do not answer the question. */
  readonly answer: string | null;
  /** 0-based indices of the passages that contain the answer, best first. */
  readonly citations: readonly number[];
  /** The words with the answer, an exact substring of the first cited passage's text. */
  readonly quote: string | null;
  /** The likeliest answer when it is too unsure to be given. */
  readonly guess?: string;
  /** How surely the answer is right, 0–1, if the reasoner knows. */
  readonly confidence?: number;
  /** The reasoning, if requested. */
  readonly reasoning?: string;
}

export const reasoning = text.describe('how the answer follows, in one to three sentences');
export const answering = {
  answer: text.describe('the answer; empty when you abstain'),
  missing: text.optional().describe('what is asked for and not found'),
  citations: sources.describe('numbers of the passages that carry it, the most important first'),
  abstain: yesOrNo.describe('true when nothing is found'),
};
export const answered = (reply: { readonly answer?: string | null; readonly abstain?: boolean | null }): boolean =>
  reply.answer !== undefined || reply.abstain === true;
export const noAnswer = { error: 'the field "answer" is missing', path: ['answer'] };

const lastReply = z.object({ answer: answering.answer, missing: answering.missing, abstain: answering.abstain }).refine(answered, noAnswer);
export interface LastAnswer extends Remembered, PartAnswered {
  readonly answer: string | null;
}
/** Answering from earlier steps at the end of a method, which sets the prompt, the sampling and the fallback. */
export const finishing = {
  work: 'answer',
  maxTokens: 512,
  abstention: { answer: null },
  schema: () => lastReply,
  read: (reply: unknown): Reading<LastAnswer> =>
    parseReply(lastReply, reply, (said) => ({ output: { answer: cleanAnswer(said), ...missingIn(said.missing) } })),
} as const;
export const plainReply = z.object(answering).refine(answered, noAnswer);
export const reasonedReply = z.object({ reasoning, ...answering }).refine(answered, noAnswer);

export const qualifier = text.describe('words of the passages that tell the answer apart from namesakes; empty when there is no need');
const { answer, ...besides } = answering;
const step = { answer, qualifier, ...besides };
const stepReply = z.object(step).refine(answered, noAnswer);
const reasonedStepReply = z.object({ reasoning, ...step }).refine(answered, noAnswer);

export const nothingFound: ReadOutput = { answer: null, citations: [], quote: null };

function schemaOf({ cot, isStep = false }: Pick<ReadInput, 'cot' | 'isStep'>): z.ZodType {
  if (isStep) return cot ? reasonedStepReply : stepReply;
  return cot ? reasonedReply : plainReply;
}

/** Reading in every method; each method sets its sampling. */
export const read: Role<ReadInput, ReadOutput> = {
  id: 'read',
  work: 'answer',
  temperature: 0.1,
  maxTokens: 1_024,
  abstention: nothingFound,
  schema: schemaOf,
  messages: readPrompt,
  read: (reply, input) => parseReply(reasonedStepReply, reply, (said) => cite(said, input)),
  fallback: (input, raw) => cite({ answer: answerInProse(raw), citations: [] }, input).output,
  shorten: shortenPassages,
};

/** Reading on the way to another question, in roles that do nothing else. */
export const readStep: Role<ReadInput, ReadOutput> = {
  ...read,
  schema: ({ cot }) => schemaOf({ cot, isStep: true }),
  read: (reply, input, raw) => read.read(reply, { ...input, isStep: true }, raw),
};

/** Reading in the baselines. Source: pipelines.md 7, common defaults. */
export const readRole = { ...read, topP: 0.1 };

export interface SaidAnswer {
  readonly reasoning?: string | null;
  readonly answer?: string | null;
  readonly qualifier?: string | null;
  readonly missing?: string | null;
  /** As the reply has them: the numbers of passages, or names. */
  readonly citations?: readonly (number | string)[];
  readonly abstain?: boolean | null;
}

export function cleanAnswer({ answer, abstain, missing }: SaidAnswer): string | null {
  if (abstain === true || answer === undefined || answer === null) return null;
  return isAbstention(answer) && !(abstain === false && isSaid(missing) && saysPart(answer)) ? null : answer;
}

/** Whether a text says first what is unknown, then what is known: "The passages do not say who built it, only that it opened in 1811." */
function saysPart(answer: string): boolean {
  return !declines(answer) && /[,;.:]\s+(?:\S+\s+){3}\S/.test(answer);
}

/**
 * Turns 1-based passage numbers and names of documents into indices. Those of passages that were not given are dropped; passages that
 * contain the answer come first.
 */
export function cite(
  said: SaidAnswer,
  { question, passages, isStep = false }: Stepping & { readonly question: string; readonly passages: readonly Passage[] },
): Outcome<ReadOutput> {
  const cleaned = cleanAnswer(said);
  const answer = cleaned && withoutNumbers(cleaned, passages);
  const named = [...new Set((said.citations ?? []).map((source) => passageNamed(source, passages)))];
  const given = named.filter((index) => index !== undefined);
  const flags = given.length < named.length ? ['citation_dropped'] : [];
  const open = missingIn(said.missing);
  if (answer === null) return { output: { ...nothingFound, ...open }, flags };
  const says = (index: number): boolean => mentions(passages[index]?.text ?? '', answer);
  const found = given.length > 0 ? given : [...passages.keys()].filter(says).slice(0, 1);
  const saying = new Set(found.filter(says));
  const citations = [...saying, ...found.filter((index) => !saying.has(index))];
  const first = passages[citations[0] ?? -1];
  const why = said.reasoning ? { reasoning: said.reasoning } : {};
  const quote = first ? supportingQuote(first, answer, question, languageOf(first.text)) : null;
  return { output: { answer, citations, quote, ...why, ...open, ...(isStep ? qualifierIn(said.qualifier, answer) : {}) }, flags };
}

/** The answer of a reply in prose, unless it says that there is none. */
export function answerFrom(raw: string): string | null {
  return cleanAnswer({ answer: answerInProse(raw) });
}

/** A key's value that is meaningful but not text; `null` and `NaN` are not meaningful. */
const bareValue = /^(?:-?\d[\d.]*|true|false)(?=\s*(?:[,}\n]|$))/;

/** The answer in a reply that is not JSON: its first line, after the last "answer:" if there is one. Lines of broken JSON do not count. */
export function answerInProse(raw: string): string | null {
  const label = /^[\s\S]*\banswer\b(?:\s+is\b)?\W{0,3}[:=]\s*/i.exec(raw)?.[0] ?? '';
  const rest = raw.slice(label.length);
  const quoted = /^"((?:[^"\\\n]|\\.)+)"/.exec(rest)?.[1]?.replace(/\\(.)/g, '$1');
  const isKey = /["'“”]\s*:\s*$/.test(label) || /^\s*\{[^}]*$/.test(label);
  const line = quoted ?? (isKey ? bareValue.exec(rest)?.[0] : rest.split('\n').find((one) => one.trim() !== ''));
  const plain = withoutEmphasis(unmarked(line ?? ''))
    .slice(0, 300)
    .trim();
  return plain === '' || /^[{["]/.test(plain) ? null : plain;
}

/** The line without white space and emphasis marks at its ends. A regular expression would take quadratic time on a long line of marks. */
function withoutEmphasis(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && emphasis.test(line.charAt(start))) start++;
  while (end > start && emphasis.test(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}

const emphasis = /[\s*_`]/;

/** Examples are the first to be left out. */
export function withoutExample<I extends { readonly shots?: number }>(input: I): { readonly input: I; readonly dropped: number } | null {
  const { shots = 0 } = input;
  return shots > 0 ? { input: { ...input, shots: shots - 1 }, dropped: 0 } : null;
}

/** Drops the lowest-ranked passage. Of a single one, half of the sentences stay (pipelines.md 1.5). */
export function shortenPassages<I extends { readonly passages: readonly Passage[]; readonly question?: string; readonly query?: string }>(
  input: I,
): { readonly input: I; readonly dropped: number } | null {
  const { passages, question, query = question } = input;
  const [only] = passages;
  if (only === undefined) return null;
  if (passages.length > 1) return { input: { ...input, passages: passages.slice(0, -1) }, dropped: 1 };
  const cut = halfOf(only, query ?? '');
  return cut && { input: { ...input, passages: [cut] }, dropped: 0 };
}

/** The first half, or where that lacks the sentence with most words of the question, the half around it. */
function halfOf(passage: ShownPassage, question: string): ShownPassage | null {
  const { text, runs } = passage;
  const language = languageOf(text);
  const sentences = sentenceRanges(text, language, runs);
  const size = Math.floor(sentences.length / 2);
  const asked = supportingQuote(passage, '', question, language);
  const best = Math.max(
    0,
    sentences.findIndex(({ start, end }) => text.slice(start, end) === asked),
  );
  const from = best < size ? 0 : Math.min(best - Math.floor(size / 2), sentences.length - size);
  const [first, last] = [sentences[from], sentences[from + size - 1]];
  if (!first || !last) return null;
  const [start, end] = [from === 0 ? 0 : first.start, last.end];
  return {
    ...passage,
    text: text.slice(start, end),
    runs: runsWithin(runs, start, end),
    ...(start > 0 ? { isCutBefore: true } : {}),
    ...(end < text.trimEnd().length ? { isCutAfter: true } : {}),
  };
}

function runsWithin(runs: Passage['runs'], start: number, end: number): number[] {
  const kept: number[] = [];
  for (let i = 0; i + 3 < runs.length; i += 4) {
    const [at = 0, source = 0, length = 0, line = 0] = runs.slice(i, i + 4);
    const [from, to] = [Math.max(at, start), Math.min(at + length, end)];
    if (from < to) kept.push(from - start, source + from - at, to - from, line);
  }
  return kept;
}
