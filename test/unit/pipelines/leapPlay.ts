/** LeapQuery over scripted components. */
import { leapQuery } from '../../../src/pipelines/leapQuery.ts';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import type { Gaps } from '../../../src/reasoning/prompts/leap.ts';
import type { GapsOutput } from '../../../src/reasoning/roles/leapRoles.ts';
import { type Play, PlayingReasoner, type PlayOptions } from '../../support/playingReasoner.ts';
import { runScripted, type ScriptedRun } from '../../support/scriptedRun.ts';

export const question = 'main?';

export interface Script {
  /** Sub-questions per iteration; afterwards none. */
  readonly generated: readonly (readonly string[])[];
  /** By sub-question; all yes where none are given. */
  readonly votes?: Readonly<Record<string, readonly (boolean | null)[]>>;
  readonly retrieval: Readonly<Record<string, readonly string[]>>;
  readonly scores?: Readonly<Record<string, number | null>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly play?: Play;
  readonly options?: PlayOptions;
}

/** As published: without the two choices that are ours (pipelines.md 3.2 h, i), which have tests of their own. */
export const published = { contextScore: 'question', carry: false } as const;

export async function run(
  { generated, votes = {}, retrieval, scores = {}, params = {}, play, options }: Script,
  more: Partial<ScriptedRun> = {},
) {
  const told: Gaps[] = [];
  const reasoner = new PlayingReasoner(
    {
      'leap.gaps': (input): GapsOutput => {
        told.push(input);
        const subQuestions = generated[told.length - 1] ?? [];
        return { kind: 'generated', found: [], gaps: subQuestions.map(() => `gap ${told.length}`).slice(0, 1), subQuestions };
      },
      'leap.verify': ({ subQuestion }, { sample = 0 }) => ({ aligned: votes[subQuestion] ? (votes[subQuestion][sample] ?? null) : true }),
      'leap.answer': ({ passages }) => ({ answer: passages[0]?.id ?? null, citations: passages.length > 0 ? [0] : [], quote: null }),
      ...play,
    },
    options,
  );
  const trace = await runScripted({
    pipeline: leapQuery,
    question,
    params: { ...published, ...params },
    reasoner,
    retrieval: (query) => retrieval[query] ?? [],
    score: (passageId) => scores[passageId] ?? null,
    docs: [...new Set(Object.values(retrieval).flat())],
    ...more,
  });
  return { trace, reasoner, told };
}

export function subQuestions(trace: Trace): readonly TraceNode[] {
  return trace.nodes.filter(({ kind }) => kind === 'sub_question');
}

export function contextOf(trace: Trace): readonly string[] {
  return trace.nodes.find(({ kind }) => kind === 'final')?.evidence.map(({ passageId }) => passageId) ?? [];
}
