/** Passages that a model wrote: evidence for a reader like any other, but never cited as a source. */
import { generatedId, isGenerated, type Passage } from '../protocol/passage.ts';
import type { ReadOutput } from '../reasoning/roles/readRoles.ts';
import type { EvidenceItem } from '../trace/runTrace.ts';

/** @param node the node that represents writing it */
export function generatedPassage(node: string, title: string, text: string): Passage {
  return {
    id: generatedId(node),
    path: '',
    title,
    headings: [],
    text,
    range: { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length },
    runs: [],
    documentHash: '',
  };
}

export function evidenceOf(passage: Passage): EvidenceItem {
  return { passage, score: null, used: true, source: isGenerated(passage) ? 'generated' : 'initial' };
}

/** The same answer, citing only documents. */
export function citingDocuments(output: ReadOutput, passages: readonly Passage[]): ReadOutput {
  const isDocument = (index: number): boolean => {
    const passage = passages[index];
    return passage !== undefined && !isGenerated(passage);
  };
  const citations = output.citations.filter(isDocument);
  return { ...output, citations, quote: citations[0] === output.citations[0] ? output.quote : null };
}
