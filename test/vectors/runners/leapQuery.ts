import assert from 'node:assert/strict';
import * as z from 'zod';
import { isMajority } from '../../../src/pipelines/leapQuery.ts';
import { leapQuery } from '../../../src/pipelines/leapQuery.ts';
import { isObject } from '../../../src/base/isObject.ts';
import type { ReasonerCall } from '../../../src/reasoning/reasoner.ts';
import type { Role } from '../../../src/reasoning/role.ts';
import { type Play, PlayingReasoner } from '../../support/playingReasoner.ts';
import { runScripted } from '../../support/scriptedRun.ts';

const vote = z.boolean().nullable();
const votesCase = z.object({ votes: z.array(vote), accepted: z.boolean() });

/** Runs one case of `leapquery_votes.json`. */
export function runLeapVotesCase(input: unknown): void {
  const { votes, accepted } = votesCase.parse(input);
  assert.equal(isMajority(votes), accepted);
}

const runCase = z.object({
  question: z.string(),
  params: z.record(z.string(), z.number()),
  generated: z.array(z.array(z.string())),
  votes: z.record(z.string(), z.array(vote)),
  retrieval: z.record(z.string(), z.array(z.string())),
  rerank: z.record(z.string(), z.number().nullable()),
  contextScore: z.enum(['question', 'larger']).default('question'),
  /** Scores for sub-questions. */
  rerankFor: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  expected: z.looseObject({}),
});

/** Runs one case of `leapquery_runs.json`: the pipeline itself over scripted components. */
export async function runLeapQueryCase(input: unknown): Promise<void> {
  const { question, params, generated, votes, retrieval, rerank, contextScore, rerankFor, expected } = runCase.parse(input);
  let iteration = 0;
  const reasoner = new VotingReasoner(votes, {
    'leap.gaps': () => ({ kind: 'generated', found: [], gaps: [], subQuestions: generated[iteration++] ?? [] }),
    'leap.verify': ({ subQuestion }, { sample = 0 }) => ({ aligned: votes[subQuestion]?.[sample] ?? null }),
    'leap.answer': () => ({ answer: 'an answer', citations: [], quote: null }),
  });
  const V = Math.max(1, ...Object.values(votes).map((one) => one.length));
  const trace = await runScripted({
    pipeline: leapQuery,
    question,
    // Unless they say otherwise, the vectors are of the published setting (pipelines.md 3.2).
    params: { contextScore, carry: false, ...(Object.keys(votes).length > 0 ? { V } : {}), ...params },
    reasoner,
    retrieval: (query) => retrieval[query] ?? [],
    score: (passageId, query) => rerankFor?.[query]?.[passageId] ?? rerank[passageId] ?? null,
    docs: [...new Set([...Object.keys(rerank), ...Object.values(retrieval).flat()])],
  });
  const root = trace.nodes.find(({ kind }) => kind === 'root');
  const final = trace.nodes.find(({ kind }) => kind === 'final');
  const iterations = (root?.iterations ?? []).map(({ t, newDocs, context }) => {
    if (t === 0) return { t, context };
    const fresh = trace.nodes.filter(({ id }) => id.startsWith(`q${t}.`));
    const accepted = fresh.filter(({ status }) => status !== 'rejected');
    return { t, fresh: fresh.map(({ text }) => text), accepted: accepted.map(({ text }) => text), newDocs, context };
  });
  assert.deepEqual(
    {
      iterations,
      stop: trace.stopReason,
      finalContext: final?.evidence.map(({ passageId }) => passageId),
      counts: {
        generateQueries: reasoner.countOf('leap.gaps'),
        verify: reasoner.countOf('leap.verify'),
        retrieval: trace.totals.retrievals,
        rerankPairs: trace.totals.rerankPairs,
        answer: reasoner.countOf('leap.answer'),
      },
    },
    expected,
  );
}

/** Gives as many votes on a sub-question as are scripted: where there are none, none is counted. */
class VotingReasoner extends PlayingReasoner {
  readonly #votes: Readonly<Record<string, readonly (boolean | null)[]>>;

  constructor(votes: Readonly<Record<string, readonly (boolean | null)[]>>, play: Play) {
    super(play);
    this.#votes = votes;
  }

  override ask<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall, n?: number) {
    const scripted = isObject(input) ? this.#votes[String(input['subQuestion'])]?.length : undefined;
    return super.ask(role, input, call, n === undefined ? undefined : Math.min(n, scripted ?? n));
  }
}
