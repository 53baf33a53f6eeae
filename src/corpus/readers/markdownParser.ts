import type { SyntaxNode } from '@lezer/common';
import { parser, Table, TaskList } from '@lezer/markdown';
import type { BlockContext, DelimiterType, InlineContext, LeafBlock, Line, MarkdownConfig } from '@lezer/markdown';
import { decodedReference } from '../entities.ts';
import { addressTarget, wikiTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import { containerLine } from './containerLines.ts';

/** A Markdown text as a syntax tree with places in the text. */
export interface ParsedMarkdown {
  readonly root: SyntaxNode;
  /** What the links and wiki links refer to, by their start. */
  readonly links: ReadonlyMap<number, LinkTarget>;
}

/**
 * Parses CommonMark with tables, task lists, strikethrough, footnotes, wiki links and containers.
 * @param start offset where the Markdown begins
 * @param path of the document in the folder
 */
export function parseMarkdown(source: string, start: number, path: string): ParsedMarkdown {
  // The parser knows line feeds only, and no blanks after the last bar of a table's row. Everything keeps its place.
  const text = `${start > 0 ? `${' '.repeat(start - 1)}\n` : ''}${source.slice(start)}`
    .replace(/^\ufeff/, ' ')
    .replace(/\r\n?/g, (lineBreak) => (lineBreak.length === 2 ? ' \n' : '\n'))
    .replace(/\|([ \t]+)$/gm, '$1|');
  const links = new Map<number, LinkTarget>();
  const tree = INLINE.configure(brackets(definitionsIn(text), links, path)).parse(text);
  return { root: tree.topNode, links };
}

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Addresses of what looks like a link definition, by normalized label. The first one of a label applies. Footnotes begin with `^`. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const [, footnote, label = '', address = ''] of text.matchAll(DEFINITION)) {
    const key = normalized(footnote ?? label);
    if (!definitions.has(key)) definitions.set(key, destination(address));
  }
  return definitions;
}

/** In lists and quotes, too. After the address is at most a title. */
const DEFINITION =
  /^[ \t>*+-]{0,40}\[(?:(\^[^[\]\s]{1,999})\]:|((?:[^[\]\\]|\\[^]){1,999})\]:[ \t]*(?:\n[ \t]*)?(<(?:[^<>\n\\]|\\.)*>|[^\s<]\S*)(?=[ \t]*$|[ \t]+["'(]))/gm;

function normalized(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** An address without its marks, escapes and character references. */
function destination(written: string): string {
  const plain = written.startsWith('<') ? written.slice(1, -1) : written;
  return plain.replace(
    /\\([!-/:-@[-`{-~])|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,40});/gi,
    (reference, escaped?: string) => escaped ?? decodedReference(reference),
  );
}

/** Bounds the parser's work: a block nested too deeply is a paragraph, a paragraph ends after many characters. */
const bounds: MarkdownConfig = {
  parseBlock: [
    {
      name: 'Depth',
      before: 'LinkReference',
      parse(cx, line) {
        if (cx.depth <= MAX_DEPTH) return false;
        const from = cx.lineStart + line.pos;
        const text = line.text.slice(line.pos);
        cx.addElement(cx.elt('Paragraph', from, from + text.length, cx.parser.parseInline(text, from)));
        cx.nextLine();
        return true;
      },
      endLeaf: (_, __, leaf) => leaf.content.length > MAX_DEFINITION_CHARS && leaf.content.length > longestOf(leaf),
    },
  ],
  parseInline: [
    {
      name: 'Density',
      before: 'Escape',
      parse: (cx, _, at) => (at === cx.offset && isDense(cx.text) ? cx.end : -1),
    },
    {
      name: 'Unmarked',
      before: 'Escape',
      // The parser would ask every part of the grammar about every letter.
      parse: (cx, _, at) => {
        UNMARKED.lastIndex = at - cx.offset;
        return UNMARKED.test(cx.text) ? cx.offset + UNMARKED.lastIndex : -1;
      },
    },
  ],
};

/** What no mark begins with. */
const UNMARKED = /[^\\&`<*_~[\]!]+/y;
const MAX_DEPTH = 40;
const MAX_PARAGRAPH_CHARS = 24_000;
const MAX_DEFINITION_CHARS = 3000;
const TABLE = /^[^\n]*\n[ \t>]*[|:-][|: \t-]*(?:\n|$)/;
const longest = new WeakMap<LeafBlock, number>();

/** The greatest length in characters. The parser reads the whole of a definition again for each line of its title. */
function longestOf(leaf: LeafBlock): number {
  const known = longest.get(leaf);
  if (known !== undefined) return known;
  const { content } = leaf;
  const length = TABLE.test(content) ? Infinity : /^\[[^\]]*\]:/.test(content) ? MAX_DEFINITION_CHARS : MAX_PARAGRAPH_CHARS;
  if (content.includes('\n')) longest.set(leaf, length);
  return length;
}

/** The parser's time grows with the square of the marks in a paragraph. */
const MAX_MARKS = 2000;
const MAX_BRACKETS = 6000;
/** Images can be nested, and trees are walked recursively. */
const MAX_OPEN = 500;

/** Whether a paragraph has more marks than people write: they are left as text. */
function isDense(text: string): boolean {
  return (text.match(/[*_~<]/g)?.length ?? 0) > MAX_MARKS || (text.match(/[[\]]/g)?.length ?? 0) > MAX_BRACKETS;
}

/** Raw HTML in a quote, which ends at a blank line. The parser's own block does not see that a line with only the quote's mark is blank. */
const quotedHtml: MarkdownConfig = {
  parseBlock: [
    {
      name: 'QuotedHTML',
      before: 'HTMLBlock',
      parse(cx, line) {
        if (cx.parentType().name !== 'Blockquote' || !BLOCK_TAG.test(line.text.slice(line.pos))) return false;
        const quotes = Array.from({ length: cx.depth }, (_, depth) => cx.parentType(depth)).filter(({ name }) => name === 'Blockquote');
        const from = cx.lineStart + line.pos;
        const marks = [];
        while (cx.nextLine() && line.markers.length === quotes.length && line.next >= 0) marks.push(...line.markers);
        cx.addElement(cx.elt('HTMLBlock', from, cx.prevLineEnd(), marks));
        return true;
      },
    },
  ],
};

const BLOCK_TAG = /^<\/?(?:blockquote|center|d[dlt]|details|div|figure|h[1-6]|[ou]l|li|p|summary|table|tbody|t[dhr]|thead)(?:\s|\/?>|$)/i;

const footnotes: MarkdownConfig = {
  defineNodes: ['FootnoteReference', 'FootnoteMark', { name: 'Footnote', block: true, composite: continueIndented }],
  parseBlock: [
    {
      name: 'Footnote',
      before: 'FencedCode',
      parse(cx, line) {
        const mark = FOOTNOTE.exec(line.text.slice(line.pos))?.[0];
        if (mark === undefined) return false;
        const from = cx.lineStart + line.pos;
        cx.startComposite('Footnote', line.pos);
        cx.addElement(cx.elt('FootnoteMark', from, from + mark.length));
        line.moveBase(line.pos + mark.length);
        return null;
      },
      endLeaf: (_, line) => line.next === LEFT_BRACKET && FOOTNOTE.test(line.text.slice(line.pos)),
    },
  ],
};

const FOOTNOTE = /^\[\^[^[\]\s]{1,999}\]:/;

/** Titled containers (`containerLines.ts`). Without them, an indented body would be code. */
const containers: MarkdownConfig = {
  defineNodes: [
    'ContainerTitle',
    'ContainerMark',
    { name: 'Container', block: true, composite: continueIndented },
    { name: 'FencedContainer', block: true, composite: continueFenced },
  ],
  parseBlock: [
    {
      name: 'Container',
      before: 'FencedCode',
      parse(cx, line) {
        const end = cx.lineStart + line.text.length;
        const from = cx.lineStart + line.pos;
        if (closedAt.get(cx) === cx.lineStart) {
          cx.addElement(cx.elt('ContainerMark', from, end));
          cx.nextLine();
          return true;
        }
        const opening = openingOf(line);
        if (opening === undefined) return false;
        const { extent, fence = '', title } = opening;
        const titles = title
          ? [
              cx.elt(
                'ContainerTitle',
                from + title[0],
                from + title[1],
                cx.parser.parseInline(line.text.slice(line.pos).slice(...title), from + title[0]),
              ),
            ]
          : [];
        if (extent === 'line') {
          cx.addElement(cx.elt('Container', from, end, titles));
          cx.nextLine();
          return true;
        }
        if (extent === 'indentation') cx.startComposite('Container', line.pos);
        else cx.startComposite('FencedContainer', line.pos, fence.length * CODES + fence.charCodeAt(0));
        for (const element of titles) cx.addElement(element);
        line.moveBase(line.text.length);
        return null;
      },
      endLeaf: (cx, line) => closedAt.get(cx) === cx.lineStart || openingOf(line) !== undefined,
    },
  ],
};

function openingOf(line: Line): ReturnType<typeof containerLine> {
  return '!?=:/`~'.includes(line.text.charAt(line.pos)) ? containerLine(line.text.slice(line.pos)) : undefined;
}

/** Four columns, or a blank line. */
function continueIndented(_: BlockContext, line: Line): boolean {
  if (line.next < 0) return true;
  if (line.indent < line.baseIndent + 4) return false;
  line.moveBaseColumn(line.baseIndent + 4);
  return true;
}

/** @param fence its length and its character */
function continueFenced(cx: BlockContext, line: Line, fence: number): boolean {
  const text = line.text.slice(line.pos).trimEnd();
  const isClosing = line.next === fence % CODES && text === text.charAt(0).repeat(text.length) && text.length >= Math.floor(fence / CODES);
  if (isClosing) closedAt.set(cx, cx.lineStart);
  return !isClosing;
}

const CODES = 256;
/** The start of the last line that closed a container. */
const closedAt = new WeakMap<BlockContext, number>();

/** As on GitHub: one tilde or two. */
const strikethrough: MarkdownConfig = {
  defineNodes: ['Strikethrough', 'StrikethroughMark'],
  parseInline: [
    {
      name: 'Strikethrough',
      after: 'Emphasis',
      parse(cx, next, at) {
        const marks = next === TILDE && cx.char(at - 1) !== TILDE ? /^~{1,2}(?!~)/.exec(cx.slice(at, at + 3))?.[0] : undefined;
        if (marks === undefined) return -1;
        const [before, after] = [kindOf(cx.slice(at - 1, at)), kindOf(cx.slice(at + marks.length, at + marks.length + 1))];
        const opens = after === 'word' || (after === 'punctuation' && before !== 'word');
        const closes = before === 'word' || (before === 'punctuation' && after !== 'word');
        return cx.addDelimiter(marks.length === 1 ? ONE_TILDE : TWO_TILDES, at, at + marks.length, opens, closes);
      },
    },
  ],
};

function kindOf(char: string): 'space' | 'punctuation' | 'word' {
  if (char.trim() === '') return 'space';
  return /[\p{P}\p{S}]/u.test(char) ? 'punctuation' : 'word';
}

const ONE_TILDE: DelimiterType = { resolve: 'Strikethrough', mark: 'StrikethroughMark' };
const TWO_TILDES: DelimiterType = { ...ONE_TILDE };

/** A backslash at the end of a line. Blanks there are no text anyway. */
const hardBreak: MarkdownConfig = {
  parseInline: [
    {
      name: 'HardBreak',
      parse(cx, next, at) {
        const end = next === BACKSLASH ? at + 1 + Number(cx.char(at + 1) === SPACE) : at;
        return end > at && cx.char(end) === LINE_FEED ? cx.addElement(cx.elt('HardBreak', at, end + 1)) : -1;
      },
    },
  ],
};

interface Brackets {
  readonly openers: { readonly type: DelimiterType; readonly from: number; readonly to: number }[];
  /** How many of them are outside of the last link and cannot open another one. */
  outside: number;
}

/**
 * Links, images, wiki links and marks of footnotes. The parser's own links do not know the definitions, so that any brackets would be links
 * and no brackets could be inside a link's text.
 */
function brackets(definitions: ReadonlyMap<string, string>, links: Map<number, LinkTarget>, path: string): MarkdownConfig {
  const states = new WeakMap<InlineContext, Brackets>();
  const open = (cx: InlineContext, from: number, to: number): number => {
    const type: DelimiterType = {};
    const opener = { type, from, to };
    const state = states.get(cx);
    if (state && state.openers.length >= MAX_OPEN) return -1;
    if (state) state.openers.push(opener);
    else states.set(cx, { openers: [opener], outside: 0 });
    return cx.addDelimiter(type, from, to, true, false);
  };
  const close = (cx: InlineContext, at: number): number => {
    const state = states.get(cx);
    const opener = state?.openers.pop();
    if (!state || !opener) return -1;
    const isOutside = state.openers.length < state.outside;
    state.outside = Math.min(state.outside, state.openers.length);
    const { type, from, to } = opener;
    const label = cx.slice(to, at);
    const isImage = to - from === 2;
    const isFootnote = !isImage && label.startsWith('^') && definitions.has(normalized(label));
    if (!isFootnote && !isImage && isOutside) return -1;
    const link = isFootnote ? { end: at + 1, address: '' } : linkAt(cx, at + 1, label, definitions);
    if (link === undefined) return -1;
    const content = cx.takeContent(cx.findOpeningDelimiter(type) ?? 0);
    if (isFootnote) return cx.addElement(cx.elt('FootnoteReference', from, link.end));
    if (!isImage) {
      state.outside = state.openers.length;
      const target = addressTarget(link.address, path);
      if (target) links.set(from, target);
    }
    const marks = [cx.elt('LinkMark', from, to), ...content, cx.elt('LinkMark', at, link.end)];
    return cx.addElement(cx.elt(isImage ? 'Image' : 'Link', from, link.end, marks));
  };
  const wiki = (cx: InlineContext, at: number): number => {
    WIKI_LINK.lastIndex = at - cx.offset;
    const { 0: written, 1: page = '', 2: shown = '' } = WIKI_LINK.exec(cx.text) ?? [''];
    const target = wikiTarget(page, path);
    const end = at + (written?.length ?? 0);
    if (!written || !target || definitions.has(normalized(page)) || linkAt(cx, end, '', definitions)) return -1;
    links.set(at, target);
    const visible = shown.trim() === '' ? page : shown;
    const from = at + written.lastIndexOf(visible);
    const text = cx.elt('WikiText', from, from + visible.length, cx.parser.parseInline(visible, from));
    return cx.addElement(cx.elt('WikiLink', at, end, [text]));
  };
  return {
    parseInline: [
      { name: 'WikiLink', before: 'Link', parse: (cx, next, at) => (next === LEFT_BRACKET || next === EXCLAMATION ? wiki(cx, at) : -1) },
      { name: 'Link', parse: (cx, next, at) => (next === LEFT_BRACKET ? open(cx, at, at + 1) : -1) },
      { name: 'Image', parse: (cx, next, at) => (next === EXCLAMATION && cx.char(at + 1) === LEFT_BRACKET ? open(cx, at, at + 2) : -1) },
      { name: 'LinkEnd', parse: (cx, next, at) => (next === RIGHT_BRACKET ? close(cx, at) : -1) },
    ],
  };
}

/**
 * What follows the bracket that closes a link's text: an address, a label, or nothing.
 * @param label the link's text, which is the label if none follows
 */
function linkAt(
  cx: InlineContext,
  at: number,
  label: string,
  definitions: ReadonlyMap<string, string>,
): { readonly end: number; readonly address: string } | undefined {
  if (cx.char(at) === LEFT_PARENTHESIS) {
    ADDRESS.lastIndex = at - cx.offset;
    const [written, address = ''] = ADDRESS.exec(cx.text) ?? [];
    if (written !== undefined) return { end: at + written.length, address: destination(address) };
  }
  LABEL.lastIndex = at - cx.offset;
  const [written = '', other = ''] = cx.char(at) === LEFT_BRACKET ? (LABEL.exec(cx.text) ?? []) : [];
  const key = other.trim() === '' ? label : other;
  const address = key.length < 1000 ? definitions.get(normalized(key)) : undefined;
  return address === undefined ? undefined : { end: at + written.length, address };
}

const WIKI_LINK = /!?\[\[(?![\s[])([^[\]|\\\r\n]{1,1000})(?:\\?\|([^[\]\r\n]{0,1000}))?\]\]/y;
const PLAIN = String.raw`[^ \t\n()\\]|\\(?:[^ \t\n]|(?=[ \t\n]))`;
const NESTED = String.raw`(?:${PLAIN}|\((?:${PLAIN}|\((?:${PLAIN})*\))*\))+`;
const TITLE = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)`;
/** `(address "title")`. */
const ADDRESS = new RegExp(String.raw`\([ \t\n]*(?:(<(?:[^<>\n\\]|\\.)*>|(?!<)${NESTED})(?:[ \t\n]+(?:${TITLE}))?[ \t\n]*)?\)`, 'y');
const LABEL = /\[((?:[^[\]\\]|\\[^]){0,999})\]/y;

const SPACE = 32;
const LINE_FEED = 10;
const EXCLAMATION = 33;
const LEFT_PARENTHESIS = 40;
const LEFT_BRACKET = 91;
const BACKSLASH = 92;
const RIGHT_BRACKET = 93;
const TILDE = 126;

const INLINE = parser.configure([
  Table,
  TaskList,
  bounds,
  quotedHtml,
  footnotes,
  containers,
  strikethrough,
  hardBreak,
  { defineNodes: ['WikiLink', 'WikiText'] },
]);
