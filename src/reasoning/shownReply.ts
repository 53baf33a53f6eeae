/** What a person sees of a reply while it is being written: its answer, never its syntax. */
import { isAbstention } from './abstention.ts';

/** Often enough to look like writing, seldom enough for a page to redraw. */
const everyMs = 80;
/** More is not read while it is being written. */
const mostCharacters = 8_000;

export interface ShownReplyOptions {
  /** Whether the reply is an object with an `answer`. Otherwise it is the answer itself. */
  readonly isObject: boolean;
  readonly show: (text: string) => void;
  /** What of the answer is seen. Default: all. */
  readonly seen?: (answer: string) => string;
  readonly now?: () => number;
}

export class ShownReply {
  readonly #options: ShownReplyOptions;
  #text = '';
  #shown = '';
  #shownAtMs = -Infinity;

  constructor(options: ShownReplyOptions) {
    this.#options = options;
  }

  add(part: string): void {
    this.#text += part;
    if (this.#shown.length < mostCharacters && this.#now() - this.#shownAtMs >= everyMs) this.#show();
  }

  /** Takes back what was shown of a try that has failed. */
  restart(): void {
    this.#text = '';
    this.#show();
  }

  /** Shows the rest. */
  end(): void {
    this.#show();
  }

  #show(): void {
    const { isObject, show, seen = (answer) => answer } = this.#options;
    const text = seen(answerSoFar(this.#text, isObject)).slice(0, mostCharacters);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#shownAtMs = this.#now();
    show(text);
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }
}

/** The answer in the beginning of a reply; empty before it begins, and when the model says that it has none. */
export function answerSoFar(reply: string, isObject: boolean): string {
  // Open reasoning models write their thoughts first.
  const said = reply.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '');
  const answer = isObject ? (answerIn(said) ?? '') : said;
  return isAbstention(answer) ? '' : answer.trim();
}

/** Its text as far as it is written, or a year without quotes, which is complete when something follows. */
const answerField = /^[^{]*\{.*?"answer"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.]*)(?=[\s,}]))/s;

function answerIn(json: string): string | undefined {
  const [, written, number] = answerField.exec(json) ?? [];
  return (
    written
      ?.replace(/\\u[\da-f]{0,3}$/i, '')
      .replace(escape, unescaped)
      .replace(halfCharacter, '')
      .toWellFormed() ?? number
  );
}

const escape = /\\(?:u([\da-f]{4})|(.))/gis;
/** At the end of the text, where its other half follows. */
const halfCharacter = /[\ud800-\udbff]$/;

function unescaped(_: string, code: string | undefined, letter = ''): string {
  return code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };
