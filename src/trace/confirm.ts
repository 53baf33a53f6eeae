/** Whether the answer of a run that has ended is confirmed, told from the run alone: its nodes, what they rest on, and what is cited. Pure. */
import type { Trace, TraceNode } from '../protocol/trace.ts';
import type { Unconfirmed } from '../protocol/unconfirmed.ts';

/** Why nothing has confirmed the answer of a run that has ended; undefined where it is confirmed, or there is none. */
export function doubtOfRun(trace: Trace): Unconfirmed | undefined {
  const { answer, nodes, retrievals, citations } = trace;
  if (answer === null) return undefined;
  if (isCutShort(trace)) return 'cut-short';
  const giving = nodes.find(({ kind }) => kind === 'final') ?? nodes.find(({ kind }) => kind === 'root');
  const said = giving?.unconfirmed ?? (nodes.some(gaveNone) ? 'check-gave-none' : undefined);
  if (said !== undefined) return said;
  // A search that finds nothing is a look.
  if (retrievals.length === 0 && citations.length === 0 && !nodes.some(isRead)) return 'from-memory';
  const inherited = giving === undefined || isRead(giving) ? undefined : doubtOfParts(partsOf(giving, trace));
  return inherited ?? (citations.length === 0 ? 'uncited' : undefined);
}

/** What a node that has ended is known for. Logs of before this was said of every answer say it in flags and evidence. */
export function doubtOfNode({ answer, unconfirmed, evidence }: TraceNode): Unconfirmed | undefined {
  if (answer == null) return undefined;
  return unconfirmed ?? (evidence.length > 0 && evidence.every(({ source }) => source === 'generated') ? 'from-memory' : undefined);
}

/** As `doubtOfNode`, with what is known of the run: the nodes that give its answer are as good as it is, and nothing of one answered from memory is confirmed. */
export function doubtAbout(node: TraceNode, { unconfirmed }: Trace): Unconfirmed | undefined {
  if (node.answer == null) return undefined;
  return node.unconfirmed ?? (givesAnswer(node) || unconfirmed === 'from-memory' ? unconfirmed : undefined);
}

export function givesAnswer({ kind, answer }: TraceNode): boolean {
  return (kind === 'root' || kind === 'final') && answer != null;
}

/** Earlier logs give the node of a check that found no answer the one that was before it. */
export function gaveNone({ kind, flags }: TraceNode): boolean {
  return kind === 'meta' && flags.includes('mer_fallback');
}

/** The answer is then the last one before the run was stopped or had nothing left to spend. */
function isCutShort({ status, nodes }: Trace): boolean {
  return status === 'cancelled' || (status === 'degraded' && nodes.some((node) => node.kind === 'root' && node.status === 'failed'));
}

/** Documents were looked at for it. */
function isRead({ evidence }: TraceNode): boolean {
  return evidence.some(({ source }) => source !== 'generated');
}

/** A question without a separate node for the answer was answered by the node that says the same. */
function partsOf({ id, kind }: TraceNode, { nodes, edges, answer }: Trace): readonly TraceNode[] {
  if (kind === 'root') return nodes.filter((node) => node.kind !== 'root' && node.answer === answer);
  const from = new Set(edges.filter((edge) => edge.kind === 'combines_into' && edge.to === id).map((edge) => edge.from));
  return nodes.filter((node) => from.has(node.id));
}

/** What was made from the answers of parts is as good as they are; from none of them it can only be made up. */
function doubtOfParts(parts: readonly TraceNode[]): Unconfirmed | undefined {
  const answered = parts.filter(({ answer }) => answer != null);
  if (parts.length > 0 && answered.length === 0 && parts.every(({ answer }) => answer === null)) return 'from-memory';
  const doubts = answered.map((node) => (node.status === 'unsupported' ? 'not-supported' : doubtOfNode(node)));
  const remembered = doubts.filter((doubt) => doubt === 'from-memory');
  if (remembered.length > 0) return remembered.length === answered.length ? 'from-memory' : 'partly-from-memory';
  return doubts.some((doubt) => doubt !== undefined) ? 'unconfirmed-step' : undefined;
}
