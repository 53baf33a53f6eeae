import { foldStretch, foldText, isLetter, plainCharacters } from './fold.ts';
import { CONTAINER_LINE } from './containerLines.ts';
import type { Fold, FoldedText } from './fold.ts';

/**
 * Folds plain words, and marks that would keep the parser busy: micromark's time grows with the square of their number, or the cube of
 * their depth.
 */
export function foldMarkdown(markdown: string): FoldedText {
  return foldText(markdown, new Folder(markdown).run());
}

class Folder {
  readonly #markdown: string;
  readonly #folds: Fold[] = [];
  readonly #unclosed = new Map<string, number>();
  #brackets = 0;
  #parentheses = 0;
  #isInTag = false;
  /** Open containers that a fence closes. */
  #fences = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  /**
   * Stretches without their first and last words, whose meaning may depend on the text around them. Text in brackets, in a link's
   * destination or after `<` is not folded until the mark is closed or the paragraph ends, because spaces and names matter there.
   */
  run(): readonly Fold[] {
    const markdown = this.#markdown;
    for (let i = this.#lineStart(0); i < markdown.length;) {
      const code = markdown.charCodeAt(i);
      if (isLetter(code) && this.#brackets === 0 && this.#parentheses === 0 && !this.#isInTag) {
        i = foldStretch(markdown, i, isPlain, this.#folds);
        continue;
      }
      i++;
      if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        if (isBlankFrom(markdown, i)) this.#endParagraph();
        i = this.#lineStart(i);
      } else if (code === BACKTICK) i = this.#backticks(i - 1);
      else if (code === LESS_THAN) i = this.#tag(i);
      else if (code === GREATER_THAN) this.#endTag(i);
      else if (code === BACKSLASH) i++;
      else this.#bracket(code, i);
    }
    return this.#folds;
  }

  /** @param i offset after the bracket */
  #bracket(code: number, i: number): void {
    if (code === LEFT_BRACKET) this.#brackets++;
    else if (code === RIGHT_BRACKET) {
      if (this.#brackets > 0) this.#brackets--;
      if (this.#markdown.charCodeAt(i) === LEFT_PARENTHESIS) this.#parentheses++;
    } else if (this.#parentheses > 0 && code === LEFT_PARENTHESIS && this.#markdown.charCodeAt(i - 2) !== RIGHT_BRACKET)
      this.#parentheses++;
    else if (this.#parentheses > 0 && code === RIGHT_PARENTHESIS) this.#parentheses--;
  }

  #endParagraph(): void {
    this.#brackets = this.#parentheses = 0;
    this.#isInTag = false;
    this.#unclosed.clear();
  }

  /**
   * Folds the marks of quotes and list items that are nested too deeply.
   * @returns the offset where the line continues after its marks and a tag
   */
  #lineStart(start: number): number {
    let at = start;
    for (let depth = 0; ; depth++) {
      CONTAINER.lastIndex = at;
      const [mark = '', indent = ''] = CONTAINER.exec(this.#markdown) ?? [];
      if (mark === '') break;
      const isTooDeep = depth >= MAX_DEPTH || columnOf(this.#markdown, start, at + indent.length) >= MAX_COLUMN;
      if (isTooDeep && !isRule(this.#markdown, at)) {
        at = this.#foldMarks(at + indent.length);
        break;
      }
      if (isTooDeep) break;
      at += mark.length;
    }
    // A comment at the start of a line takes all lines up to its end.
    HTML_BLOCK.lastIndex = at;
    const block = HTML_BLOCK.exec(this.#markdown)?.[0] ?? '';
    this.#isInTag ||= block !== '';
    return block === '' ? this.#containerLine(start, at) : at + block.length;
  }

  /** Folds nothing in a line that opens a container, whose title is between marks, and the marks of one that is nested too deeply. */
  #containerLine(lineStart: number, at: number): number {
    CONTAINER_LINE.lastIndex = at;
    const [line = '', indent = '', mark = ''] = CONTAINER_LINE.exec(this.#markdown) ?? [];
    if (line === '') return at;
    const end = at + indent.length + mark.length;
    const hasFence = /^[`~]/.test(mark);
    const isOpening = !hasFence || line.includes('{');
    if (isOpening && (columnOf(this.#markdown, lineStart, end) >= MAX_COLUMN || (hasFence && this.#fences >= MAX_DEPTH))) {
      this.#folds.push({ start: at + indent.length, end });
      return end;
    }
    if (hasFence) this.#fences = Math.max(0, this.#fences + (isOpening ? 1 : -1));
    return at + line.length;
  }

  #foldMarks(start: number): number {
    CONTAINERS.lastIndex = start;
    const end = start + (CONTAINERS.exec(this.#markdown)?.[0].trimEnd().length ?? 0);
    this.#folds.push({ start, end });
    return end;
  }

  /** Folds a run of backticks longer than any inline code needs. */
  #backticks(start: number): number {
    let end = start + 1;
    while (this.#markdown.charCodeAt(end) === BACKTICK) end++;
    if (end - start > MAX_BACKTICKS) this.#folds.push({ start, end });
    return end;
  }

  /**
   * Folds unclosed openings of comments and similar constructs if there are too many, since the parser searches for an end of each.
   * @param i offset after the `<`
   */
  #tag(i: number): number {
    const kind = this.#markdown.charAt(i);
    if (kind === '!' || kind === '?') {
      const end =
        kind === '?' ? '?>' : this.#markdown.startsWith('--', i + 1) ? '-->' : this.#markdown.startsWith('[', i + 1) ? ']]>' : '>';
      const count = (this.#unclosed.get(end) ?? 0) + 1;
      this.#unclosed.set(end, count);
      if (count > MAX_UNCLOSED) {
        this.#folds.push({ start: i - 1, end: i + 1 });
        return i + 1;
      }
    }
    this.#isInTag = true;
    return i;
  }

  #endTag(i: number): void {
    this.#isInTag = false;
    for (const end of this.#unclosed.keys()) if (this.#markdown.startsWith(end, i - end.length)) this.#unclosed.delete(end);
  }
}

/** Characters that cannot be markup inside a line. */
const isPlain = plainCharacters(/[A-Za-z0-9.,;:'"()?%$@/+=-]/);

const MAX_DEPTH = 16;
const MAX_COLUMN = 100;
const MAX_BACKTICKS = 100;
const MAX_UNCLOSED = 10;
const CONTAINER = /([ \t]*)(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$))/y;
const CONTAINERS = /(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)))+/y;
const HTML_BLOCK = / {0,3}<[!?]/y;

/** The column of a place. A tab extends to the next multiple of four, so this is an upper limit. */
function columnOf(text: string, lineStart: number, at: number): number {
  let column = 0;
  for (let i = lineStart; i < at && column < MAX_COLUMN; i++) column += text.charCodeAt(i) === TAB ? 4 : 1;
  return column;
}

/** Whether a line is only stars or hyphens, which is one mark. */
function isRule(text: string, start: number): boolean {
  RULE.lastIndex = start;
  return RULE.test(text);
}

const RULE = /[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)(?=[\r\n]|$)/y;

function isBlankFrom(markdown: string, start: number): boolean {
  for (let i = start; i < markdown.length; i++) {
    const code = markdown.charCodeAt(i);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return true;
    if (code !== BLANK && code !== TAB) return false;
  }
  return true;
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const LEFT_PARENTHESIS = 40;
const RIGHT_PARENTHESIS = 41;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const LEFT_BRACKET = 91;
const BACKSLASH = 92;
const RIGHT_BRACKET = 93;
const BACKTICK = 96;
