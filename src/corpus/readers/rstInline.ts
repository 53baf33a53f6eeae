import type { TextWriter } from '../sourceText.ts';
import type { Abbreviations } from './abbreviations.ts';
import { MarkPairs } from './markPairs.ts';
import type { Stretches } from './stretches.ts';
import { walkMarks } from './walkMarks.ts';

/**
 * Writes reStructuredText's running text as a reader sees it: roles, links, emphasis, literals and escapes without their marks,
 * substitutions resolved, references to automatically numbered footnotes dropped. An unclosed mark is text.
 */
export function writeRstText(stretches: Stretches, writer: TextWriter, substitutions: Abbreviations): void {
  new RstText(stretches, writer, substitutions).write();
}

class RstText {
  readonly #stretches: Stretches;
  readonly #text: string;
  readonly #writer: TextWriter;
  readonly #substitutions: Abbreviations;
  readonly #pairs: MarkPairs;

  constructor(stretches: Stretches, writer: TextWriter, substitutions: Abbreviations) {
    this.#stretches = stretches;
    this.#text = stretches.text;
    this.#writer = writer;
    this.#substitutions = substitutions;
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
    if (token.endsWith(']_')) return at + token.length;
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
    const role = /:([\w.+-]+):_?`$/.exec(token)?.[1] ?? '';
    const start = at + token.length;
    const end = this.#pairs.find('`', start, INTERPRETED_END);
    if (end === undefined) return at;
    if (role === 'math' || role === 'raw') this.#copy(start, end.start);
    else {
      if (role === 'pep' || role === 'rfc') this.#stretches.make(this.#writer, `${role.toUpperCase()} `, at, start);
      this.#copyEscaped(/^[~!]/.test(this.#text.charAt(start)) ? start + 1 : start, this.#beforeTarget(start, end.start));
    }
    return end.end;
  }

  /** The end of the text in `text <target>`. A target without text is the text. */
  #beforeTarget(start: number, end: number): number {
    const inner = this.#text.slice(start, end);
    const text = inner.endsWith('>') ? inner.slice(0, Math.max(0, inner.lastIndexOf('<'))).trimEnd() : '';
    return text.trim() === '' ? end : start + text.length;
  }

  #substitution(at: number): number {
    const end = this.#pairs.find('|', at + 1, SUBSTITUTION_END);
    if (end === undefined) return at;
    const resolved = this.#substitutions.resolve(this.#text.slice(at + 1, end.start).replace(/\s+/g, ' '));
    if (resolved === undefined) this.#copyEscaped(at + 1, end.start);
    else this.#stretches.make(this.#writer, resolved, at, end.end);
    return end.end;
  }

  /** Writes the label of a citation or the number of a footnote. */
  #footnote(at: number): number {
    FOOTNOTE.lastIndex = at;
    const whole = FOOTNOTE.exec(this.#text)?.[0];
    if (whole === undefined) return at;
    this.#copy(at, at + whole.length - 1);
    return at + whole.length;
  }

  /** Writes `word_`, a reference to a target, without its mark. */
  #reference(at: number): number {
    const isAfterWord = at > 0 && /[\p{L}\p{N}]/u.test(this.#text.charAt(at - 1));
    REFERENCE_END.lastIndex = at;
    const mark = isAfterWord ? REFERENCE_END.exec(this.#text)?.[0] : undefined;
    return mark === undefined ? at : at + mark.length;
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

const SPECIAL = /\\[^]?|``|(?::[\w.+-]{1,40}){0,3}:`|_?`|\*\*?|\||[ \t]?\[[#*][\w.:+-]{0,80}\]_|\[|_/g;
const AFTER = '(?=$|[\\s\'")\\]}>\\-/\\\\:.,;!?\\p{Pe}\\p{Pi}\\p{Pf}\\p{Pd}\\p{Po}])';
const EMPHASIS_END = new RegExp(`(?<=[^\\s\\\\])\\*${AFTER}`, 'gu');
const STRONG_END = new RegExp(`(?<=[^\\s\\\\])\\*\\*${AFTER}`, 'gu');
const LITERAL_END = new RegExp(`(?<=\\S)\`\`${AFTER}`, 'gu');
const INTERPRETED_END = new RegExp(`(?<=[^\\s\\\\])\`(?:__?|:[\\w.+-]{1,40}:)?${AFTER}`, 'gu');
const SUBSTITUTION_END = new RegExp(`(?<=[^\\s\\\\])\\|__?${AFTER}|(?<=[^\\s\\\\])\\|${AFTER}`, 'gu');
const FOOTNOTE = /\[\w[\w.:+-]{0,80}\]_(?![\p{L}\p{N}])/uy;
const REFERENCE_END = new RegExp(`__?${AFTER}`, 'uy');
/** An opening mark between quotes or brackets that close directly after it is text. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);
