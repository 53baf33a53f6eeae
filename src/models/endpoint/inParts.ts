/** Sends many texts in requests that a server accepts. */
import { isAriadneError } from '../../base/errors.ts';
import { rejectionOf } from '../chat/serverConnection.ts';

export interface PartLimits {
  /** The most texts in one request. Servers accept 32 (TEI's default) to 2,048 (OpenAI). */
  readonly maxTexts: number;
  /** The most characters in one request, unless a single text has more. */
  readonly maxCharacters: number;
}

type AskPart<T> = (part: readonly string[], signal: AbortSignal) => Promise<readonly T[]>;

/** Shorter texts are not cut: a server that rejects one rejects everything. */
const shortestCut = 200;

/**
 * Learns how much a server accepts. A request that it rejects as too long is sent again in halves; a single text that is too long loses its
 * end, because models read only the beginning of a long text anyway.
 */
export class PartSender {
  readonly #limits: PartLimits;
  #onCut: (() => void) | undefined;
  #maxTexts: number;

  /** @param onCut called once, when the end of a text is not sent */
  constructor(limits: PartLimits, onCut: () => void) {
    this.#limits = limits;
    this.#onCut = onCut;
    this.#maxTexts = limits.maxTexts;
  }

  /**
   * One result per text in the same order. Parts are sent at once. The first failure is thrown, and the other connections are closed.
   * @param ask sends one part
   */
  async send<T>(texts: readonly string[], signal: AbortSignal | undefined, ask: AskPart<T>): Promise<readonly T[]> {
    const ended = new AbortController();
    const shared = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    try {
      return (await Promise.all(this.#partsOf(texts).map((part) => this.#sendPart(part, (one) => ask(one, shared))))).flat();
    } finally {
      ended.abort();
    }
  }

  async #sendPart<T>(part: readonly string[], ask: (part: readonly string[]) => Promise<readonly T[]>): Promise<readonly T[]> {
    try {
      return await ask(part);
    } catch (error) {
      const [first] = part;
      if (!isTooMuch(error) || first === undefined) throw error;
      if (part.length > 1) {
        const half = Math.ceil(part.length / 2);
        if (isTooMany(error)) this.#maxTexts = Math.min(this.#maxTexts, half);
        return [...(await this.#sendPart(part.slice(0, half), ask)), ...(await this.#sendPart(part.slice(half), ask))];
      }
      if (first.length < 2 * shortestCut) throw error;
      this.#onCut?.();
      this.#onCut = undefined;
      return this.#sendPart([first.slice(0, Math.ceil(first.length / 2)).toWellFormed()], ask);
    }
  }

  #partsOf(texts: readonly string[]): readonly (readonly string[])[] {
    const parts: string[][] = [];
    let characters = Infinity;
    for (const text of texts) {
      const last = parts.at(-1);
      characters += text.length;
      if (last === undefined || last.length >= this.#maxTexts || characters > this.#limits.maxCharacters) {
        parts.push([text]);
        characters = text.length;
      } else last.push(text);
    }
    return parts;
  }
}

function isTooMuch(error: unknown): boolean {
  return isAriadneError(error, 'endpoint-context-too-long') || isTooMany(error);
}

/** There is no common code for this error. */
function isTooMany(error: unknown): boolean {
  const { status = 0, message = '' } = rejectionOf(error) ?? {};
  if (status < 400 || status >= 500) return false;
  return /batch size \d+|(?:maximum|max|allowed|too many|number of) [\w ]*(?:batch|inputs?|documents|texts|items)|array.{0,20}too (?:long|large)/i.test(
    message,
  );
}
