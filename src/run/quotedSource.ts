/** Finds the words of passages in the documents as they are now. */
import { linesHash } from '../citations/anchor.ts';
import { findQuote } from '../citations/findQuote.ts';
import { quoteIn, quotePlace } from '../citations/locate.ts';
import type { TextRange } from '../citations/readText.ts';
import { pagesOf, type Passage } from '../protocol/passage.ts';
import type { Citation } from '../protocol/trace.ts';
import type { Memo } from '../trace/recorder.ts';

/** Lines of a document as it is now, 1-based and inclusive; null when the document is gone or shorter. */
export type SourceLines = (path: string, startLine: number, endLine: number) => Promise<readonly string[] | null>;

/** A citation before it has a number. */
export type FoundCitation = Omit<Citation, 'n' | 'nodeId'>;

/** Titles are above them. */
const mostTitleLines = 40;

/** The documents as they are now. The same lines are read once. */
export class QuotedSource {
  readonly #sourceLines: SourceLines;
  readonly #memo: Memo;
  readonly #read = new Map<string, Promise<readonly string[] | null>>();

  constructor(sourceLines: SourceLines, memo: Memo) {
    this.#sourceLines = sourceLines;
    this.#memo = memo;
  }

  /** @returns undefined when the document no longer has these words there */
  async find(passage: Passage, { start, end }: TextRange): Promise<FoundCitation | undefined> {
    const place = quotePlace(passage, start, end);
    if (place === undefined) return undefined;
    const { path, id: passageId, documentHash } = passage;
    const { startLine, endLine, startOffset, endOffset } = place.range;
    const at = { path, startLine: startLine + 1, endLine: Math.max(endLine, startLine + 1) };
    const lines = await this.#linesAt(at);
    const source = lines ? quoteIn(place, lines) : undefined;
    if (!lines || source === undefined) return undefined;
    const text = passage.text.slice(start, end);
    return {
      ...{ ...at, ...pagesOf(passage, startOffset, endOffset), quote: source, ...(text === source ? {} : { text }) },
      ...{ documentHash, passageId, linesHash: linesHash(lines) },
    };
  }

  /**
   * The lines at the beginning of the passage's document that have words of its title.
   * @returns undefined where they do not, or no longer
   */
  async findTitle({ path, id: passageId, documentHash, range: { endLine } }: Passage, words: string): Promise<FoundCitation | undefined> {
    const last = Math.min(mostTitleLines, endLine);
    const lines = await this.#linesAt({ path, startLine: 1, endLine: last });
    const text = lines?.join('\n');
    const place = text === undefined ? undefined : findQuote(text, words);
    if (!lines || text === undefined || !place) return undefined;
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    const [startLine, to] = [lineAt(place.start), lineAt(place.end)];
    return {
      ...{ path, startLine, endLine: to, quote: text.slice(place.start, place.end) },
      ...{ documentHash, passageId, linesHash: linesHash(lines.slice(startLine - 1, to)) },
    };
  }

  #linesAt(at: Pick<Citation, 'path' | 'startLine' | 'endLine'>): Promise<readonly string[] | null> {
    const { path, startLine, endLine } = at;
    const key = `${path} ${startLine} ${endLine}`;
    const known = this.#read.get(key);
    if (known) return known;
    const read = this.#memo.remember('source-lines', at, () => this.#sourceLines(path, startLine, endLine));
    this.#read.set(key, read);
    return read;
  }
}
