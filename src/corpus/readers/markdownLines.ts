/** Tracks, line by line, whether a new top-level block can begin. */
export class MarkdownLines {
  #fence: Fence | undefined;
  #html: { readonly end: RegExp; readonly isIndented: boolean } | undefined;
  #isInTable = false;
  /** The indentation of lines that belong to the quote or item above; undefined outside of both. */
  #itemIndent: number | undefined;
  /** The number of less indented lines that may still continue the item's paragraph. */
  #lazyLines = 0;
  #previous = '';
  #beforePrevious = '';

  /** Whether a line is part of a block of code or HTML. */
  isInsideBefore(line: string): boolean {
    return this.#html !== undefined || (this.#fence !== undefined && !this.#leavesItem(line));
  }

  /** @param chars characters since the last cut */
  canCutBefore(line: string, chars: number): boolean {
    // The parser's time grows with the square of the number of lazy lines.
    if (this.#lazyLines >= MAX_LAZY_LINES && !this.#isCertainlyInside) return true;
    if (chars < MIN_CHUNK_CHARS) return false;
    if (this.isInsideBefore(line)) return chars >= MAX_CHUNK_CHARS && !this.#isCertainlyInside;
    // The parser's time also grows with the square of the number of underlined headings.
    if (/^=+[ \t]*$/.test(this.#previous)) return true;
    if (chars < CHUNK_CHARS) return false;
    if (this.#previous.trim() === '' && /^\S/.test(line)) return true;
    if ((BULLET.test(line) && BULLET.test(this.#previous)) || (NUMBER.test(line) && NUMBER.test(this.#previous))) return true;
    return chars >= MAX_CHUNK_CHARS && !this.#isInTable;
  }

  pass(line: string): void {
    if (this.#leavesItem(line)) this.#fence = undefined;
    if (this.#html?.end.test(line) === true) this.#html = undefined;
    else if (this.#html === undefined) this.#passText(line);
    this.#passParagraph(line);
    this.#beforePrevious = this.#previous;
    this.#previous = line;
  }

  #passText(line: string): void {
    const [, prefix = '', mark = ''] = FENCE.exec(line) ?? [];
    if (this.#fence !== undefined) {
      const isClosing = mark.startsWith(this.#fence.mark) && /^[`~]*\s*$/.test(line.slice(line.indexOf(mark)));
      if (isClosing && (this.#fence.place !== 'top' || /^ {0,3}$/.test(prefix))) this.#fence = undefined;
    } else if (mark !== '') this.#fence = { mark, place: placeOf(prefix) };
    else {
      const tag = /^( {0,3})<(?:(script|pre|style|textarea)(?=[\s>]|$)|!--)/i.exec(line);
      const end = tag === null ? undefined : tag[2] === undefined ? /-->/ : new RegExp(`</${tag[2]}>`, 'i');
      this.#html = end === undefined || end.test(line) ? undefined : { end, isIndented: tag?.[1] !== '' };
    }
  }

  #passParagraph(line: string): void {
    if (line.trim() === '' || this.#isCertainlyInside) {
      this.#isInTable = false;
      this.#itemIndent = undefined;
      this.#lazyLines = 0;
      return;
    }
    const [prefix] = CONTAINERS.exec(line) ?? [];
    if (prefix !== undefined) {
      this.#itemIndent = prefix.includes('>') ? Number.POSITIVE_INFINITY : prefix.length;
      this.#lazyLines = 0;
    } else if (this.#itemIndent !== undefined && line.search(/\S/) < this.#itemIndent) this.#lazyLines++;
    // Rows need no bars; the header is the first line of its paragraph.
    const isRule = /^[ \t|:-]+$/.test(line) && line.includes('-');
    if (isRule && this.#previous.includes('|') && this.#beforePrevious.trim() === '') this.#isInTable = true;
  }

  /** A construct that begins at the left margin is not inside an item or quote that could have ended. */
  get #isCertainlyInside(): boolean {
    return this.#fence?.place === 'top' || this.#html?.isIndented === false;
  }

  /** A fence inside a list item or quote ends with it. */
  #leavesItem(line: string): boolean {
    if (this.#fence === undefined || this.#fence.place === 'top') return false;
    if (this.#fence.place === 'quote') return !/^ {0,3}>/.test(line);
    return (this.#fence.place === 'item' || this.#previous.trim() === '') && /^[^\s>]/.test(line);
  }
}

interface Fence {
  readonly mark: string;
  /** `indented`: possibly in an item. */
  readonly place: 'top' | 'indented' | 'item' | 'quote';
}

function placeOf(prefix: string): Fence['place'] {
  if (prefix === '') return 'top';
  if (prefix.trim() === '') return 'indented';
  return prefix.trimStart().startsWith('>') ? 'quote' : 'item';
}

const MIN_CHUNK_CHARS = 3000;
const CHUNK_CHARS = 12_000;
/** Longer chunks are cut at any line start that is not in a table or in code. */
const MAX_CHUNK_CHARS = 24_000;
const MAX_LAZY_LINES = 50;

const FENCE = /^([ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/;
const BULLET = /^[-*+] +\S/;
const NUMBER = /^\d{1,9}[.)] +\S/;
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/;
