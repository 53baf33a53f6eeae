import type { TextWriter } from '../sourceText.ts';
import { MarkPairs } from './markPairs.ts';
import type { RstDefinitions } from './rstLinks.ts';
import type { Stretches } from './stretches.ts';
import { walkMarks } from './walkMarks.ts';

/** The document that contains a running text. */
export interface RstDocument {
  readonly definitions: RstDefinitions;
  /** Called for each target in the text, with its offset in the source. */
  readonly onTarget: (name: string, offset: number) => void;
}

/**
 * Writes reStructuredText's running text as a reader sees it: roles, links, emphasis, literals and escapes without their marks,
 * substitutions resolved, references to automatically numbered footnotes dropped. An unclosed mark is text.
 */
export function writeRstText(stretches: Stretches, writer: TextWriter, document: RstDocument): void {
  new RstText(stretches, writer, document).write();
}

class RstText {
  readonly #stretches: Stretches;
  readonly #text: string;
  readonly #writer: TextWriter;
  readonly #document: RstDocument;
  readonly #pairs: MarkPairs;

  constructor(stretches: Stretches, writer: TextWriter, document: RstDocument) {
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
      plainLength: (token) => (token.startsWith('\\') ? token.length : 1),
    });
  }

  /** @returns the offset where the text continues; `at` when this is not a mark */
  #mark(token: string, at: number): number {
    if (token.startsWith('\\')) return this.#escape(at);
    // References to automatically numbered footnotes, also alone in parentheses.
    if (/\]_[^[]*$/.test(token)) return at + token.length;
    if (token === '_') return this.#reference(at);
    if (!this.#canOpen(at, token.length)) return at;
    if (token === '``') return this.#literal(at);
    if (token.endsWith('`')) return this.#interpreted(token, at);
    if (token === '|') return this.#substitution(at);
    if (token === '[') return this.#footnote(at);
    const end = this.#pairs.find(token, at + token.length, token === '*' ? EMPHASIS_END : STRONG_END);
    if (end === undefined) return at;
    this.#copyEscaped(at + token.length, end.start);
    return end.end;
  }

  #escape(at: number): number {
    const next = this.#text.charAt(at + 1);
    if (next === '') return at;
    if (!/\s/.test(next)) this.#copy(at + 1, at + 2);
    return at + 2;
  }

  #literal(at: number): number {
    const end = this.#pairs.find('``', at + 2, LITERAL_END);
    if (end === undefined) return at;
    this.#copy(at + 2, end.start);
    return end.end;
  }

  /** `:role:` with its text, or a link with its target, and what follows the closing mark. */
  #interpreted(token: string, at: number): number {
    const before = ROLE.exec(token.slice(-MAX_NAME_CHARS))?.[1] ?? '';
    const role = before.slice(before.lastIndexOf(':') + 1);
    const start = at + token.length;
    const end = this.#pairs.find('`', start, INTERPRETED_END);
    if (end === undefined) return at;
    if (role === 'math' || role === 'raw') this.#copy(start, end.start);
    else {
      const from = this.#writer.length;
      const shown = this.#beforeTarget(start, end.start);
      const isNumber = (role === 'pep' || role === 'rfc') && shown === end.start;
      if (isNumber) this.#stretches.make(this.#writer, `${role.toUpperCase()} `, at, start);
      this.#copyEscaped(/^[~!]/.test(this.#text.charAt(start)) ? start + 1 : start, shown);
      this.#link(before, start, shown, end, from);
    }
    return end.end;
  }

  /** The end of the text in `text <target>`. A target without text is the text. */
  #beforeTarget(start: number, end: number): number {
    const inner = this.#text.slice(start, end);
    const text = inner.endsWith('>') ? inner.slice(0, Math.max(0, inner.lastIndexOf('<'))).trimEnd() : '';
    return text.trim() === '' ? end : start + text.length;
  }

  /** Makes what was written from `from` on the text of a link, if the role or the closing mark says so. */
  #link(
    before: string,
    start: number,
    shown: number,
    { start: close, end }: { readonly start: number; readonly end: number },
    from: number,
  ): void {
    const { definitions, onTarget } = this.#document;
    const [, suffix = '', after = ''] = CLOSING.exec(this.#text.slice(close, end)) ?? [];
    const inner = this.#text.slice(shown, close).trim();
    const isEmbedded = shown < close;
    const written = isEmbedded ? inner.slice(1, -1) : this.#text.slice(start, close);
    const role = before === '' ? after : before;
    if (this.#text.charAt(start - 2) === '_' && role === '') onTarget(written, this.#stretches.placeOf(start));
    else if (role !== '') this.#writer.link(definitions.role(role, written), from);
    else if (suffix !== '' && isEmbedded) this.#writer.link(definitions.embedded(written), from);
    else if (suffix !== '') this.#writer.link(suffix === '__' ? definitions.anonymous() : definitions.named(written), from);
  }

  #substitution(at: number): number {
    const end = this.#pairs.find('|', at + 1, SUBSTITUTION_END);
    if (end === undefined) return at;
    const resolved = this.#document.definitions.substitutions.resolve(this.#text.slice(at + 1, end.start).replace(/\s+/g, ' '));
    if (resolved === undefined) this.#copyEscaped(at + 1, end.start);
    else this.#stretches.make(this.#writer, resolved, at, end.end);
    return end.end;
  }

  /** Writes the label of a citation or the number of a footnote. */
  #footnote(at: number): number {
    FOOTNOTE.lastIndex = at;
    const whole = FOOTNOTE.exec(this.#text)?.[0];
    if (whole === undefined) return at;
    const from = this.#writer.length;
    this.#copy(at, at + whole.length - 1);
    if (!/^\[\d+\]/.test(whole)) this.#writer.link({ kind: 'citation', target: whole.slice(1, -2) }, from);
    return at + whole.length;
  }

  /** Writes `word_`, a reference to a target, without its mark. */
  #reference(at: number): number {
    const isAfterWord = at > 0 && /[\p{L}\p{N}]/u.test(this.#text.charAt(at - 1));
    REFERENCE_END.lastIndex = at;
    const mark = isAfterWord ? REFERENCE_END.exec(this.#text)?.[0] : undefined;
    if (mark === undefined) return at;
    const [name = ''] = NAME_BEFORE.exec(this.#text.slice(Math.max(0, at - MAX_NAME_CHARS), at)) ?? [];
    const { definitions } = this.#document;
    this.#writer.link(mark === '__' ? definitions.anonymous() : definitions.named(name), this.#writer.length - name.length);
    return at + mark.length;
  }

  #canOpen(at: number, length: number): boolean {
    const next = this.#text.charAt(at + length);
    if (next === '' || /\s/.test(next)) return false;
    if (at === 0) return true;
    const before = this.#text.charAt(at - 1);
    return /[\s'"([{<\-/:\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(before) && QUOTES.get(before) !== next;
  }

  #copyEscaped(start: number, end: number): void {
    let from = start;
    for (const { index } of this.#text.slice(start, end).matchAll(/\\[^]/g)) {
      this.#copy(from, start + index);
      from = start + index + (/\s/.test(this.#text.charAt(start + index + 1)) ? 2 : 1);
    }
    this.#copy(from, end);
  }

  #copy(start: number, end: number): void {
    this.#stretches.copy(this.#writer, start, end);
  }
}

/** Whether a footnote numbers itself, so that its number is not in the text. */
export function isAutomaticLabel(label: string): boolean {
  return /^[#*]/.test(label);
}

const SPECIAL =
  /\\[^]?|``|(?::[\w.+-]{1,40}){0,3}:`|_?`|\*\*?|\||[ \t]?\([ \t]*(?:\[[#*][\w.:+-]{0,80}\]_[ \t,;]*)+\)|[ \t]?\[[#*][\w.:+-]{0,80}\]_|\[|_/g;
const AFTER = '(?=$|[\\s\'")\\]}>\\-/\\\\:.,;!?\\p{Pe}\\p{Pi}\\p{Pf}\\p{Pd}\\p{Po}])';
const EMPHASIS_END = new RegExp(`(?<=[^\\s\\\\])\\*${AFTER}`, 'gu');
const STRONG_END = new RegExp(`(?<=[^\\s\\\\])\\*\\*${AFTER}`, 'gu');
const LITERAL_END = new RegExp(`(?<=\\S)\`\`${AFTER}`, 'gu');
const INTERPRETED_END = new RegExp(`(?<=[^\\s\\\\])\`(?:__?|:[\\w.+-]{1,40}:)?${AFTER}`, 'gu');
const SUBSTITUTION_END = new RegExp(`(?<=[^\\s\\\\])\\|__?${AFTER}|(?<=[^\\s\\\\])\\|${AFTER}`, 'gu');
const FOOTNOTE = /\[\w[\w.:+-]{0,80}\]_(?![\p{L}\p{N}])/uy;
const REFERENCE_END = new RegExp(`__?${AFTER}`, 'uy');
/** The role before a text, `:py:func:`, and what may follow the text: the mark of a reference, or a role. */
const ROLE = /:((?:[\w.+-]+:)*[\w.+-]+):_?`$/;
const CLOSING = /^`(__?)?(?::([\w.+-]+):)?/;
const MAX_NAME_CHARS = 200;
/** The simple name before the `_` of a reference: words joined by single marks. */
const NAME_BEFORE = /[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*$/u;
/** An opening mark between quotes or brackets that close directly after it is text. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);
