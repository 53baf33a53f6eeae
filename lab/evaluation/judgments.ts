/** Acc: whether a judge model finds an answer equivalent to an accepted one. Source: metrics.md 4. */
import * as z from 'zod';
import { hashOf } from '../../src/base/hash.ts';
import { workAtOnce } from './atOnce.ts';
import type { EvalRecord } from './evalRecord.ts';
import { LinesFile } from './linesFile.ts';

/** The judge's input. Contains nothing about the run behind the prediction. */
export interface JudgedAnswer {
  readonly question: string;
  readonly prediction: string;
  /** At least one accepted answer. */
  readonly golds: readonly string[];
}

const judgeCosts = z.object({
  llm_calls: z.number(),
  llm_requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Calls that asked to repair a reply's format. */
  repair_calls: z.number(),
  /** True when we estimated some token counts because the server gave none. */
  estimated: z.boolean(),
});
export type JudgeCosts = Readonly<z.infer<typeof judgeCosts>>;

const verdict = z.object({
  correct: z.boolean(),
  reasoning: z.string().nullable(),
  /** False when no reply was readable, even after repair. The answer then counts as wrong. */
  isReadable: z.boolean(),
  costs: judgeCosts,
});
export type Verdict = Readonly<z.infer<typeof verdict>>;

export interface Judge {
  /** Id of the model, e.g. `openai:gpt-4o-mini`. */
  readonly id: string;
  readonly promptVersion: number;
  /**
   * @returns `failure`, as text, when this call has failed permanently but the next may succeed
   * @throws AriadneError when the judge cannot be reached; AbortError
   */
  ask(asked: JudgedAnswer, signal: AbortSignal): Promise<Verdict | { readonly failure: string }>;
}

const judgment = z.object({
  key: z.string(),
  judge: z.string(),
  promptVersion: z.number(),
  question: z.string(),
  prediction: z.string(),
  golds: z.array(z.string()),
  ...verdict.shape,
});
export type Judgment = Readonly<z.infer<typeof judgment>>;

/** Hash of everything that a judgment depends on. */
export function judgmentKey({ id, promptVersion }: Pick<Judge, 'id' | 'promptVersion'>, asked: JudgedAnswer): string {
  const { question, prediction, golds } = asked;
  return hashOf([JSON.stringify([id, promptVersion, question, prediction, golds])], 32);
}

export interface Judging {
  readonly judge: Judge;
  readonly records: readonly EvalRecord[];
  readonly isAbstention: (answer: string) => boolean;
  readonly judgments: LinesFile<Judgment>;
  /** The number of answers judged concurrently. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly of: number; readonly reused: number }) => void;
}

export interface Judged {
  /** By `judgmentKey`, one for each distinct answer, even if several systems gave it. */
  readonly judgments: ReadonlyMap<string, Judgment>;
  /** The number of judgments from an earlier evaluation. */
  readonly reused: number;
  /** By `judgmentKey`, the reasons for missing judgments. Not stored: the next evaluation asks again. */
  readonly failures: ReadonlyMap<string, string>;
}

export function openJudgments(path: string): LinesFile<Judgment> {
  return new LinesFile(path, judgment);
}

/**
 * Judges the answers that were not judged before, each in a separate call.
 * @throws the errors of `Judge.ask`; earlier judgments are stored
 */
export async function judgeAnswers({ judge, judgments, signal, onProgress, ...judging }: Judging): Promise<Judged> {
  const asked = new Map(
    judging.records.flatMap((record) => {
      const answer = toJudge(record, judging.isAbstention);
      return answer ? [[judgmentKey(judge, answer), answer] as const] : [];
    }),
  );
  const found = new Map<string, Judgment>();
  const failures = new Map<string, string>();
  for (const key of asked.keys()) {
    const before = judgments.get(key);
    if (before) found.set(key, before);
  }
  const reused = [...found.keys()].filter((key) => judgments.isEarlier(key)).length;
  const tell = (): void => onProgress({ done: found.size + failures.size, of: asked.size, reused });
  tell();
  const open = [...asked].filter(([key]) => !found.has(key));
  const work = async ([key, answer]: (typeof open)[number], either: AbortSignal): Promise<void> => {
    const said = await judge.ask(answer, either);
    if ('failure' in said) failures.set(key, said.failure);
    else {
      const { id, promptVersion } = judge;
      const one = { key, judge: id, promptVersion, ...answer, golds: [...answer.golds], ...said };
      judgments.add(one);
      found.set(key, one);
    }
    tell();
  };
  await workAtOnce(open, judging.concurrency, work, signal);
  return { judgments: found, reused, failures };
}

/** @returns null when there is nothing to ask: no accepted answer, or no prediction, which is wrong without a call */
function toJudge({ question, answer, answers, status }: EvalRecord, isAbstention: Judging['isAbstention']): JudgedAnswer | null {
  if (answers.length === 0 || status === 'failed' || answer === null || isAbstention(answer)) return null;
  return { question, prediction: answer, golds: answers };
}

export interface Accuracy {
  /** Share of the scored questions that the judge found correct, in [0, 1]. */
  readonly acc: number;
  readonly correct: number;
  /** The number of questions with an accepted answer. */
  readonly scored: number;
  /** The number of scored questions without an answer to judge. */
  readonly unasked: number;
  /** The number of scored questions without a readable verdict; they count as wrong. */
  readonly judge_errors: number;
}

/** @param records records of one system, all of them judged */
export function accuracy(
  records: readonly EvalRecord[],
  { judgments }: Judged,
  judge: Pick<Judge, 'id' | 'promptVersion'>,
  isAbstention: Judging['isAbstention'],
): Accuracy {
  const scorable = records.filter(({ answers }) => answers.length > 0);
  const asked = scorable.flatMap((record) => toJudge(record, isAbstention) ?? []);
  const said = asked.map((answer) => judgments.get(judgmentKey(judge, answer)));
  const correct = said.filter((one) => one?.correct === true).length;
  return {
    acc: scorable.length === 0 ? 0 : correct / scorable.length,
    correct,
    scored: scorable.length,
    unasked: scorable.length - asked.length,
    judge_errors: said.filter((one) => one?.isReadable !== true).length,
  };
}

/** The costs of all judgments, including those of earlier evaluations. Never part of a system's costs. */
export function costsOfJudging({ judgments }: Judged): JudgeCosts {
  const all = [...judgments.values()].map(({ costs }) => costs);
  const sum = (name: Exclude<keyof JudgeCosts, 'estimated'>): number => all.reduce((total, costs) => total + costs[name], 0);
  return {
    llm_calls: sum('llm_calls'),
    llm_requests: sum('llm_requests'),
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    repair_calls: sum('repair_calls'),
    estimated: all.some(({ estimated }) => estimated),
  };
}
