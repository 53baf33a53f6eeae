/** What "Insert Answer" writes: the answer, then what it rests on, every claim with links to its lines. */
import type { Citation, Trace, TraceNode } from '../protocol/trace.ts';
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { formatCitation } from './links.ts';

/**
 * Markdown without a newline at its end. A run without an answer says so in its place.
 * @param toLink makes a citation's link, by default relative to the indexed folder.
 */
export function answerMarkdown(trace: Trace, toLink: (citation: Citation) => string = (citation) => formatCitation(citation, '')): string {
  const claims = claimsOf(trace);
  const linksOf = (citations: readonly Citation[]): string => citations.map((citation) => ` ${toLink(citation)}`).join('');
  const citationsOf = (node: TraceNode): Citation[] => trace.citations.filter((citation) => citation.nodeId === node.id);
  const lines = claims.map(
    (node) => `- ${inline(questionOf(node))} ${inline(node.answer ?? '')}${memoryNote(isFromMemory(node))}${linksOf(citationsOf(node))}`,
  );
  return [
    `${answerOf(trace)}${memoryNote(isAllFromMemory(trace))}${linksOf(citationsOfAnswer(trace, claims))}`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n');
}

/** Answered sub-questions in the order they were planned, without those that a later plan replaced. */
function claimsOf(trace: Trace): TraceNode[] {
  return trace.nodes
    .filter((node) => node.kind === 'sub_question' && node.status !== 'superseded' && node.status !== 'rejected' && Boolean(node.answer))
    .sort((a, b) => a.order - b.order);
}

function answerOf(trace: Trace): string {
  return trace.answer === null || trace.answer.trim() === ''
    ? 'No answer was found in these documents.'
    : escapeMarkdown(trace.answer.trim());
}

/** The answer's own citations; where it has none, those of the claims that say the same; where none does, all. */
function citationsOfAnswer(trace: Trace, claims: readonly TraceNode[]): readonly Citation[] {
  const claimIds = new Set(claims.map((node) => node.id));
  const own = trace.citations.filter((citation) => !claimIds.has(citation.nodeId));
  if (own.length > 0) return own;
  const same = new Set(claims.filter((node) => fold(node.answer) === fold(trace.answer)).map((node) => node.id));
  const equal = trace.citations.filter((citation) => same.has(citation.nodeId));
  return equal.length > 0 || claims.length > 0 ? equal : trace.citations;
}

/** A reader must not take what a model knew, or made up, for what the documents say. */
function memoryNote(isFromMemory: boolean): string {
  return isFromMemory ? ' (from the model’s memory, not from the documents)' : '';
}

/** True when an answer was given and no document was looked at. */
function isAllFromMemory({ answer, citations, retrievals, nodes }: Trace): boolean {
  const wasRead = nodes.some(({ evidence }) => evidence.some((item) => item.source !== 'generated'));
  return answer !== null && nodes.length > 0 && citations.length === 0 && retrievals.length === 0 && !wasRead;
}

/** True when all that the node was answered from was written by a model. */
function isFromMemory({ evidence }: TraceNode): boolean {
  return evidence.length > 0 && evidence.every((item) => item.source === 'generated');
}

function questionOf(node: TraceNode): string {
  return node.resolvedText ?? node.text;
}

function inline(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' ').trim());
}

function fold(text: string | null | undefined): string {
  return (text ?? '').trim().toLowerCase();
}
