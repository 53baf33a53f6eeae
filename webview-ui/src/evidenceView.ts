/** Derives the evidence cards of a node: where each passage came from, how its rank moved, and the words with the answer. Pure. */
import { t } from '@vscode/l10n';
import type { FromPanel } from '../../src/protocol/panel.ts';
import { listedTitle, pageAt, type MentionPlace, type Passage } from '../../src/protocol/passage.ts';
import type { Citation, Evidence, Trace, TraceNode } from '../../src/protocol/trace.ts';
import { mentionWords } from '../../src/trace/mentionWords.ts';
import { passageTitles } from './passageTitle.ts';
import { shownEvidence } from '../../src/trace/dag/shownEvidence.ts';

export interface EvidenceView {
  readonly passageId: string;
  /** 1-based rank. */
  readonly rank1: number;
  /** Absent when there was no first stage to move from. */
  readonly movement?: Movement;
  readonly score: number | null;
  /** What the score says. */
  readonly scoreAbout: string;
  /** Length of the bar, 0 to 1; absent for scores without a scale, which are comparable within one search only. */
  readonly bar?: number;
  readonly origin: Origin;
  /** The place that mentions the passage, if that is why it was found. */
  readonly mention?: SourceTarget;
  readonly title: string;
  /** Path, then headings from the outermost; a sentence if there is no document. */
  readonly place: readonly string[];
  readonly text: readonly TextSegment[];
  /** The part shown first; equal to `text` when nothing was cut. */
  readonly excerpt: readonly TextSegment[];
  readonly isCut: boolean;
  readonly citations: readonly Citation[];
  /** Found, but not kept for the answer. */
  readonly isLeftOut: boolean;
  /** Absent when the log does not contain the passage, or a model wrote it so that there is no document. */
  readonly target?: SourceTarget;
}

export interface Movement {
  readonly kind: 'up' | 'down' | 'same' | 'new';
  readonly by: number;
  readonly words: string;
}

interface Origin {
  readonly kind: 'first-stage' | 'neighbor' | 'mention' | 'generated';
  readonly words: string;
}

/** A piece of document text, which is data: segments are only ever shown as text. */
export interface TextSegment {
  readonly text: string;
  readonly isMarked: boolean;
}

export type SourceTarget = Pick<
  Extract<FromPanel, { kind: 'open-source' }>,
  'path' | 'startOffset' | 'endOffset' | 'documentHash' | 'page'
>;

interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function evidenceViews(trace: Trace, node: TraceNode): EvidenceView[] {
  const evidence = shownEvidence(trace, node);
  const titleOf = passageTitles(trace, node);
  const scale = isReranked(trace, node) ? barScale(evidence) : undefined;
  return evidence.map((item) => {
    const passage = trace.passages[item.passageId];
    const citations = trace.citations.filter((citation) => citation.nodeId === node.id && citation.passageId === item.passageId);
    const quotes = [node.evidenceQuote ?? '', ...citations.map(({ quote, text = quote }) => text)];
    const marks = passage ? findQuotes(passage.text, quotes) : [];
    const text = passage ? segments(passage.text, { start: 0, end: passage.text.length }, marks) : [];
    const window = passage ? excerptRange(passage.text, marks[0]) : { start: 0, end: 0 };
    const isGenerated = item.source === 'generated';
    const movement = movementOf(item);
    const isCut = passage !== undefined && window.end - window.start < passage.text.length;
    return {
      passageId: item.passageId,
      rank1: item.rank + 1,
      movement,
      score: item.score,
      scoreAbout: scale ? t('How well the passage fits the question') : t('Score of the search. Compare it only with others of this list.'),
      ...(scale && item.score !== null ? { bar: scale(item.score) } : {}),
      origin: originOf(item, titleOf),
      ...(item.mentionedBy ? { mention: placeTarget(item.mentionedBy) } : {}),
      title: passage ? listedTitle(passage) : t('Unknown passage'),
      place: isGenerated ? [t('Not from your documents')] : passage ? placeOf(passage) : [t('The log does not contain this passage.')],
      text,
      excerpt: isCut && passage ? segments(passage.text, window, marks) : text,
      isCut,
      citations,
      isLeftOut: !item.used,
      ...(passage && !isGenerated ? { target: sourceTarget(passage, marks[0]) } : {}),
    };
  });
}

/** Where to open the document: at the marked words if there are any, otherwise at the whole passage. */
export function sourceTarget(passage: Passage, mark: TextRange | undefined): SourceTarget {
  const { path, documentHash, range } = passage;
  const found = mark ? sourceOffsets(passage, mark) : undefined;
  const [startOffset, endOffset] = [found?.start ?? range.startOffset, found?.end ?? range.endOffset];
  const page = pageAt(passage, startOffset);
  return { path, documentHash, startOffset, endOffset, ...(page === undefined ? {} : { page }) };
}

/** Offsets in the source of a piece of the passage's text; undefined when the reader made the whole piece. */
export function sourceOffsets({ runs }: Passage, { start, end }: TextRange): TextRange | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (let i = 0; i + 3 < runs.length; i += 4) {
    const [textStart = 0, sourceOffset = 0, length = 0] = runs.slice(i, i + 3);
    const first = Math.max(start, textStart);
    const last = Math.min(end, textStart + length);
    if (first >= last) continue;
    from ??= sourceOffset + first - textStart;
    to = sourceOffset + last - textStart;
  }
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** The ranges of the quotes in the text, ascending, without overlap. Differences in white space are ignored. */
export function findQuotes(text: string, quotes: readonly string[]): TextRange[] {
  const found: TextRange[] = [];
  for (const quote of quotes) {
    const words = quote.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const match = new RegExp(words.map(escaped).join('\\s+')).exec(text);
    if (match) found.push({ start: match.index, end: match.index + match[0].length });
  }
  const merged: TextRange[] = [];
  for (const range of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const excerptLength = 340;
const beforeMark = 110;

/** A piece of about `excerptLength` characters that contains the mark and ends at word boundaries. */
function excerptRange(text: string, mark: TextRange | undefined): TextRange {
  if (text.length <= excerptLength * 1.3) return { start: 0, end: text.length };
  const wanted = mark && mark.end > excerptLength ? Math.max(0, mark.start - beforeMark) : 0;
  const space = wanted === 0 ? -1 : text.indexOf(' ', wanted);
  const start = space < 0 || (mark && space > mark.start) ? wanted : space + 1;
  const least = Math.max(start + excerptLength, mark?.end ?? 0);
  if (least >= text.length - 20) return { start, end: text.length };
  const end = text.indexOf(' ', least);
  return { start, end: end < 0 ? text.length : end };
}

export function segments(text: string, window: TextRange, marks: readonly TextRange[]): TextSegment[] {
  const parts: TextSegment[] = [];
  const push = (start: number, end: number, isMarked: boolean): void => {
    const from = Math.max(start, window.start);
    const to = Math.min(end, window.end);
    if (from < to) parts.push({ text: text.slice(from, to), isMarked });
  };
  if (window.start > 0) parts.push({ text: '… ', isMarked: false });
  let at = 0;
  for (const mark of marks) {
    push(at, mark.start, false);
    push(mark.start, mark.end, true);
    at = mark.end;
  }
  push(at, text.length, false);
  if (window.end < text.length) parts.push({ text: ' …', isMarked: false });
  return parts;
}

function movementOf({ rank, firstStageRank, source }: Evidence): Movement | undefined {
  if (firstStageRank === undefined && source !== 'frontier') return undefined;
  const rank1 = rank + 1;
  if (firstStageRank === undefined) return { kind: 'new', by: 0, words: t('Rank {0}; the search itself did not find it', rank1) };
  const by = Math.abs(firstStageRank - rank);
  const kind = by === 0 ? 'same' : firstStageRank > rank ? 'up' : 'down';
  return {
    kind,
    by,
    words:
      kind === 'same'
        ? t('Rank {0}, as in the search', rank1)
        : kind === 'up'
          ? t('Rank {0}, up from {1} in the search', rank1, firstStageRank + 1)
          : t('Rank {0}, down from {1} in the search', rank1, firstStageRank + 1),
  };
}

function placeTarget({ path, documentHash, startOffset, endOffset }: MentionPlace): SourceTarget {
  return { path, documentHash, startOffset, endOffset };
}

function originOf({ source, score, via, mentionedBy }: Evidence, titleOf: (passageId: string) => string): Origin {
  if (mentionedBy) return { kind: 'mention', words: mentionWords(mentionedBy) };
  if (source === 'frontier') {
    return { kind: 'neighbor', words: via === undefined ? t('related passage') : t('related to {0}', titleOf(via)) };
  }
  if (source === 'generated') return { kind: 'generated', words: t('written by the model') };
  if (source !== 'search') return { kind: 'first-stage', words: t('found by the search') };
  return {
    kind: 'first-stage',
    words: score === null ? t('begins a document found for the question') : t('closest to the whole question'),
  };
}

function placeOf({ path, headings, title }: Passage): string[] {
  return [path, ...headings.filter((heading) => heading !== title)];
}

function isReranked({ reranks }: Trace, { id, nar }: TraceNode): boolean {
  return nar !== undefined || reranks.some((rerank) => rerank.node === id);
}

/** Scores in [0, 1] are drawn unchanged, others (logits) through the sigmoid, so that the bars of one node are comparable. */
export function barScale(scored: readonly { readonly score: number | null }[]): (score: number) => number {
  const isUnit = scored.every(({ score }) => score === null || (score >= 0 && score <= 1));
  return isUnit ? (score) => score : (score) => (score >= 0 ? 1 / (1 + Math.exp(-score)) : Math.exp(score) / (1 + Math.exp(score)));
}
