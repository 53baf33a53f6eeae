/**
 * The number of model calls of a run that had to wait for one another: the longest chain as pipelines.md defines it for each system
 * ("Concurrency and critical path").
 */
import type { LlmCall, Trace, TraceNode } from '../src/protocol/trace.ts';

/** Systems whose calls are sequential. */
const sequential = new Set(
  'direct cot cot-few-shot genread retrieve-read retrieve-cot self-ask ircot iter-retgen r2ag-lite gear-lite auto-rag-lite sunar-nar'.split(
    ' ',
  ),
);

/** The limit of concurrent requests to one server. */
const callsAtOnce = 8;

/** The number of sequential rounds of model calls in a finished run. */
export function modelRounds(trace: Trace): number {
  const { pipeline, llmCalls } = trace;
  if (sequential.has(pipeline)) return llmCalls.length;
  switch (pipeline) {
    case 'sunar':
      // The samples of a batch are one round.
      return llmCalls.filter(({ role, sample }) => role !== 'sunar.asu' || sample === 0).length;
    case 'refeed':
    case 'self-rag-lite':
      return roundsOfRoles(llmCalls);
    case 'efficientrag-lite':
      // The passages of a turn are labeled concurrently.
      return roundsOfTurns(trace, 'efficientrag.label');
    case 'leapquery':
      return llmCalls.filter(({ role }) => role !== 'leap.verify').length + iterationsWithVotes(trace);
    case 'self-dc':
      return deepest(trace, 'root');
    case 'bridge-rag':
      return (
        roundsOfRoles(llmCalls) -
        (llmCalls.some(({ role }) => role === 'bridge.entities') && llmCalls.some(({ role }) => role === 'bridge.queries') ? 1 : 0)
      );
    case 'drr-rag':
      return drrRounds(trace);
    default:
      throw new Error(`nobody knows the critical path of ${pipeline}`);
  }
}

function roundsOfRoles(calls: readonly LlmCall[]): number {
  return new Set(calls.map(({ role }) => role)).size;
}

function roundsOfTurns({ llmCalls }: Trace, together: string): number {
  const perTurn = new Map<string, number>();
  for (const { role, node } of llmCalls) if (role === together) perTurn.set(node, (perTurn.get(node) ?? 0) + 1);
  const alone = llmCalls.filter(({ role }) => role !== together).length;
  return alone + [...perTurn.values()].reduce((sum, calls) => sum + Math.ceil(calls / callsAtOnce), 0);
}

/** The votes on all sub-questions of an iteration are one round. */
function iterationsWithVotes({ llmCalls }: Trace): number {
  const nodes = new Set(llmCalls.filter(({ role }) => role === 'leap.verify').map(({ node }) => node));
  return new Set([...nodes].map((node) => node.split('.')[0])).size;
}

/** The calls of a node plus those of its slowest child; at the root plus those of the final answer, which combines. */
function deepest(trace: Trace, id: string): number {
  const below = trace.nodes.filter(({ parent }) => parent === id);
  const own = [id, ...below.filter(isFinal).map((node) => node.id)];
  const calls = trace.llmCalls.filter(({ node }) => own.includes(node)).length;
  return calls + Math.max(0, ...below.filter((node) => !isFinal(node)).map((child) => deepest(trace, child.id)));
}

function isFinal({ kind }: TraceNode): boolean {
  return kind === 'final';
}

/** Sub-questions of a level are solved concurrently. */
function drrRounds({ nodes, llmCalls }: Trace): number {
  const level = new Map(nodes.map((node) => [node.id, `${node.attempt}/${node.level ?? ''}`]));
  const solving = new Map<string, Map<string, number>>();
  let rounds = 0;
  for (const { node, role } of llmCalls) {
    if (role !== 'drr.answer' && role !== 'drr.refine') rounds++;
    else {
      const of = solving.get(level.get(node) ?? '') ?? new Map<string, number>();
      of.set(node, (of.get(node) ?? 0) + 1);
      solving.set(level.get(node) ?? '', of);
    }
  }
  for (const of of solving.values()) rounds += Math.max(...of.values());
  return rounds;
}
