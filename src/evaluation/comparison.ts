/** Compares two systems on the same questions. Source: metrics.md 9. */
import type { AnswerMeasure } from './answerScores.ts';
import type { EvalRecord } from './evalRecord.ts';
import { mcNemarExact, pairedBootstrap, pairedTTest, type Bootstrap, type McNemar, type TTest } from './statistics.ts';

export interface Comparison {
  /** Names of the systems. */
  readonly a: string;
  readonly b: string;
  /** The number of questions that both were asked and that can be scored. */
  readonly n: number;
  /** F1: Student's test of the paired differences, and their spread when the questions are resampled. */
  readonly f1: TTest & Pick<Bootstrap, 'low' | 'high'> & { readonly bootstrapP: number };
  /** Exact match. */
  readonly em: McNemar & { readonly meanDifference: number };
}

export interface ComparedSystem {
  readonly name: string;
  readonly records: readonly EvalRecord[];
}

/** All pairs of systems; if there are more than ten, each system against the best by F1. */
export function compareSystems(systems: readonly ComparedSystem[], f1: AnswerMeasure): readonly Comparison[] {
  if (systems.length <= maxAllPairs) return systems.flatMap((a, i) => systems.slice(i + 1).map((b) => compare(a, b, f1)));
  const total = ({ records }: ComparedSystem): number => records.reduce((sum, { metrics }) => sum + (metrics?.[f1] ?? 0), 0);
  const best = systems.reduce((one, other) => (total(other) > total(one) ? other : one));
  return systems.filter((one) => one !== best).map((one) => compare(one, best, f1));
}

const maxAllPairs = 5;

function compare(a: ComparedSystem, b: ComparedSystem, f1: AnswerMeasure): Comparison {
  const others = new Map(b.records.map((record) => [record.id, record.metrics]));
  const pairs = a.records.flatMap(({ id, metrics }) => {
    const other = others.get(id);
    return metrics && other ? [{ a: metrics, b: other }] : [];
  });
  const both = (measure: AnswerMeasure): readonly [readonly number[], readonly number[]] => [
    pairs.map((pair) => pair.a[measure]),
    pairs.map((pair) => pair.b[measure]),
  ];
  const { low, high, p: bootstrapP } = pairedBootstrap(...both(f1));
  return {
    a: a.name,
    b: b.name,
    n: pairs.length,
    f1: { ...pairedTTest(...both(f1)), low, high, bootstrapP },
    em: { ...mcNemarExact(...both('em')), meanDifference: pairedTTest(...both('em')).meanDifference },
  };
}
