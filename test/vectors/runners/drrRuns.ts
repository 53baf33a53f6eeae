import assert from 'node:assert/strict';
import * as z from 'zod';
import { askedFor } from '../../../src/language/requests.ts';
import { assumedLanguage } from '../../../src/language/assumed.ts';
import { unquoted } from '../../../src/language/phrases.ts';
import type { Row, ScoredRow } from '../../../src/indexing/interfaces.ts';
import { drrRag } from '../../../src/pipelines/drrRag.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import { isObject } from '../../../src/base/isObject.ts';
import type { Performed } from '../../../src/reasoning/reasoner.ts';
import type { Role } from '../../../src/reasoning/role.ts';
import { StandIn } from '../../support/standIn.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';

const oracleEntry = z.object({
  docs: z.array(z.string()),
  answer: z.unknown().optional(),
  evidence: z.unknown().optional(),
  correctness: z.unknown().optional(),
  correct_answer: z.unknown().optional(),
});
const drrCase = z.object({
  question: z.string(),
  plans: z.array(z.record(z.string(), z.unknown())),
  oracle: z.record(z.string(), oracleEntry),
  maxRedecompose: z.number(),
  params: z.object({ k: z.number(), deepen: z.number(), checkUnknown: z.boolean() }).optional(),
  expected: z.object({
    attempts: z.array(
      z.object({
        attempt: z.number(),
        nodes: z.array(
          z.object({
            id: z.string(),
            text: z.string(),
            answer: z.string().nullable(),
            status: z.string(),
            reused: z.boolean(),
            docs: z.array(z.string()),
          }),
        ),
        failures: z.array(z.object({ id: z.string(), reason: z.string() })),
        error: z.object({ code: z.string(), ids: z.array(z.string()) }).nullable(),
      }),
    ),
    counts: z.record(z.string(), z.number()),
    finalPlan: z.record(z.string(), z.string()),
    finalAnswers: z.record(z.string(), z.string().nullable()),
  }),
});
type DrrCase = z.output<typeof drrCase>;

/**
 * Runs one case of `drr_runs.json` through the pipeline; the scripted replies go through the real roles. An abstention is the same in any
 * words.
 */
export async function runDrrRunsCase(input: unknown): Promise<void> {
  const { expected, ...given } = drrCase.parse(input);
  const reasoner = new OracleReasoner(given);
  const index = new OracleIndex(given.oracle);
  // Unless they say otherwise, the vectors are of the published setting (pipelines.md 5.1).
  const published = { deepen: 0, checkUnknown: true, unanswered: 'ask-in-words', k: 100 } as const;
  const params = { ...published, ...given.params, maxRedecompose: given.maxRedecompose };
  const { events, trace } = await runInMemory({ pipeline: drrRag, question: given.question, params, index, reasoner });
  const attempts = attemptsOf(trace, events);
  const last = attempts.at(-1)?.nodes ?? [];
  const { 'drr.classify': classify = 0, 'drr.decompose': decompose = 0, 'drr.answer': answer = 0 } = reasoner.calls;
  const { 'drr.refine': self_refine = 0, 'drr.integrate': integrate = 0 } = reasoner.calls;
  assert.deepEqual(
    {
      attempts,
      counts: { classify, decompose, retrieval: trace.totals.retrievals, answer, self_refine, integrate },
      finalPlan: Object.fromEntries(nodesOf(trace, attempts.length - 1).map((node) => [planId(node), node.text])),
      finalAnswers: Object.fromEntries(last.map(({ id, answer: said }) => [id, said])),
    },
    {
      ...expected,
      attempts: expected.attempts.map((one) => ({ ...one, nodes: one.nodes.map((node) => ({ ...node, answer: plain(node.answer) })) })),
      finalAnswers: Object.fromEntries(Object.entries(expected.finalAnswers).map(([id, said]) => [id, plain(said)])),
    },
  );
}

function plain(answer: string | null): string | null {
  return isAbstention(answer) ? null : answer;
}

const reasons = ['no_evidence', 'empty_retrieval', 'unresolved_placeholder'];

function attemptsOf(trace: Trace, events: readonly RunEvent[]): DrrCase['expected']['attempts'] {
  return trace.nodes
    .filter(({ kind }) => kind === 'plan')
    .map(({ attempt, plan }) => {
      const nodes = nodesOf(trace, attempt).filter(({ id }) => statusBefore(events, id) !== 'pending');
      return {
        attempt,
        nodes: nodes.map((node) => {
          const { id, resolvedText = '', answer = null, evidence } = node;
          const status = statusBefore(events, id);
          const first = trace.nodes.find(
            (other) => other.resolvedText === resolvedText && !['reused', 'blocked'].includes(statusBefore(events, other.id)),
          );
          return {
            id: planId(node),
            text: resolvedText,
            answer,
            status: status === 'reused' ? statusBefore(events, first?.id ?? '') : status,
            reused: status === 'reused',
            docs: evidence.map(({ passageId }) => passageId),
          };
        }),
        failures: nodes.flatMap((node) =>
          node.flags.filter((flag) => reasons.includes(flag)).map((reason) => ({ id: planId(node), reason })),
        ),
        error: plan?.error ?? null,
      };
    });
}

/** Sub-questions of an attempt, in the order of levels and numbers. */
function nodesOf(trace: Trace, attempt: number): readonly TraceNode[] {
  return trace.nodes
    .filter((node) => node.kind === 'sub_question' && node.attempt === attempt)
    .sort((a, b) => (a.level ?? 0) - (b.level ?? 0) || Number(planId(a)) - Number(planId(b)));
}

function planId({ id }: TraceNode): string {
  return id.slice(id.indexOf('.') + 1);
}

/** What a node came to before its plan was abandoned. */
function statusBefore(events: readonly RunEvent[], id: string): string {
  const told = events.flatMap((event) => (event.kind === 'node-changed' && event.node === id && event.status ? [event.status] : []));
  return told.findLast((status) => status !== 'superseded') ?? 'pending';
}

class OracleIndex extends MemoryIndex {
  /** By query, as an index gets it: without quotation marks and the words that a question begins with. */
  readonly #docsOf: ReadonlyMap<string, readonly string[]>;

  constructor(oracle: DrrCase['oracle']) {
    super([...new Set(Object.values(oracle).flatMap(({ docs }) => docs))].map((id) => passageOf(id)));
    this.#docsOf = new Map(Object.entries(oracle).map(([query, { docs }]) => [askedFor(unquoted(query), assumedLanguage), docs]));
  }

  override async searchText(query: string, n: number): Promise<readonly ScoredRow[]> {
    const docs = this.#docsOf.get(query) ?? [];
    return docs.slice(0, n).map((id, i): { row: Row; score: number } => ({ row: this.rowOf(id), score: docs.length - i }));
  }
}

class OracleReasoner extends StandIn {
  readonly id = 'oracle';
  readonly can = { sample: false, logprobs: false, stateConfidence: false };
  readonly calls: Record<string, number> = {};
  readonly #case: Omit<DrrCase, 'expected'>;

  constructor(given: Omit<DrrCase, 'expected'>) {
    super();
    this.#case = given;
  }

  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>): Promise<Performed<O>> {
    const { id } = role;
    const before = this.calls[id] ?? 0;
    this.calls[id] = before + 1;
    const reply = this.#reply(id, isObject(input) ? String(input['question']) : '', before);
    const reading = role.read(reply, input, { text: JSON.stringify(reply) });
    return reading.ok ? { flags: [], ...reading.outcome } : { output: role.fallback(input, ''), flags: [`role_fallback:${id}`] };
  }

  #reply(role: string, question: string, before: number): unknown {
    const { plans, oracle } = this.#case;
    const { answer, evidence, correctness, correct_answer } = oracle[question] ?? {};
    if (role === 'drr.classify') return { type: 'hybrid' };
    if (role === 'drr.decompose') return { question, decomposed_questions: plans[Math.min(before, plans.length - 1)] };
    if (role === 'drr.answer') return { answer, citations: [1] };
    return role === 'drr.refine' ? { evidence, correctness, correct_answer } : { answer: 'integrated' };
  }
}
