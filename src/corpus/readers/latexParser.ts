/** A piece of LaTeX, by offsets in the file, end-exclusive. */
export type LatexNode = { readonly start: number; readonly end: number } & (
  | { readonly type: 'macro'; readonly content: string }
  | { readonly type: 'string'; readonly content: string }
  /** `nothing` replaces a group that is nested too deeply. */
  | { readonly type: 'whitespace' | 'parbreak' | 'nothing' }
  /** Includes the line break after it. `isSpace`: it counts as white space. */
  | { readonly type: 'comment'; readonly isSpace: boolean }
  | { readonly type: 'math'; readonly isDisplay: boolean }
  /** `env` is undefined for verbatim text inside a line. */
  | { readonly type: 'verbatim'; readonly env: string | undefined; readonly contentStart: number; readonly contentEnd: number }
  | { readonly type: 'group'; readonly content: readonly LatexNode[] }
  | { readonly type: 'environment'; readonly env: string; readonly content: readonly LatexNode[] }
);

/**
 * Reads LaTeX without expanding macros; an argument is the group after its macro. Returns parts that end between top-level paragraphs, so
 * that memory stays in proportion to a part. Unclosed marks are text, and so are the braces of content nested too deeply.
 *
 * Linear in the length for any text: every mark is scanned once, and a mark that closes nothing discards what was opened after its partner.
 * `@unified-latex/unified-latex-util-parse` makes such nodes too, but is a hundred times slower and takes minutes for 40 KB of unclosed
 * environments.
 */
export function latexParts(text: string, start: number, end: number, hasComments = true): Generator<readonly LatexNode[]> {
  return new LatexParser(text.slice(0, end), start, hasComments).parts();
}

/** An opened group, environment or math that may still close. */
interface Frame {
  /** Identifies the mark that closes it. */
  readonly key: string;
  readonly kind: 'group' | 'environment' | 'math';
  readonly name: string;
  readonly isDisplay: boolean;
  readonly start: number;
  /** Index of the node at which the opening mark remains as text, and of the first node of the content. */
  readonly markIndex: number;
  readonly contentIndex: number;
}

class LatexParser {
  readonly #text: string;
  readonly #hasComments: boolean;
  #at: number;
  #nodes: LatexNode[] = [];
  readonly #frames: Frame[] = [];
  readonly #openCounts = new Map<string, number>();
  /** End marks of verbatim text that have no further occurrence. */
  readonly #vain = new Set<string>();

  constructor(text: string, at: number, hasComments: boolean) {
    this.#text = text;
    this.#at = at;
    this.#hasComments = hasComments;
  }

  *parts(): Generator<readonly LatexNode[]> {
    while (this.#at < this.#text.length) {
      this.#lexeme();
      if (this.#frames.length > 0 || this.#nodes.length < PART_NODES || this.#nodes.at(-1)?.type !== 'parbreak') continue;
      yield this.#nodes;
      this.#nodes = [];
    }
    yield this.#nodes;
  }

  #lexeme(): void {
    const start = this.#at;
    LEXEME.lastIndex = start;
    const [token = '', name] = LEXEME.exec(this.#text) ?? [];
    this.#at += token.length;
    switch (token.charAt(0)) {
      case '\\':
        return name === undefined ? this.#string(token, start) : this.#macro(name, start);
      case '%':
        return this.#hasComments ? this.#comment(start, /^[\r\n]?$/.test(this.#text.charAt(start - 1))) : this.#string(token, start);
      case '{':
        return this.#open({ key: '}', kind: 'group', start }, () => this.#string('{', start));
      case '}':
        return this.#close('}', () => this.#string('}', start));
      case '$':
        return this.#mathShift(start);
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        return this.#whiteSpace(token, start);
      default:
        return this.#string(token, start);
    }
  }

  #macro(name: string, start: number): void {
    const asMacro = (): void => void this.#nodes.push({ type: 'macro', content: name, start, end: this.#at });
    if (INLINE_VERBATIM.has(name) && this.#inlineVerbatim(name, start)) return;
    switch (name) {
      case '[':
        return this.#open({ key: '\\]', kind: 'math', isDisplay: true, start }, asMacro);
      case '(':
        return this.#open({ key: '\\)', kind: 'math', start }, asMacro);
      case ']':
      case ')':
        return this.#close(`\\${name}`, asMacro);
      case 'begin':
      case 'end': {
        ENVIRONMENT_NAME.lastIndex = this.#at;
        const [braced = '', env] = ENVIRONMENT_NAME.exec(this.#text) ?? [];
        if (env === undefined) return asMacro();
        this.#at += braced.length;
        return name === 'end' ? this.#close(endOf(env), () => this.#environmentMark(name, env, start)) : this.#begin(env, start);
      }
      default:
        return asMacro();
    }
  }

  #begin(env: string, start: number): void {
    if (VERBATIM.has(env) && this.#verbatim(env, start)) return;
    const kind = MATH_ENVIRONMENTS.has(env) ? 'math' : 'environment';
    this.#open({ key: endOf(env), kind, name: env, isDisplay: true, start }, () => this.#environmentMark('begin', env, start));
  }

  /** `\begin{name}` without an end, or `\end{name}` without a beginning. */
  #environmentMark(macro: string, env: string, start: number): void {
    const braces = start + 1 + macro.length;
    this.#nodes.push({ type: 'macro', content: macro, start, end: braces });
    const name: LatexNode = { type: 'string', content: env, start: braces + 1, end: this.#at - 1 };
    this.#nodes.push({ type: 'group', content: [name], start: braces, end: this.#at });
  }

  /** @returns false when the environment does not end */
  #verbatim(env: string, start: number): boolean {
    const mark = endOf(env);
    VERBATIM_ARGUMENTS.lastIndex = this.#at;
    const skipped = env === 'lstlisting' ? 0 : (VERBATIM_ARGUMENTS.exec(this.#text)?.[0].length ?? 0);
    const contentStart = this.#at + (env === 'minted' || /^B?Verbatim/.test(env) ? skipped : 0);
    const contentEnd = this.#vain.has(mark) ? -1 : this.#text.indexOf(mark, contentStart);
    if (contentEnd < 0) {
      this.#vain.add(mark);
      return false;
    }
    this.#at = contentEnd + mark.length;
    this.#nodes.push({ type: 'verbatim', env, contentStart, contentEnd, start, end: this.#at });
    return true;
  }

  /** `\verb|code|` and similar macros; false when it does not end in its line. */
  #inlineVerbatim(name: string, start: number): boolean {
    const before = name === 'verb' ? /\*?/y : name === 'lstinline' ? OPTION : OPTION_AND_LANGUAGE;
    before.lastIndex = this.#at;
    const delimiterAt = this.#at + (before.exec(this.#text)?.[0].length ?? 0);
    const delimiter = this.#text.charAt(delimiterAt);
    if (delimiter === '' || /[\sA-Za-z*]/.test(delimiter)) return false;
    const [line = ''] = this.#text.slice(delimiterAt + 1, delimiterAt + 1 + MAX_INLINE_VERBATIM).split(/[\r\n]/, 1);
    const length = line.indexOf(delimiter === '{' && name !== 'verb' ? '}' : delimiter);
    if (length < 0) return false;
    const contentStart = delimiterAt + 1;
    this.#at = contentStart + length + 1;
    this.#nodes.push({ type: 'verbatim', env: undefined, contentStart, contentEnd: this.#at - 1, start, end: this.#at });
    return true;
  }

  /** `$` inside `$$` is text. In a group or environment inside math it begins math again, as in `\text{if $x$}`. */
  #mathShift(start: number): void {
    const isDouble = this.#text.charAt(this.#at) === '$';
    const inner = this.#frames.at(-1)?.key;
    if (inner === '$') return this.#close('$', () => undefined);
    if (inner === '$$' && !isDouble) return this.#string('$', start);
    if (isDouble) this.#at++;
    if (inner === '$$') return this.#close('$$', () => undefined);
    const key = isDouble ? '$$' : '$';
    this.#open({ key, kind: 'math', isDisplay: isDouble, start }, () => this.#string(key, start));
  }

  #whiteSpace(token: string, start: number): void {
    const breaks = [...token.matchAll(/\r\n|\r|\n/g)];
    const last = breaks.at(-1);
    const isBeforeComment = this.#hasComments && this.#text.charAt(this.#at) === '%';
    if (last !== undefined && breaks.length > 1) {
      if (isBeforeComment) this.#at = start + last.index + last[0].length;
      this.#paragraphEnd(start);
    } else if (isBeforeComment) {
      this.#at++;
      this.#comment(start, true);
    } else this.#nodes.push({ type: 'whitespace', start, end: this.#at });
  }

  /** Ends math, which cannot continue in the next paragraph. */
  #paragraphEnd(start: number): void {
    for (let top = this.#frames.at(-1); top?.kind === 'math' && top.name === ''; top = this.#frames.at(-1)) this.#pop();
    this.#nodes.push({ type: 'parbreak', start, end: this.#at });
  }

  /** Takes the line break after the comment and the indentation of the next line, but not the end of a paragraph. */
  #comment(start: number, isSpace: boolean): void {
    REST_OF_LINE.lastIndex = this.#at;
    const [line = '', lineBreak = '', indent = '', next = ''] = REST_OF_LINE.exec(this.#text) ?? [];
    const isParagraphEnd = next === '\r' || next === '\n';
    this.#at += line.length - (isParagraphEnd ? lineBreak.length + indent.length : next === '%' ? indent.length : 0);
    this.#nodes.push({ type: 'comment', isSpace, start, end: this.#at });
  }

  #string(content: string, start: number): void {
    this.#nodes.push({ type: 'string', content, start, end: start + content.length });
  }

  /** @param mark writes the opening mark as text if it is not closed */
  #open(
    {
      name = '',
      isDisplay = false,
      ...frame
    }: Pick<Frame, 'key' | 'kind' | 'start'> & { readonly name?: string; readonly isDisplay?: boolean },
    mark: () => void,
  ): void {
    const markIndex = this.#nodes.length;
    mark();
    this.#frames.push({ ...frame, name, isDisplay, markIndex, contentIndex: this.#nodes.length });
    this.#openCounts.set(frame.key, (this.#openCounts.get(frame.key) ?? 0) + 1);
  }

  #close(key: string, mark: () => void): void {
    if ((this.#openCounts.get(key) ?? 0) === 0) return mark();
    let frame = this.#pop();
    while (frame !== undefined && frame.key !== key) frame = this.#pop();
    if (frame !== undefined) this.#closed(frame);
  }

  #pop(): Frame | undefined {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#openCounts.set(frame.key, (this.#openCounts.get(frame.key) ?? 0) - 1);
    return frame;
  }

  #closed({ kind, name, isDisplay, start, markIndex, contentIndex }: Frame): void {
    const end = this.#at;
    if (kind !== 'math' && this.#frames.length >= MAX_DEPTH) {
      const border: LatexNode = { type: kind === 'group' ? 'nothing' : 'parbreak', start, end: start };
      this.#nodes.fill(border, markIndex, contentIndex);
      this.#nodes.push({ ...border, start: end, end });
      return;
    }
    const content = this.#nodes.splice(contentIndex);
    this.#nodes.length = markIndex;
    if (kind === 'math') this.#nodes.push({ type: 'math', isDisplay, start, end });
    else if (kind === 'group') this.#nodes.push({ type: 'group', content, start, end });
    else this.#nodes.push({ type: 'environment', env: name, content, start, end });
  }
}

/** A macro, a mark, white space, a character that may complete the macro before it, or other text. */
const LEXEME = /\\([A-Za-z]+|[\ud800-\udbff][\udc00-\udfff]|[^])?|[%{}$]|[ \t\r\n]+|[-`'~*[\]&#]|[^\\%{}$ \t\r\n\-`'~*[\]&#]+/y;
const ENVIRONMENT_NAME = /\{([^{}\\%\r\n]{1,100})\}/y;
const OPTION = /(?:\[[^\]\r\n]{0,200}\])?/y;
const OPTION_AND_LANGUAGE = /(?:\[[^\]\r\n]{0,200}\])?\{[^{}\r\n]{0,100}\}/y;
const VERBATIM_ARGUMENTS = /(?:\[[^\]]{0,500}\])?(?:\{[^{}\r\n]{0,100}\})?/y;
const REST_OF_LINE = /[^\r\n]*(?:(\r\n|\r|\n)([ \t]*)(?=([^]?)))?/y;
/** About 50 KB. */
const PART_NODES = 10_000;
const MAX_DEPTH = 200;
const MAX_INLINE_VERBATIM = 1000;

const INLINE_VERBATIM = names('verb lstinline mintinline mint');
/** Environments in which nothing is markup. */
const VERBATIM = names('verbatim verbatim* Verbatim Verbatim* BVerbatim lstlisting minted comment alltt filecontents filecontents*');
const MATH_ENVIRONMENTS = names(
  'equation equation* align align* alignat alignat* gather gather* multline multline* flalign flalign* split math displaymath',
);

function endOf(env: string): string {
  return `\\end{${env}}`;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
