/** What a run without an answer came closest with: its best evidence, each passage with the sentence that says most of what was asked. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { locate } from '../citations/locate.ts';
import { contentStems } from '../citations/support.ts';
import { pageAt, type Passage, type SourceRange } from '../protocol/passage.ts';
import type { Trace, TraceNode } from '../protocol/trace.ts';

export interface BestPassage {
  readonly passage: Passage;
  /** The node whose evidence it is. */
  readonly nodeId: string;
  /** A sentence of the passage’s text. */
  readonly quote: string;
  /** Where the sentence is in the document. */
  readonly range: SourceRange;
  /** From 1; absent in formats without pages. */
  readonly page?: number;
}

/**
 * Best first, each passage once, none that a model wrote. They are the evidence of the steps that found no answer and of what looked at the question as a whole;
 * a passage that several of them rank high comes before one that a single one does. Ties go to the earlier step.
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

/** As in reciprocal rank fusion. */
const fusionConstant = 60;

function lookingNodes({ nodes }: Trace): readonly TraceNode[] {
  const looked = nodes.filter(({ status, evidence }) => status !== 'superseded' && status !== 'rejected' && evidence.length > 0);
  const inVain = looked.filter(
    ({ kind, answer, abstained }) => answer === null || abstained === true || kind === 'root' || kind === 'meta' || kind === 'final',
  );
  return inVain.length > 0 ? inVain : looked;
}

/** The sentence whose words, the rare ones above all, are those of the question; the first on ties, and where none shares a word. */
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

/** In characters: a shorter sentence is shown with the next. */
const tellingLength = 60;

/** How few of the passages have a word. */
function rarityIn(passages: readonly Passage[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const { title, text } of passages)
    for (const stem of new Set(contentStems(`${title} ${text}`, assumedLanguage))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + passages.length / (counts.get(stem) ?? 1));
}
