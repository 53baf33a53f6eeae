/**
 * Verified decompositions: plans that led to the right answer, with a source for every step and no step too many. What a planner can be
 * fine-tuned on, as DRR-RAG's.
 */
import { hashOf } from '../../src/base/hash.ts';
import { english } from '../../src/language/english.ts';
import { foldText } from '../../src/language/words.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

/** `gold`: the answer is the dataset's. `confirmed`: there is no such answer, and the documents confirm it. */
type Verification = 'gold' | 'confirmed';

/** As `QuestionType` of the planner. */
export type DecompositionType = 'inference' | 'comparison' | 'hybrid';

export interface DecompositionStep {
  /** With `{sub_question_N_answer}`, as planners write it. */
  readonly question: string;
  /** As it was asked. */
  readonly asked: string;
  readonly answer: string;
  /** Paths of the documents that its answer is from. */
  readonly documents: readonly string[];
}

export interface Decomposition {
  readonly question: string;
  readonly type: DecompositionType;
  readonly steps: readonly DecompositionStep[];
  readonly answer: string;
  readonly verifiedBy: Verification;
}

/** What a dataset says of the question. */
export interface GoldAnswer {
  readonly isRight: boolean;
  /** Undefined where the dataset does not say. */
  readonly hops: number | undefined;
}

/** Why a run gives no decomposition. */
export const rejections = {
  unfinished: 'the run failed or was stopped',
  wrong: 'the answer is wrong, or nothing confirms it',
  single: 'the question was not decomposed',
  unsupported: 'a step has no supported answer',
  'not-minimal': 'the plan has a step too many',
} as const;
export type Rejection = keyof typeof rejections;

/** @param gold undefined for a run of a question without a gold answer */
export function decompositionOf(trace: Trace, gold: GoldAnswer | undefined): Decomposition | Rejection {
  const { answer, question } = trace;
  if (trace.status !== 'ok' || !trace.finished) return 'unfinished';
  if (answer === null || (gold ? !gold.isRight : trace.unconfirmed !== undefined)) return 'wrong';
  const live = trace.nodes.filter(({ kind, status }) => kind === 'sub_question' && !/^(?:superseded|rejected|pending)$/u.test(status));
  if (live.length < 2) return 'single';
  if (!live.every(isSupported)) return 'unsupported';
  const steps = withPlaceholders(
    live.toSorted((a, b) => a.order - b.order),
    trace,
  );
  if (!isMinimal(steps, answer, question) || (gold?.hops !== undefined && steps.length > gold.hops)) return 'not-minimal';
  return { question, type: typeOf(steps), steps, answer, verifiedBy: gold ? 'gold' : 'confirmed' };
}

function isSupported({ status, answer, abstained, unconfirmed, failure, cites = [] }: TraceNode): boolean {
  if (answer == null || answer === '' || abstained === true || unconfirmed !== undefined || failure !== undefined) return false;
  return cites.length > 0 && /^(?:supported|revised|answered|reused)$/u.test(status);
}

/** Steps refer to the answers of earlier ones by number, also those of methods that only ever write the next question. */
function withPlaceholders(nodes: readonly TraceNode[], { passages, question: whole }: Trace): DecompositionStep[] {
  return nodes.map(({ text, resolvedText, answer, cites = [] }, i) => {
    const asked = resolvedText ?? text;
    const question = nodes
      .slice(0, i)
      .map((node, before) => ({ said: node.answer ?? '', number: before + 1 }))
      // What the question names itself was not found by a step.
      .filter(({ said }) => !` ${foldOf(whole)} `.includes(` ${foldOf(said)} `))
      .toSorted((a, b) => b.said.length - a.said.length)
      .reduce((written, { said, number }) => replaceName(written, said, `{sub_question_${number}_answer}`), asked);
    return { question, asked, answer: answer ?? '', documents: [...new Set(cites.flatMap((id) => passages[id]?.path ?? []))] };
  });
}

const shortestName = 3;

function replaceName(text: string, name: string, by: string): string {
  if (name.length < shortestName) return text;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}{_])${escaped}(?![\\p{L}\\p{N}_}])`, 'u'), by);
}

function usedIn({ question }: DecompositionStep): readonly number[] {
  return [...question.matchAll(/\{sub_question_(\d+)_answer\}/gu)].map(([, number]) => Number(number) - 1);
}

/** Every step is asked once, and leads to a later one or to the answer. */
function isMinimal(steps: readonly DecompositionStep[], answer: string, question: string): boolean {
  const asked = new Set([foldOf(question), ...steps.map((step) => foldOf(step.asked))]);
  if (asked.size !== steps.length + 1) return false;
  const used = new Set(steps.flatMap(usedIn));
  const ends = steps.filter((_, i) => !used.has(i));
  const [end] = ends;
  // Of several ends the answer compares; one end gives it.
  return ends.length > 1 ? ends.length === 2 || used.size === 0 : end !== undefined && foldOf(end.answer) === foldOf(answer);
}

function typeOf(steps: readonly DecompositionStep[]): DecompositionType {
  const used = new Set(steps.flatMap(usedIn));
  if (used.size === 0) return 'comparison';
  return steps.length - used.size === 1 && steps.every((step, i) => i === 0 || usedIn(step).length > 0) ? 'inference' : 'hybrid';
}

function foldOf(text: string): string {
  return foldText(text, english).replace(/^(?:the|a|an) /u, '');
}

/** One per question, that with the fewest steps, in an order that says nothing about them: the first n of them are a fair sample. */
export function fairOrder<T extends { readonly decomposition: Decomposition }>(all: readonly T[]): T[] {
  const best = new Map<string, T>();
  for (const one of all) {
    const key = foldOf(one.decomposition.question);
    const known = best.get(key);
    if (!known || one.decomposition.steps.length < known.decomposition.steps.length) best.set(key, one);
  }
  return [...best]
    .map(([key, one]) => ({ one, order: hashOf([key]) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ one }) => one);
}
