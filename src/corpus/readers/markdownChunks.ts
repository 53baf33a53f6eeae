import { MarkdownLines } from './markdownLines.ts';

/** A part of a Markdown text that has the same meaning parsed separately as in the whole. */
export interface MarkdownChunk {
  readonly start: number;
  readonly end: number;
  /** Definitions in other chunks that this chunk refers to; parsed after it. */
  readonly definitions: string;
  /** True when a paragraph has so many brackets and emphasis marks that the parser, quadratic in them, must not see them. */
  readonly isDense: boolean;
}

/**
 * Cuts a long text at the start of a top-level block or list item, so that memory and time stay in proportion to its length. A short text
 * stays whole.
 * @param start offset of the first line to look at
 */
export function markdownChunks(text: string, start: number): readonly MarkdownChunk[] {
  const cuts: number[] = [start];
  const openAt: boolean[] = [];
  const tracker = new MarkdownLines();
  for (const line of linesOf(text, start)) {
    const content = text.slice(line.start, line.end);
    if (tracker.canCutBefore(content, line.start - (cuts.at(-1) ?? 0))) {
      cuts.push(line.start);
      openAt.push(tracker.isInsideBefore(content));
    }
    tracker.pass(content);
  }
  openAt.push(tracker.isInsideBefore(''));
  const defined = cuts.length > 1 ? definitionsIn(text.slice(start)) : new Map<string, string>();
  return cuts.map((from, i) => {
    const end = cuts[i + 1] ?? text.length;
    const chunk = text.slice(from, end);
    return { start: from, end, definitions: openAt[i] === true ? '' : definitionsFor(chunk, defined), isDense: isDense(chunk) };
  });
}

const MAX_EMPHASES = 1000;
const MAX_BRACKETS = 5000;

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

/** Link and footnote definitions by label. For a footnote, only the fact that it exists. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [line, label = ''] of text.matchAll(/^ {0,3}\[([^\]\r\n]{1,999})\]:[ \t]*\S[^\r\n]*/gm)) {
    const key = normalized(label);
    // A long target, such as an image's data, names no document.
    const isShort = line.length <= MAX_DEFINITION_CHARS;
    if (!found.has(key)) found.set(key, label.startsWith('^') || !isShort ? `[${label}]: #` : line);
  }
  return found;
}

function definitionsFor(chunk: string, defined: ReadonlyMap<string, string>): string {
  if (defined.size === 0) return '';
  const wanted = new Set<string>();
  let chars = 0;
  for (const [, label = ''] of chunk.matchAll(/\[([^[\]]{1,999})\]/g)) {
    const definition = defined.get(normalized(label));
    if (definition === undefined || wanted.has(definition) || (chars += definition.length) > MAX_DEFINITIONS_CHARS) continue;
    wanted.add(definition);
  }
  return [...wanted].join('\n\n');
}

const MAX_DEFINITION_CHARS = 2000;
/** Limit per chunk. A hundred links with long addresses take a tenth of it. */
const MAX_DEFINITIONS_CHARS = 100_000;

function normalized(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Lists and tables start new inline text on each line. Other paragraphs that people write have 200 emphasis marks at most, but may have
 * more links.
 */
function isDense(chunk: string): boolean {
  let brackets = 0;
  let emphases = 0;
  for (let i = 0, isLineStart = true, isBlank = false; i < chunk.length; i++) {
    const char = chunk.charCodeAt(i);
    if (char === 10 || char === 13) {
      if (isBlank) brackets = emphases = 0;
      isLineStart = isBlank = true;
      continue;
    }
    if (char === 32 || char === 9) continue;
    if (isLineStart && (char === 124 || char === 45 || char === 43 || (char === 42 && chunk.charCodeAt(i + 1) === 32)))
      brackets = emphases = 0;
    isLineStart = isBlank = false;
    if ((char === 42 || char === 95 || char === 126) && ++emphases > MAX_EMPHASES) return true;
    if ((char === 91 || char === 93) && ++brackets > MAX_BRACKETS) return true;
  }
  return false;
}
