import type { TextWriter } from '../sourceText.ts';
import { MarkPairs } from './markPairs.ts';
import { orgTarget } from './orgLinks.ts';
import type { Stretches } from './stretches.ts';
import { walkMarks } from './walkMarks.ts';

/** The document that contains a running text. */
export interface OrgDocument {
  readonly path: string;
  /** Called for each target in the text, with its offset in the source. */
  readonly onTarget: (name: string, offset: number) => void;
}

/**
 * Writes Org's running text as a reader sees it: emphasis, links, targets and entities without their marks, inline footnotes in
 * parentheses.
 */
export function writeOrgText(stretches: Stretches, writer: TextWriter, document: OrgDocument): void {
  new OrgText(stretches, writer, document).write();
}

class OrgText {
  readonly #stretches: Stretches;
  readonly #text: string;
  readonly #writer: TextWriter;
  readonly #document: OrgDocument;
  readonly #pairs: MarkPairs;

  constructor(stretches: Stretches, writer: TextWriter, document: OrgDocument) {
    this.#document = document;
    this.#stretches = stretches;
    this.#text = stretches.text;
    this.#writer = writer;
    this.#pairs = new MarkPairs(this.#text);
  }

  write(): void {
    walkMarks(this.#text, SPECIAL, {
      copy: (start, end) => this.#copy(start, end),
      mark: (match, at) => this.#mark(match, at),
      plainLength: (token) => (token.startsWith('http') ? token.length : 1),
    });
  }

  /** @returns the offset where the text continues; `at` when this is not a mark */
  #mark([token, code, argument]: RegExpExecArray, at: number): number {
    const closed = this.#pairs.endAt(at);
    if (closed !== undefined) {
      closed.onEnd?.();
      if (closed.made !== '') this.#stretches.make(this.#writer, closed.made, at, closed.end);
      return closed.end;
    }
    const end = at + token.length;
    if (token.startsWith('[[')) return this.#link(at);
    if (token.startsWith('[fn:')) return this.#footnote(token, at);
    if (token.startsWith('[cite')) return this.#citation(token, at);
    if (token.startsWith('<<')) this.#document.onTarget(token.replace(/^<+|(?<!>)>+$/g, ''), this.#stretches.placeOf(at));
    if (token.startsWith('<<<')) {
      this.#copy(at + 3, end - 3);
      return end;
    }
    if (/^(?:src_|call_|\{\{\{)/.test(token)) {
      const shown = code ?? argument ?? '';
      const from = at + token.lastIndexOf(shown);
      if (shown !== '') this.#copy(from, from + shown.length);
      return end;
    }
    if (/^(?:@@|<<|\\\\)/.test(token)) return end;
    if (token.startsWith('\\')) return this.#entity(token, at);
    return token.length === 1 ? this.#emphasis(token, at) : at;
  }

  #emphasis(mark: string, at: number): number {
    const pattern = EMPHASIS_ENDS.get(mark);
    const start = at + 1;
    const isOpening = at === 0 || /[\s\-({'"\u2012-\u201d]/.test(this.#text.charAt(at - 1));
    if (pattern === undefined || !isOpening || !/\S/.test(this.#text.charAt(start))) return at;
    if (mark !== '=' && mark !== '~') return this.#pairs.open(mark, start, pattern) ? start : at;
    const end = this.#pairs.find(mark, start, pattern);
    if (end === undefined) return at;
    this.#copy(start, end.start);
    return end.end;
  }

  /** `[[target][words]]`. Without words, the target is the text, without its type prefix. */
  #link(at: number): number {
    LINK.lastIndex = at;
    const found = LINK.exec(this.#text);
    if (found === null) return at;
    const [whole, target = ''] = found;
    const end = at + whole.length;
    const to = orgTarget(target, this.#document.path);
    const from = this.#writer.length;
    const onEnd = (): void => this.#writer.link(to, from);
    if (whole.endsWith('[')) return this.#pairs.open('[[', end, LINK_END, { onEnd }) ? end : at;
    const prefix = /^(?:file:|id:|[*#])/.exec(target)?.[0].length ?? 0;
    this.#copy(at + 2 + prefix, end - 2);
    onEnd();
    return end;
  }

  /** `[cite:@key; see @other p. 3]` without its style. */
  #citation(token: string, at: number): number {
    const start = at + token.length;
    const close = this.#pairs.find('[cite', start, BRACKET_END);
    this.#copy(at, at + 1);
    if (close === undefined) return start;
    let from = start;
    for (const { 0: key, index } of this.#text.slice(start, close.start).matchAll(/@[^\s;,@[\]]{1,200}/g)) {
      this.#copy(from, start + index);
      const length = this.#writer.length;
      from = start + index + key.length;
      this.#copy(start + index, from);
      this.#writer.link({ kind: 'citation', target: key.slice(1) }, length);
    }
    this.#copy(from, close.end);
    return close.end;
  }

  /** Drops a footnote reference, which means nothing without the note beside it. An inline note is put in parentheses. */
  #footnote(token: string, at: number): number {
    const start = at + token.length;
    if (token.endsWith(']')) return start;
    if (!this.#pairs.open('[fn', start, BRACKET_END, { made: ')' })) return at;
    this.#stretches.make(this.#writer, this.#writer.endsWithSpace ? '(' : ' (', at, start);
    return start;
  }

  #entity(token: string, at: number): number {
    const [, name = ''] = /^\\([A-Za-z]+)/.exec(token) ?? [];
    const character = ENTITIES.get(name);
    if (character === undefined) return at;
    this.#stretches.make(this.#writer, character, at, at + token.length);
    return at + token.length;
  }

  #copy(start: number, end: number): void {
    this.#stretches.copy(this.#writer, start, end);
  }
}

const SPECIAL = new RegExp(
  [
    /\[\[/,
    /\[fn:[\w-]{0,80}(?:\]|:[ \t]*)/,
    /\[cite(?:\/[\w\/-]{1,40})?:[ \t]*/,
    /<<<[^<>\s](?:[^<>\r\n]{0,200}[^<>\s])?>>>/,
    /<<[^<>\s](?:[^<>\r\n]{0,200}[^<>\s])?>>/,
    /@@[A-Za-z-]{1,40}:[^@]*@@/,
    /\bsrc_[\w+-]{1,40}(?:\[[^\[\]\r\n]{0,200}\])?\{([^{}\r\n]*)\}/,
    /\{\{\{[A-Za-z][\w-]{0,80}(?:\(([^{}]*)\))?\}\}\}/,
    /\\\\(?=[ \t]*(?:[\r\n]|$))/,
    /\\[A-Za-z]{1,20}(?:\{\})?/,
    /https?:\/\/[^\s\[\]<>"]+/,
    /[*\/_=~+\]]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const EMPHASIS_ENDS: ReadonlyMap<string, RegExp> = new Map(
  ['*', '/', '_', '=', '~', '+'].map((mark) => [
    mark,
    new RegExp(`(?<=\\S)[${mark}](?=$|[\\s\\-.,;:!?'")}\\\\\\[\\]\\u2012-\\u201d])`, 'g'),
  ]),
);
const LINK = /\[\[((?:[^[\]\\]|\\.){1,2000})\](?:\]|\[)/y;
const LINK_END = /\]\]/g;
const BRACKET_END = /\]/g;

/** The entity names that documents use most. Other names are LaTeX and stay as they are. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  (
    'nbsp \u00a0|ndash –|mdash —|hellip …|dots …|to →|rarr →|larr ←|uarr ↑|darr ↓|times ×|deg °|copy ©|reg ®|euro €|pound £|sect §|para ¶|plusmn ±|' +
    'alpha α|beta β|gamma γ|delta δ|epsilon ε|zeta ζ|eta η|theta θ|iota ι|kappa κ|lambda λ|mu μ|nu ν|xi ξ|pi π|rho ρ|sigma σ|tau τ|upsilon υ|phi φ|chi χ|' +
    'psi ψ|omega ω|Gamma Γ|Delta Δ|Theta Θ|Lambda Λ|Xi Ξ|Pi Π|Sigma Σ|Phi Φ|Psi Ψ|Omega Ω|infin ∞|le ≤|ge ≥|ne ≠|approx ≈|auml ä|ouml ö|uuml ü|szlig ß|under _|asciicirc ^|dollar $'
  )
    .split('|')
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)] as const),
);
