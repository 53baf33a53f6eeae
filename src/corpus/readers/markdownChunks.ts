/** A part of a Markdown text that means alone what it means in the whole. */
export interface MarkdownChunk {
  readonly start: number;
  readonly end: number;
  /** What the chunk refers to and other chunks define; to be parsed after it. */
  readonly definitions: string;
  /** A paragraph has so many brackets and emphasis marks that the parser, quadratic in them, must be kept from looking at them. */
  readonly isDense: boolean;
}

/**
 * Cuts a long text where a top-level block or list item begins, so that memory and time stay in proportion to its length; a short one stays whole.
 * @param start offset of the first line to look at.
 */
export function markdownChunks(text: string, start: number): readonly MarkdownChunk[] {
  const cuts: number[] = [start];
  const openAt: boolean[] = [];
  const tracker = new LineTracker();
  for (const line of linesOf(text, start)) {
    if (line.start - (cuts.at(-1) ?? 0) >= CHUNK_CHARS && tracker.canCutBefore(text.slice(line.start, line.end))) {
      cuts.push(line.start);
      openAt.push(false);
    }
    tracker.pass(text.slice(line.start, line.end));
  }
  openAt.push(tracker.isInside);
  const defined = cuts.length > 1 ? definitionsIn(text.slice(start)) : new Map<string, string>();
  return cuts.map((from, i) => {
    const end = cuts[i + 1] ?? text.length;
    const chunk = text.slice(from, end);
    return { start: from, end, definitions: openAt[i] === true ? '' : definitionsFor(chunk, defined), isDense: isDense(chunk) };
  });
}

const CHUNK_CHARS = 12_000;
const MAX_MARKS = 5000;

/** Knows, line by line, whether a new top-level block may begin. */
class LineTracker {
  #fence: { readonly mark: string; readonly isIndented: boolean } | undefined;
  #htmlEnd: RegExp | undefined;
  #previous = '';

  get isInside(): boolean {
    return this.#fence !== undefined || this.#htmlEnd !== undefined;
  }

  canCutBefore(line: string): boolean {
    const isItem = LIST_ITEM.test(line);
    if (this.#htmlEnd !== undefined || (this.#fence !== undefined && !this.#leavesItem(line))) return false;
    return (this.#previous.trim() === '' && /^\S/.test(line)) || (isItem && LIST_ITEM.test(this.#previous));
  }

  pass(line: string): void {
    if (this.#leavesItem(line)) this.#fence = undefined;
    if (this.#htmlEnd?.test(line) === true) this.#htmlEnd = undefined;
    else if (this.#htmlEnd === undefined) this.#passText(line);
    this.#previous = line;
  }

  #passText(line: string): void {
    const fence = FENCE.exec(line);
    const mark = fence?.[2] ?? '';
    if (this.#fence !== undefined) {
      if (mark.startsWith(this.#fence.mark) && /^[`~]*\s*$/.test(line.slice(line.indexOf(mark)))) this.#fence = undefined;
    } else if (mark !== '') this.#fence = { mark, isIndented: (fence?.[1] ?? '') !== '' };
    else {
      const tag = /^ {0,3}<(?:(script|pre|style|textarea)\b|!--)/i.exec(line);
      const end = tag === null ? undefined : tag[1] === undefined ? /-->/ : new RegExp(`</${tag[1]}>`, 'i');
      this.#htmlEnd = end?.test(line) === true ? undefined : end;
    }
  }

  /** A fence inside a list item or quote ends with it. */
  #leavesItem(line: string): boolean {
    return this.#fence?.isIndented === true && this.#previous.trim() === '' && /^[^\s>]/.test(line);
  }
}

const FENCE = /^([ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^[-*+] +\S/;

function* linesOf(text: string, start: number): Generator<{ readonly start: number; readonly end: number }> {
  const breaks = /\r\n|\n|\r/g;
  breaks.lastIndex = start;
  let from = start;
  for (let match = breaks.exec(text); match !== null; match = breaks.exec(text)) {
    yield { start: from, end: match.index };
    from = breaks.lastIndex;
  }
  yield { start: from, end: text.length };
}

/** Link and footnote definitions by label; of a footnote only that there is one. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [line, label = ''] of text.matchAll(/^ {0,3}\[([^\]\r\n]{1,999})\]:[ \t]*\S[^\r\n]*/gm)) {
    const key = normalized(label);
    if (!found.has(key)) found.set(key, label.startsWith('^') ? `[${label}]: .` : line);
  }
  return found;
}

function definitionsFor(chunk: string, defined: ReadonlyMap<string, string>): string {
  if (defined.size === 0) return '';
  const wanted = new Set<string>();
  for (const [, label = ''] of chunk.matchAll(/\[([^[\]]{1,999})\]/g)) {
    const definition = defined.get(normalized(label));
    if (definition !== undefined) wanted.add(definition);
  }
  return [...wanted].join('\n\n');
}

function normalized(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Lists and tables start a new run of inline text on each line. */
function isDense(chunk: string): boolean {
  let marks = 0;
  for (let i = 0, isLineStart = true, isBlank = false; i < chunk.length; i++) {
    const char = chunk.charCodeAt(i);
    if (char === 10 || char === 13) {
      if (isBlank) marks = 0;
      isLineStart = isBlank = true;
      continue;
    }
    if (char === 32 || char === 9) continue;
    if (isLineStart && (char === 124 || char === 45 || char === 43)) marks = 0;
    isLineStart = isBlank = false;
    if ((char === 42 || char === 91 || char === 95 || char === 126 || char === 93) && ++marks > MAX_MARKS) return true;
  }
  return false;
}
