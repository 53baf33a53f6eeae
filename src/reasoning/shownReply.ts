/** What a person sees of a reply while it is being written: its answer, never its form. */
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
  readonly #options: Required<ShownReplyOptions>;
  #text = '';
  #shown = '';
  #shownAtMs = -Infinity;

  constructor(options: ShownReplyOptions) {
    this.#options = { now: () => performance.now(), seen: (answer) => answer, ...options };
  }

  add(part: string): void {
    this.#text += part;
    if (this.#shown.length < mostCharacters && this.#options.now() - this.#shownAtMs >= everyMs) this.#show();
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
    const { isObject, show, seen, now } = this.#options;
    const text = seen(answerSoFar(this.#text, isObject)).slice(0, mostCharacters);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#shownAtMs = now();
    show(text);
  }
}

/** The answer in the beginning of a reply; empty before it begins, and when the model says that it has none. */
export function answerSoFar(reply: string, isObject: boolean): string {
  // Open reasoning models write their thoughts first.
  const said = reply.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '');
  const answer = isObject ? (textOf(said, 'answer') ?? '') : said;
  return isAbstention(answer) ? '' : answer.trim();
}

/** The text of a field of the object that this JSON begins with, as far as it is written; undefined before it begins. */
function textOf(json: string, field: string): string | undefined {
  let depth = 0;
  for (let at = json.indexOf('{'); at >= 0 && at < json.length; at++) {
    const character = json[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === '"') {
      const { text, end } = stringAt(json, at);
      const value = /^\s*:\s*/.exec(json.slice(end, end + 100));
      if (depth === 1 && text === field && value) return valueAt(json, end + value[0].length);
      at = end - 1;
    }
    if (depth === 0) return undefined;
  }
  return undefined;
}

function valueAt(json: string, at: number): string | undefined {
  if (json[at] === '"') return stringAt(json, at).text;
  // Models write a year without quotes. It is complete when something follows.
  return /^-?\d[\d.]*(?=[\s,}])/.exec(json.slice(at, at + 100))?.[0];
}

/** A string from its opening quote, without an escape that is not complete. `end` is after its closing quote, or that of the text. */
function stringAt(json: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start + 1;
  for (; at < json.length && json[at] !== '"'; at++) {
    if (json[at] !== '\\') {
      text += json[at];
      continue;
    }
    const [whole, unicode] = /^\\(?:u([\da-f]{4})|[^u])/i.exec(json.slice(at, at + 6)) ?? [];
    if (whole === undefined) return { text: withoutHalf(text), end: json.length };
    text += unicode === undefined ? (escapes[whole[1] ?? ''] ?? whole[1]) : String.fromCharCode(Number.parseInt(unicode, 16));
    at += whole.length - 1;
  }
  return { text: at < json.length ? text.toWellFormed() : withoutHalf(text), end: at + 1 };
}

/** Without half of a last character, whose other half follows. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').toWellFormed();
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };
