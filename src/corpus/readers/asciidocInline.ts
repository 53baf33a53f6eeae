import { addressTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import type { TextWriter } from '../sourceText.ts';
import type { AsciidocAttributes } from './asciidocAttributes.ts';
import { idIn, xrefTarget } from './asciidocLinks.ts';
import { MarkPairs } from './markPairs.ts';
import type { Stretches } from './stretches.ts';
import { walkMarks } from './walkMarks.ts';

/** The document that contains a running text. */
export interface AsciidocDocument {
  readonly path: string;
  readonly attributes: AsciidocAttributes;
  /** Called for each anchor in the text, with its offset in the source. */
  readonly onAnchor: (kind: 'label' | 'citation', name: string, offset: number) => void;
}

/**
 * Writes AsciiDoc's running text as a reader sees it: formatting, links, macros, anchors and escapes without their marks, attributes
 * resolved, footnotes in parentheses. An unclosed mark is text.
 */
export function writeAsciidocText(stretches: Stretches, writer: TextWriter, document: AsciidocDocument): void {
  new AsciidocText(stretches, writer, document).write();
}

class AsciidocText {
  readonly #stretches: Stretches;
  readonly #text: string;
  readonly #writer: TextWriter;
  readonly #document: AsciidocDocument;
  readonly #pairs: MarkPairs;

  constructor(stretches: Stretches, writer: TextWriter, document: AsciidocDocument) {
    this.#stretches = stretches;
    this.#text = stretches.text;
    this.#writer = writer;
    this.#document = document;
    this.#pairs = new MarkPairs(this.#text);
  }

  write(): void {
    walkMarks(this.#text, SPECIAL, {
      copy: (start, end) => this.#copy(start, end),
      mark: ([token], at) => this.#mark(token, at),
      plainLength: (token) => (token.startsWith('http') ? token.length : 1),
    });
  }

  /** @returns the offset where the text continues; `at` when this is not a mark */
  #mark(token: string, at: number): number {
    const closed = this.#pairs.endAt(at);
    if (closed !== undefined) {
      closed.onEnd?.();
      if (closed.made !== '') this.#stretches.make(this.#writer, closed.made, at, closed.end);
      return closed.end;
    }
    if (token.startsWith('\\')) {
      this.#copy(at + 1, at + token.length);
      return at + token.length;
    }
    if (/^[ \t]/.test(token)) return at + token.length;
    if (token.startsWith('&')) return this.#character(token, at);
    if (token.startsWith('{')) return this.#attribute(token, at);
    if (token.startsWith('http')) return this.#url(token, at);
    if (token.endsWith('[') && token.length > 1 && !token.startsWith('[')) return this.#macro(token, at);
    if (/^["'`]{2}$/.test(token) && token !== '``') return this.#curlyQuote(token, at);
    switch (token.charAt(0)) {
      case '[':
        return this.#bracket(token, at);
      case '<':
        return this.#reference(at);
      case '(':
        return this.#indexTerm(token, at);
      case '+':
        return this.#literal(token, at, token.length === 1 && !this.#isConstrained(at));
      case '^':
      case '~':
        return this.#script(at);
    }
    return this.#formatted(token, at);
  }

  /** Bold, italic, monospace and highlight: doubled marks anywhere, single ones only at word boundaries. */
  #formatted(token: string, at: number): number {
    const [unconstrained, constrained] = ENDS.get(token.charAt(0)) ?? [];
    if (unconstrained === undefined || constrained === undefined) return at;
    const isCode = token.startsWith('`');
    if (token.length === 2) {
      const after = isCode ? this.#literal(token, at) : this.#opened(token, at, unconstrained);
      if (after > at) return after;
    }
    if (!this.#isConstrained(at)) return at;
    return isCode ? this.#literal('`', at) : this.#opened(token.charAt(0), at, constrained);
  }

  #opened(mark: string, at: number, end: RegExp): number {
    const start = at + mark.length;
    const next = this.#text.charAt(start);
    return next !== '' && !/\s/.test(next) && this.#pairs.open(mark, start, end) ? start : at;
  }

  /** Superscript and subscript, which contain no spaces. */
  #script(at: number): number {
    SCRIPT.lastIndex = at;
    const script = SCRIPT.exec(this.#text)?.[0];
    if (script === undefined) return at;
    this.#copy(at + 1, at + script.length - 1);
    return at + script.length;
  }

  /** Copies monospace and passed-through text as it is. */
  #literal(mark: string, at: number, isText = false): number {
    const pattern = LITERAL_ENDS.get(mark);
    const start = at + mark.length;
    if (isText || pattern === undefined || !/\S/.test(this.#text.charAt(start))) return at;
    const end = this.#pairs.find(mark, start, pattern);
    if (end === undefined) return at;
    const inner = this.#text.slice(start, end.start);
    const isPassed = mark !== '+' && /^\+[^]+\+$/.test(inner);
    this.#copy(isPassed ? start + 1 : start, isPassed ? end.start - 1 : end.start);
    return end.end;
  }

  #isConstrained(at: number): boolean {
    return at === 0 || !/[\p{L}\p{N}_;:}]/u.test(this.#text.charAt(at - 1));
  }

  /** Writes an attribute's value. If the value is the address of a link, writes the link's text. */
  #attribute(token: string, at: number): number {
    const end = token.indexOf('}') + 1;
    const value = this.#document.attributes.resolve(token.slice(1, end - 1).toLowerCase());
    const isLink = token.endsWith('[') && ADDRESS.test(value ?? token.slice(end));
    if (isLink) {
      const after = this.#bracketed(at + token.length, at, this.#address(token.slice(0, -1)));
      if (after > at) return after;
    }
    if (value === undefined) return at;
    this.#stretches.make(this.#writer, value, at, at + end);
    return at + end;
  }

  #character(token: string, at: number): number {
    const code = Number(/^&#x?/.test(token) ? token.slice(2, -1).replace(/^x/, '0x') : Number.NaN);
    const character = Number.isNaN(code)
      ? CHARACTERS.get(token)
      : code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : undefined;
    if (character === undefined) return at;
    this.#stretches.make(this.#writer, character, at, at + token.length);
    return at + token.length;
  }

  /** `https://place[text]`. Without brackets, the address is the text. */
  #url(token: string, at: number): number {
    if (!token.endsWith('[')) {
      this.#copy(at, at + token.length);
      return at + token.length;
    }
    const start = at + token.length;
    const target = this.#address(token.slice(0, -1));
    if (this.#text.charAt(start) === ']') {
      const from = this.#writer.length;
      this.#copy(at, start - 1);
      this.#writer.link(target, from);
      return start + 1;
    }
    return this.#bracketed(start, at, target);
  }

  #address(written: string): LinkTarget | undefined {
    return addressTarget(this.#document.attributes.resolved(written).replace(/^link:/, ''), this.#document.path);
  }

  #macro(token: string, at: number): number {
    const [, name = '', target = ''] = /^([a-z\d]+):([^]*)\[$/.exec(token) ?? [];
    const start = at + token.length;
    const isEmpty = this.#text.charAt(start) === ']';
    switch (name) {
      case 'footnote':
      case 'footnoteref':
        if (isEmpty) return start + 1;
        if (!this.#pairs.open('[', start, BRACKET_END, { made: ')' })) return at;
        this.#stretches.make(this.#writer, this.#writer.endsWithSpace ? '(' : ' (', at, start);
        return start;
      case 'indexterm':
      case 'icon':
      case 'anchor':
        if (name === 'anchor' && target !== '') this.#document.onAnchor('label', target, this.#stretches.placeOf(at));
        return this.#pairs.find('[', start, BRACKET_END)?.end ?? at;
      case 'stem':
      case 'latexmath':
      case 'asciimath':
      case 'pass': {
        const end = this.#pairs.find('[', start, BRACKET_END);
        if (end !== undefined) this.#copy(start, end.start);
        return end?.end ?? at;
      }
      case 'menu':
        this.#copy(at + 'menu:'.length, start - 1);
        if (!isEmpty) this.#stretches.make(this.#writer, ' > ', start - 1, start);
        break;
      case 'image': {
        const end = this.#pairs.find('[', start, BRACKET_END);
        if (end !== undefined) this.#copy(start, start + (this.#text.slice(start, end.start).split(',', 1)[0] ?? '').length);
        return end?.end ?? at;
      }
      case 'link':
      case 'mailto':
      case 'xref':
        return this.#linkMacro(name, target, start, at);
    }
    return isEmpty ? start + 1 : this.#bracketed(start, at);
  }

  /** Without text in the brackets, the target is the text. */
  #linkMacro(name: string, target: string, start: number, at: number): number {
    const { attributes, path } = this.#document;
    const to = name === 'xref' ? xrefTarget(attributes.resolved(target), path) : name === 'link' ? this.#address(target) : undefined;
    if (this.#text.charAt(start) !== ']') return this.#bracketed(start, at, to);
    const from = this.#writer.length;
    this.#copy(at + name.length + (target.startsWith('#') ? 2 : 1), start - 1);
    this.#writer.link(to, from);
    return start + 1;
  }

  /** The text in a macro's brackets: in quotes, up to the attributes, or all of it. */
  #bracketed(start: number, at: number, target?: LinkTarget): number {
    const from = this.#writer.length;
    QUOTED_TEXT.lastIndex = start;
    const quoted = QUOTED_TEXT.exec(this.#text)?.[0];
    if (quoted !== undefined) {
      this.#copy(start + 1, start + quoted.indexOf('"', 1));
      this.#writer.link(target, from);
      return start + quoted.length;
    }
    return this.#pairs.open('[', start, TEXT_END, { onEnd: () => this.#writer.link(target, from) }) ? start : at;
  }

  /** Drops anchors and roles; keeps `[[[label]]]` in a bibliography. */
  #bracket(token: string, at: number): number {
    if (token === '[[') {
      ANCHOR.lastIndex = at;
      const anchor = ANCHOR.exec(this.#text);
      if (anchor === null) return at;
      const [, key, id = ''] = anchor;
      this.#document.onAnchor(key === undefined ? 'label' : 'citation', key ?? id, this.#stretches.placeOf(at));
      if (key !== undefined) this.#copy(at + 2, at + 4 + key.length);
      return at + anchor[0].length;
    }
    ROLE.lastIndex = at;
    const role = ROLE.exec(this.#text)?.[0];
    if (role === undefined) return at;
    const id = idIn(role);
    if (id !== undefined) this.#document.onAnchor('label', id, this.#stretches.placeOf(at));
    return at + role.length;
  }

  /** A cross-reference: `<<id,text>>`. */
  #reference(at: number): number {
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(this.#text);
    if (found === null) return at;
    const [whole, id = '', comma] = found;
    const end = at + whole.length;
    const target = xrefTarget(id, this.#document.path);
    const from = this.#writer.length;
    const link = { onEnd: () => this.#writer.link(target, from) };
    if (comma !== undefined) return this.#pairs.open('<<', end, REFERENCE_END, link) ? end : at;
    const start = at + (id.startsWith('#') ? 3 : 2);
    this.#copy(start, end - 2);
    link.onEnd();
    return end;
  }

  #indexTerm(token: string, at: number): number {
    const start = at + token.length;
    if (token === '(((') return this.#pairs.find('(((', start, HIDDEN_TERM_END)?.end ?? at;
    return this.#pairs.open('((', start, TERM_END) ? start : at;
  }

  /** Curly quotes, ``"`text`"``, which stay in the text. */
  #curlyQuote(token: string, at: number): number {
    const isOpening = token.endsWith('`');
    const quote = isOpening ? at : at + 1;
    const other = this.#text.charAt(isOpening ? at + 2 : at - 1);
    if (other === '' || /\s/.test(other)) return isOpening ? at : this.#formatted('`', at);
    this.#copy(quote, quote + 1);
    return at + 2;
  }

  #copy(start: number, end: number): void {
    this.#stretches.copy(this.#writer, start, end);
  }
}

const SPECIAL = new RegExp(
  [
    /\\(?:\*\*?|__?|``?|##?|\+{1,3}|[\^~<{(\[:|']|\.{3}|https?:|(?:link|xref|image|footnote|mailto):)/u,
    /[ \t]\+(?=[ \t]*(?:[\r\n]|$))/u,
    /\{\w[\w-]{0,60}\}(?:[^\s\[\]{]{0,500}(?:\{\w[\w-]{0,60}\}[^\s\[\]{]{0,500}){0,3}\[)?/u,
    /&(?:#\d{2,6}|#x[\da-fA-F]{2,5}|[a-z]{2,4});/u,
    /(?:https?|ftp|irc):\/\/[^\s\[\]<>"`]+\[?/u,
    /(?<![\p{L}\p{N}_])(?:(?:link|xref|image|icon|kbd|btn|menu|mailto|footnote|footnoteref|indexterm2?|anchor|stem|latexmath|asciimath|pass):)(?!:)[^\s\[\]]{0,2000}\[/u,
    /["']`(?!`)|`["']/u,
    /\[\[|\[/u,
    /\]|,(?=[ \t]*[\w-]{1,40}=)/u,
    /<<|>>/u,
    /\(\(\(?|\){2,3}/u,
    /\*\*?|__?|``?|##?|\+{1,3}|\^|~/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** An attribute value that is an address, possibly one that begins with an attribute set elsewhere. */
const ADDRESS = /^(?:(?:https?|link|xref|mailto):|(?:\{[\w-]{1,60}\})?\/)/;

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&nbsp;', '\u00a0'],
]);

/** For each mark, the ends of its doubled and of its single form. */
const ENDS: ReadonlyMap<string, readonly [RegExp, RegExp]> = new Map(
  ['*', '_', '#', '`'].map((mark) => {
    const escaped = mark === '*' ? '\\*' : mark;
    return [mark, [new RegExp(escaped + escaped, 'g'), new RegExp(`(?<=[^\\s\\\\])${escaped}(?![\\p{L}\\p{N}_])`, 'gu')]];
  }),
);
const LITERAL_ENDS: ReadonlyMap<string, RegExp> = new Map([
  ['`', /(?<=\S)`(?![\p{L}\p{N}_])/gu],
  ['``', /``/g],
  ['+', /(?<=\S)\+(?![\p{L}\p{N}_])/gu],
  ['++', /\+\+/g],
  ['+++', /\+\+\+/g],
]);
const SCRIPT = /([\^~])[^\s^~]{1,100}\1/y;
const BRACKET_END = /(?<!\\)\]/g;
/** Attributes and the mark for a new window follow a link's text. */
const TEXT_END = /\^?(?:,\s*[\w-]+=[^\]]{0,200})?(?<!\\)\]/g;
const QUOTED_TEXT = /"[^"\]]{1,2000}"[^\]]{0,200}\]/y;
const ANCHOR = /\[\[(?:\[([\w:.-]{1,200})(?:,[^\]]{0,200})?\]|([\p{L}_:][\p{L}\p{N}_:.-]{0,200})(?:,[^\]]{0,200})?)\]\]/uy;
const ROLE = /\[[\w.#%=" -]{1,100}\](?=[*_`#])/y;
const REFERENCE = /<<([#\p{L}\p{N}_:./ -]{1,200})(?:(,[ \t]*)|>>)/uy;
const REFERENCE_END = />>/g;
const HIDDEN_TERM_END = /\)\)\)/g;
const TERM_END = /\)\)/g;
