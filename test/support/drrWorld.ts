import { drrRag } from '../../src/pipelines/drrRag.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import type { PlannedQuestion, RefineOutput } from '../../src/reasoning/roles/drrTypes.ts';
import { PlayingReasoner, type Play } from './playingReasoner.ts';
import { runScripted, type ScriptedRun } from './scriptedRun.ts';
import type { RoleId } from '../../lab/simulation/allRoles.ts';

export const question = 'What nationality is the composer of film T?';

/** What the documents say about a sub-question. */
export interface Fact {
  readonly docs?: readonly string[];
  readonly answer: string | null;
  /** Default: the answer is right, and the passage's words are its evidence. */
  readonly refined?: Partial<RefineOutput>;
}

export interface World {
  /** One per attempt; the last is repeated. Null is a reply without a plan. */
  readonly plans: readonly (Readonly<Record<string, string>> | null)[];
  /** Facts by the text that is asked. Nothing is found for other texts. */
  readonly facts: Readonly<Record<string, Fact>> | ((text: string) => Fact | undefined);
  readonly params?: Readonly<Record<string, unknown>>;
  readonly play?: Play;
  readonly unserved?: readonly RoleId[];
  readonly run?: Partial<ScriptedRun>;
}

const docs = ['d1', 'd2', 'd3'];

/** The three choices that are ours (pipelines.md 5.1), as the paper has them. */
const published = { deepen: 0, checkUnknown: true, unanswered: 'ask-in-words' } as const;

/** Runs DRR-RAG, as published unless `params` say otherwise, with documents and a reasoner that know the facts of this world. */
export async function runDrr({ plans, facts, params = {}, play = {}, unserved = [], run: more = {} }: World) {
  const factOf = (text: string): Fact | undefined => (typeof facts === 'function' ? facts(text) : facts[text]);
  let planned = 0;
  const reasoner = new PlayingReasoner(
    {
      'drr.classify': () => ({ type: 'inference' }),
      'drr.decompose': () => {
        const plan = plans[Math.min(planned++, plans.length - 1)] ?? null;
        return { plan: plan && asPlanned(plan), reply: JSON.stringify(plan) };
      },
      'drr.answer': ({ question: text }) => ({ answer: factOf(text)?.answer ?? null, citations: [0], quote: 'Text of' }),
      'drr.refine': ({ question: text, answer, passages }) => {
        const right = { evidence: passages[0]?.text ?? null, verdict: 'right', correctAnswer: answer } as const;
        return { ...right, ...factOf(text)?.refined };
      },
      'drr.integrate': ({ solved }) => ({
        answer: solved
          .map(({ answer }) => answer ?? '?')
          .sort()
          .join('|'),
      }),
      ...play,
    },
    { unserved, ...(more.pause ? { pause: more.pause } : {}) },
  );
  const retrieval = (query: string): readonly string[] => {
    const fact = factOf(query);
    return fact ? (fact.docs ?? ['d1']) : [];
  };
  const trace = await runScripted({ pipeline: drrRag, question, params: { ...published, ...params }, reasoner, retrieval, docs, ...more });
  return { trace, asked: reasoner.asked, countOf: (role: RoleId) => reasoner.countOf(role) };
}

export function asPlanned(plan: Readonly<Record<string, string>>): readonly PlannedQuestion[] {
  return Object.entries(plan).map(([id, subQuestion]) => ({ id, subQuestion }));
}

export const subQuestions = (trace: Trace): readonly TraceNode[] => trace.nodes.filter(({ kind }) => kind === 'sub_question');

/** An answer without support in the documents. */
export const noEvidence: Fact = { answer: 'x', refined: { evidence: null, verdict: 'wrong', correctAnswer: null } };

export function openNodes({ nodes }: Trace): readonly string[] {
  return nodes.filter(({ status }) => status === 'running' || status === 'pending').map(({ id }) => id);
}
