/** Acc: whether a model that judges finds an answer the same as an accepted one. Source: metrics.md 4. */
import * as z from 'zod';
import { hashOf } from '../base/hash.ts';
import { workAtOnce } from './atOnce.ts';
import type { EvalRecord } from './evalRecord.ts';
import { LinesFile } from './linesFile.ts';

/** What a judge is asked; nothing of the run that came to the prediction. */
export interface JudgedAnswer {
  readonly question: string;
  readonly prediction: string;
  /** Accepted answers, at least one. */
  readonly golds: readonly string[];
}

const judgeCosts = z.object({
  llm_calls: z.number(),
  llm_requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Calls that asked to repair the form of a reply. */
  repair_calls: z.number(),
  /** True when some tokens were counted by us because the server did not. */
  estimated: z.boolean(),
});
export type JudgeCosts = Readonly<z.infer<typeof judgeCosts>>;

const verdict = z.object({
  correct: z.boolean(),
  reasoning: z.string().nullable(),
  /** False when no reply could be read, not even after repair: then the answer counts as wrong. */
  isReadable: z.boolean(),
  costs: judgeCosts,
});
export type Verdict = Readonly<z.infer<typeof verdict>>;

export interface Judge {
  /** Of the model, e.g. `openai:gpt-4o-mini`. */
  readonly id: string;
  readonly promptVersion: number;
  /**
   * @returns `failure`, in words, when this call has failed for good and the next need not
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

/** Of everything a judgment depends on. */
export function judgmentKey({ id, promptVersion }: Pick<Judge, 'id' | 'promptVersion'>, asked: JudgedAnswer): string {
  const { question, prediction, golds } = asked;
  return hashOf([JSON.stringify([id, promptVersion, question, prediction, golds])], 32);
}

export interface Judging {
  readonly judge: Judge;
  readonly records: readonly EvalRecord[];
  readonly isAbstention: (answer: string) => boolean;
  readonly judgments: LinesFile<Judgment>;
  /** Answers judged at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly of: number; readonly reused: number }) => void;
}

export interface Judged {
  /** By `judgmentKey`, each once, also where several systems gave the answer. */
  readonly judgments: ReadonlyMap<string, Judgment>;
  /** Of them, those that an earlier evaluation has asked for. */
  readonly reused: number;
  /** By `judgmentKey`, why there is no judgment. Not kept: the next evaluation asks again. */
  readonly failures: ReadonlyMap<string, string>;
}

export function openJudgments(path: string): LinesFile<Judgment> {
  return new LinesFile(path, judgment);
}

/**
 * Judges what was not judged before, each answer in a separate call.
 * @throws as `Judge.ask`; what was judged until then is kept
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

/** Null where there is nothing to ask: no accepted answer, or no prediction, which is wrong without a call. */
function toJudge({ question, answer, answers, status }: EvalRecord, isAbstention: Judging['isAbstention']): JudgedAnswer | null {
  if (answers.length === 0 || status === 'failed' || answer === null || isAbstention(answer)) return null;
  return { question, prediction: answer, golds: answers };
}

export interface Accuracy {
  /** Share of the scored questions whose answer the judge found correct, in [0, 1]. */
  readonly acc: number;
  readonly correct: number;
  /** Questions that have an accepted answer. */
  readonly scored: number;
  /** Of them, those without an answer to judge. */
  readonly unasked: number;
  /** Of them, those the judge gave no readable verdict on; they count as wrong. */
  readonly judge_errors: number;
}

/** @param records of one system, all of which were judged */
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

/** What all judgments took, those of earlier evaluations too: never part of what a system costs. */
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
