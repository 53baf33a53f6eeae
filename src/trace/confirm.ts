/** Decides whether the answer of an ended run is confirmed, from the run alone: its nodes, their evidence and the citations. Pure. */
import type { Trace, TraceNode } from '../protocol/trace.ts';
import type { Unconfirmed } from '../protocol/unconfirmed.ts';

/** Why the answer of an ended run is not confirmed; undefined if it is confirmed or there is no answer. */
export function doubtOfRun(trace: Trace): Unconfirmed | undefined {
  const { answer, nodes, retrievals, citations } = trace;
  if (answer === null) return undefined;
  if (isCutShort(trace)) return 'cut-short';
  const giving = nodes.find(({ kind }) => kind === 'final') ?? nodes.find(({ kind }) => kind === 'root');
  const said = giving?.unconfirmed;
  // What a node has read itself does not rest on the answers of others.
  const parts = giving === undefined || isRead(giving) ? [] : partsOf(giving, trace);
  const remembered = said === 'from-memory' ? said : doubtOfMemory(behind(parts, trace));
  if (said !== undefined) return remembered ?? said;
  // A search without results still counts as a look at the documents.
  if (retrievals.length === 0 && citations.length === 0 && !nodes.some(isRead)) return 'from-memory';
  return remembered ?? doubtOfParts(parts) ?? (citations.length === 0 ? 'uncited' : undefined);
}

/** The doubt about an ended node's answer. What a model wrote as evidence is its memory. */
export function doubtOfNode({ answer, unconfirmed, evidence }: TraceNode): Unconfirmed | undefined {
  if (answer == null) return undefined;
  return unconfirmed ?? (evidence.length > 0 && evidence.every(({ source }) => source === 'generated') ? 'from-memory' : undefined);
}

/**
 * With what is known of the run: nodes that give its answer have the same doubt, and nothing in a run answered from memory is confirmed.
 */
export function doubtAbout(node: TraceNode, { unconfirmed }: Trace): Unconfirmed | undefined {
  if (node.answer == null) return undefined;
  return node.unconfirmed ?? (givesAnswer(node) || unconfirmed === 'from-memory' ? unconfirmed : undefined);
}

export function givesAnswer({ kind, answer }: TraceNode): boolean {
  return (kind === 'root' || kind === 'final') && answer != null;
}

/** The answer is then the last one before the run was stopped or reached its limit. */
function isCutShort({ status, nodes }: Trace): boolean {
  return status === 'cancelled' || (status === 'degraded' && nodes.some((node) => node.kind === 'root' && node.status === 'failed'));
}

/** Whether documents were used for the node. */
function isRead({ evidence }: TraceNode): boolean {
  return evidence.some(({ used, source }) => used && source !== 'generated');
}

/** The nodes whose answers a node combines. A question without a separate answer node was answered by the node with the same answer. */
function partsOf({ id, kind }: TraceNode, { nodes, edges, answer }: Trace): readonly TraceNode[] {
  if (kind === 'root') return nodes.filter((node) => node.kind !== 'root' && node.answer === answer);
  const from = new Set(edges.filter((edge) => edge.kind === 'combines_into' && edge.to === id).map((edge) => edge.from));
  return nodes.filter((node) => from.has(node.id));
}

/** The parts, and the parts of those: a check that reads documents still checks the answers of its steps. */
function behind(parts: readonly TraceNode[], trace: Trace): readonly TraceNode[] {
  const all = new Map(parts.map((part) => [part.id, part]));
  for (const part of all.values()) for (const one of part.kind === 'root' ? [] : partsOf(part, trace)) all.set(one.id, one);
  return [...all.values()];
}

/** A check that cites nothing adds nothing from the documents to the answers of its steps. */
function doubtOfMemory(nodes: readonly TraceNode[]): Unconfirmed | undefined {
  const answered = nodes.filter(({ answer, kind, cites = [] }) => answer != null && (kind !== 'meta' || cites.length > 0));
  const remembered = answered.filter((node) => doubtOfNode(node) === 'from-memory');
  if (remembered.length === 0) return undefined;
  return remembered.length === answered.length ? 'from-memory' : 'partly-from-memory';
}

/** The doubt of an answer made from the answers of parts is theirs. Without any such part, the model can only have made it up. */
function doubtOfParts(parts: readonly TraceNode[]): Unconfirmed | undefined {
  const answered = parts.filter(({ answer }) => answer != null);
  if (parts.length > 0 && answered.length === 0 && parts.every(({ answer }) => answer === null)) return 'from-memory';
  return answered.some((node) => node.status === 'unsupported' || doubtOfNode(node) !== undefined) ? 'unconfirmed-step' : undefined;
}
