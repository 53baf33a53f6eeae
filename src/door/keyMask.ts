/**
 * Hides an API key in what a server sends back. Servers and proxies that explain a rejection repeat the `Authorization` header, and their
 * text goes into messages, logs and traces. These are hidden:
 * - the whole key, from 8 characters with a digit and a letter, from 12 without;
 * - the same key in base64, at any offset and in both alphabets;
 * - the key after `Bearer`, even if it is short.
 *
 * Shorter keys are hidden nowhere else: servers without accounts are given `none`, `ollama` or `lm-studio`, and hiding those would make
 * holes in answers.
 */
export const hiddenKey = '[API key]';

export class KeyMask {
  readonly #forms: readonly string[];
  readonly #pattern: RegExp;

  constructor(key: string) {
    const bearer = [`Bearer ${key}`, `bearer ${key}`];
    const alone = key.length >= 12 || (key.length >= 8 && /\d/.test(key) && /[a-z]/i.test(key)) ? formsOf(key) : [];
    this.#forms = [...bearer, ...alone];
    const afterBearer = `(?:${bearer.map(escaped).join('|')})(?![\\w-])`;
    this.#pattern = new RegExp([afterBearer, ...alone.map(escaped)].join('|'), 'g');
  }

  /** The text with the key hidden; the same string if it does not contain the key. */
  text(text: string): string {
    return text.replace(this.#pattern, hiddenKey);
  }

  /** Hides the key in a text that goes on. `rest` is the end of it that may be the beginning of the key; put it before what follows. */
  begin(text: string): { readonly shown: string; readonly rest: string } {
    let cut = text.length - Math.max(...this.#forms.map((spelling) => sizeOfEnd(text, spelling)));
    for (const { 0: key, index } of text.matchAll(this.#pattern)) if (index < cut) cut = Math.max(cut, index + key.length);
    return { shown: this.text(text.slice(0, cut)), rest: text.slice(cut) };
  }

  /** The body with the key hidden, also where the network cuts it. Other bytes pass as they are. */
  async *body(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let rest = '';
    for await (const piece of pieces) {
      const now = this.begin(rest + Buffer.from(piece).toString('latin1'));
      rest = now.rest;
      if (now.shown !== '') yield Buffer.from(now.shown, 'latin1');
    }
    if (rest !== '') yield Buffer.from(this.text(rest), 'latin1');
  }
}

/** The key as it is, in JSON of servers that escape slashes, and in base64. */
function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key, 'latin1');
  const base64 = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Without the characters at both ends that also encode bits outside the key.
    const inner = text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set([key, key.replaceAll('/', '\\/'), ...base64])];
}

/** The number of characters at the end of the text that are the beginning of the spelling, or all of it. */
function sizeOfEnd(text: string, spelling: string): number {
  for (let size = Math.min(spelling.length, text.length); size > 0; size--) if (text.endsWith(spelling.slice(0, size))) return size;
  return 0;
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}
