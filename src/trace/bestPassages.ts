/** The closest finds of a run without an answer: its best evidence, each passage with the sentence most relevant to the question. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { locate } from '../citations/locate.ts';
import { contentStems } from '../citations/support.ts';
import { pageAt, type Passage, type SourceRange } from '../protocol/passage.ts';
import type { Trace, TraceNode } from '../protocol/trace.ts';

export interface BestPassage {
  readonly passage: Passage;
  /** The node with this evidence. */
  readonly nodeId: string;
  /** A sentence of the passage’s text. */
  readonly quote: string;
  /** The sentence's range in the document. */
  readonly range: SourceRange;
  /** Page number from 1; absent in formats without pages. */
  readonly page?: number;
}

/**
 * The passages, best first, each once, without those written by a model. They are the evidence of steps without an answer and of nodes for
 * the whole question. A passage that several nodes rank high precedes one that a single node does. Ties go to the earlier step.
 */
export function bestPassages(trace: Trace, most: number): readonly BestPassage[] {
  const found = new Map<string, { readonly node: TraceNode; rank: number; score: number }>();
  for (const node of lookingNodes(trace)) {
    for (const { passageId, rank, source } of node.evidence) {
      if (source === 'generated' || trace.passages[passageId] === undefined) continue;
      const score = 1 / (fusionConstant + rank);
      const known = found.get(passageId);
      if (known) known.score += score;
      else found.set(passageId, { node, rank, score });
    }
  }
  const rarity = rarityIn(Object.values(trace.passages));
  return [...found]
    .toSorted(([, a], [, b]) => b.score - a.score)
    .slice(0, most)
    .flatMap(([passageId, { node }]) => {
      const passage = trace.passages[passageId];
      return passage ? [{ passage, nodeId: node.id, ...quoteOf(passage, node.resolvedText ?? node.text, rarity) }] : [];
    });
}

/** The constant of reciprocal rank fusion. */
const fusionConstant = 60;

function lookingNodes({ nodes }: Trace): readonly TraceNode[] {
  const looked = nodes.filter(({ status, evidence }) => status !== 'superseded' && status !== 'rejected' && evidence.length > 0);
  const inVain = looked.filter(
    ({ kind, answer, abstained }) => answer === null || abstained === true || kind === 'root' || kind === 'meta' || kind === 'final',
  );
  return inVain.length > 0 ? inVain : looked;
}

/** The sentence that shares the most words with the question, weighted by rarity; the first on ties, and if none shares a word. */
function quoteOf(passage: Passage, question: string, rarity: (stem: string) => number): Pick<BestPassage, 'quote' | 'range' | 'page'> {
  const asked = new Set(contentStems(question, assumedLanguage));
  const sentences = sentenceRanges(passage.text, assumedLanguage, passage.runs);
  let best = sentences[0] ?? { start: 0, end: passage.text.length };
  let most = 0;
  for (const sentence of sentences) {
    const said = new Set(contentStems(passage.text.slice(sentence.start, sentence.end), assumedLanguage));
    const weight = [...said].reduce((sum, stem) => sum + (asked.has(stem) ? rarity(stem) : 0), 0);
    if (weight > most) [best, most] = [sentence, weight];
  }
  const next = sentences[sentences.indexOf(best) + 1];
  const end = next !== undefined && best.end - best.start < tellingLength ? next.end : best.end;
  const range = locate(passage, best.start, end);
  const page = pageAt(passage, range.startOffset);
  return { quote: passage.text.slice(best.start, end), range, ...(page === undefined ? {} : { page }) };
}

/** Length in characters. A shorter sentence is shown with the next one. */
const tellingLength = 60;

/** Weighs a word by how few of the passages contain it. */
function rarityIn(passages: readonly Passage[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const { title, text } of passages)
    for (const stem of new Set(contentStems(`${title} ${text}`, assumedLanguage))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + passages.length / (counts.get(stem) ?? 1));
}
