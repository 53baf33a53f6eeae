/** What is known of words by then: texts repeat them, and what is made of a word takes most of the time. */

/** More are forgotten at once. */
const mostKnown = 20_000;
const slotCount = 2 ** 16;

export class KnownWords {
  readonly #make: (word: string) => string;
  readonly #words: string[] = [];
  readonly #made: string[] = [];
  /** By hash, or in the next free slot, one more than the word's number. */
  readonly #slots = new Int32Array(slotCount);

  /** @param make of a word what depends on it alone */
  constructor(make: (word: string) => string) {
    this.#make = make;
  }

  of(word: string): string {
    let hash = firstHash;
    for (let i = 0; i < word.length; i++) hash = nextHash(hash, word.charCodeAt(i));
    let slot = slotOf(hash);
    for (let found = this.#slots[slot]!; found > 0; found = this.#slots[slot]!) {
      if (this.#words[found - 1] === word) return this.#made[found - 1]!;
      slot = (slot + 1) % slotCount;
    }
    return this.#learn(word, hash, slot);
  }

  /**
   * What is made of each run of letters and digits, joined. In one loop, without a string for each word, this takes half of the time.
   * @param ofOther makes the same of a run that is not in ASCII
   */
  joined(text: string, ofOther: (run: string) => string): string {
    const [slots, words, made] = [this.#slots, this.#words, this.#made];
    const { length } = text;
    let all = '';
    for (let at = 0; at < length;) {
      let code = text.charCodeAt(at);
      const start = at;
      let hash = firstHash;
      while (code < asciiEnd && isInWord[code] === 1) {
        hash = nextHash(hash, code);
        code = ++at < length ? text.charCodeAt(at) : 0;
      }
      const end = code < asciiEnd ? at : endOfRun(text, start);
      if (end > at) {
        all += ofOther(text.slice(start, end));
        at = end;
        continue;
      }
      if (at === start) {
        at++;
        continue;
      }
      let slot = slotOf(hash);
      let found = slots[slot]!;
      while (found > 0 && !isAt(words[found - 1]!, text, start, at)) {
        slot = (slot + 1) % slotCount;
        found = slots[slot]!;
      }
      all += found > 0 ? made[found - 1]! : this.#learn(text.slice(start, at), hash, slot);
    }
    return all;
  }

  /** @param free where it belongs, unless all words are forgotten */
  #learn(word: string, hash: number, free: number): string {
    const made = this.#make(word);
    const isFull = this.#words.length === mostKnown;
    if (isFull) {
      this.#words.length = this.#made.length = 0;
      this.#slots.fill(0);
    }
    this.#made.push(made);
    this.#slots[isFull ? slotOf(hash) : free] = this.#words.push(word);
    return made;
  }
}

/** Of what has other letters than those of ASCII. */
function endOfRun(text: string, start: number): number {
  anyRun.lastIndex = start;
  return anyRun.test(text) ? anyRun.lastIndex : start;
}

const anyRun = /[\p{Alphabetic}\p{M}\p{N}]+/uy;

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (slotCount - 1);
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

/** FNV-1a. */
const firstHash = 0x811c9dc5 | 0;
function nextHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

const asciiEnd = 0x80;
const isInWord = Uint8Array.from({ length: asciiEnd }, (_, code) => (/[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0));
