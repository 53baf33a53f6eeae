/** Compares all systems with each other on the same questions. Source: metrics.md 9. */
import type { AnswerMeasure } from './answerScores.ts';
import type { EvalRecord } from './evalRecord.ts';
import {
  bootstrapDifference,
  holm,
  intervalOf,
  mcNemarExact,
  mean,
  pairedTTest,
  resampledMeans,
  type Bootstrap,
  type Interval,
  type McNemar,
  type TTest,
} from './statistics.ts';

export interface Comparison {
  /** Names of the systems. */
  readonly a: string;
  readonly b: string;
  /** The number of questions that both were asked and that can be scored. */
  readonly n: number;
  /**
   * F1: Student's test of the paired differences, and their spread when the questions are resampled. `holmP` is corrected for all pairs.
   */
  readonly f1: TTest & Pick<Bootstrap, 'low' | 'high'> & { readonly bootstrapP: number; readonly holmP: number };
  /** Exact match. */
  readonly em: McNemar & { readonly meanDifference: number; readonly holmP: number };
  /** The system with the higher F1, if the interval leaves out zero and `holmP` is below 0.05; otherwise null: no difference. */
  readonly better: string | null;
}

export interface ComparedSystem {
  readonly name: string;
  readonly records: readonly EvalRecord[];
}

export interface Comparisons {
  /** Every pair, in the order of the systems. */
  readonly pairs: readonly Comparison[];
  /** By name, 95 % intervals of the means when the questions are resampled. */
  readonly intervals: ReadonlyMap<string, { readonly f1: Interval; readonly em: Interval }>;
}

const significanceLevel = 0.05;

/** Compares over the questions that all systems have scores for. */
export function compareSystems(systems: readonly ComparedSystem[], f1: AnswerMeasure): Comparisons {
  const scored = systems.map(({ records }) => new Map(records.flatMap(({ id, metrics }) => (metrics ? [[id, metrics] as const] : []))));
  const ids = [...(scored[0]?.keys() ?? [])].filter((id) => scored.every((metrics) => metrics.has(id)));
  const columns = (measure: AnswerMeasure): readonly (readonly number[])[] =>
    scored.map((metrics) => ids.map((id) => metrics.get(id)?.[measure] ?? 0));
  const [f1s, ems] = [columns(f1), columns('em')];
  const [f1Means, emMeans] = [resampledMeans(f1s), resampledMeans(ems)];
  const tests = systems.flatMap((a, i) =>
    systems.slice(i + 1).map((b, later) => {
      const j = i + 1 + later;
      const { p: bootstrapP, ...interval } = bootstrapDifference(f1Means[i]!, f1Means[j]!);
      return {
        a: a.name,
        b: b.name,
        n: ids.length,
        f1: { ...pairedTTest(f1s[i]!, f1s[j]!), ...interval, bootstrapP },
        em: { ...mcNemarExact(ems[i]!, ems[j]!), meanDifference: mean(ems[j]!) - mean(ems[i]!) },
      };
    }),
  );
  const f1Corrected = holm(tests.map((test) => test.f1.p));
  const emCorrected = holm(tests.map((test) => test.em.p));
  const pairs = tests.map((test, i): Comparison => {
    const f = { ...test.f1, holmP: f1Corrected[i]! };
    return { ...test, f1: f, em: { ...test.em, holmP: emCorrected[i]! }, better: betterOf({ ...test, f1: f }) };
  });
  const intervals = systems.map(({ name }, i) => [name, { f1: intervalOf(f1Means[i]!), em: intervalOf(emMeans[i]!) }] as const);
  return { pairs, intervals: new Map(intervals) };
}

function betterOf({ a, b, f1 }: Pick<Comparison, 'a' | 'b' | 'f1'>): string | null {
  if (f1.holmP >= significanceLevel || (f1.low <= 0 && f1.high >= 0)) return null;
  return f1.meanDifference > 0 ? b : a;
}

/** The comparison of two systems, `b` minus `a` in the order asked for; undefined when they were not compared. */
export function comparisonOf(pairs: readonly Comparison[], a: string, b: string): Pick<Comparison, 'n' | 'better' | 'f1'> | undefined {
  const same = pairs.find((pair) => pair.a === a && pair.b === b);
  if (same) return same;
  const turned = pairs.find((pair) => pair.a === b && pair.b === a);
  if (!turned) return undefined;
  const { low, high, meanDifference, t, ...rest } = turned.f1;
  return { ...turned, f1: { ...rest, low: -high, high: -low, meanDifference: -meanDifference, t: -t } };
}
