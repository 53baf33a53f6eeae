/** Globs over `/`-separated paths: `*`, `?`, `[a-z]`, `[!a]`, `**` for any number of folders; `\` takes a character's meaning away. */
import { either, literal, one, reached, run, type Step } from './patternSteps.ts';

export interface GlobOptions {
  /** Whether `{a,b}` are alternatives, as in VS Code, unlike in ignore files. */
  readonly hasBraces?: boolean;
  readonly ignoresCase?: boolean;
}

/** Never throws: what is not closed is meant as it is written. */
export function globMatcher(glob: string, { hasBraces = true, ignoresCase = false }: GlobOptions = {}): (path: string) => boolean {
  const steps = new GlobReader(ignoresCase ? glob.toLowerCase() : glob, hasBraces).steps();
  return (path) => {
    const text = ignoresCase ? path.toLowerCase() : path;
    return reached(steps, text, [0]).at(-1) === text.length;
  };
}

const isInSegment = (character: string): boolean => character !== '/';

/** The rest of a name, or a part of it. */
const star: Step = (text, starts) => {
  const ends: number[] = [];
  let at = -1;
  for (const start of starts) {
    if (start <= at) continue;
    const slash = text.indexOf('/', start);
    const end = slash < 0 ? text.length : slash;
    for (at = start; at <= end; at++) ends.push(at);
    at = end;
  }
  return ends;
};

/** Everything below. */
const below = run(() => true, 1);

/** Any number of whole folders, none included. */
const folders: Step = (text, starts) => {
  const ends = new Set(starts);
  for (let slash = text.indexOf('/', starts[0]); slash >= 0; slash = text.indexOf('/', slash + 1)) ends.add(slash + 1);
  return [...ends].sort((a, b) => a - b);
};

class GlobReader {
  readonly #glob: string;
  readonly #hasBraces: boolean;
  /** For each opening brace that is closed, its end. */
  readonly #closing: ReadonlyMap<number, number>;
  readonly #classes: CharacterClasses;
  #at = 0;

  constructor(glob: string, hasBraces: boolean) {
    this.#glob = glob;
    this.#hasBraces = hasBraces;
    this.#closing = hasBraces ? bracePairs(glob) : new Map();
    this.#classes = new CharacterClasses(glob);
  }

  /** @param end where the alternative or the glob ends */
  steps(end = this.#glob.length): readonly Step[] {
    const steps: Step[] = [];
    let text = '';
    const add = (step: Step): void => {
      if (text !== '') steps.push(literal(text));
      text = '';
      steps.push(step);
    };
    while (this.#at < end) {
      const character = this.#glob.charAt(this.#at);
      const set = character === '[' ? this.#classes.at(this.#at) : undefined;
      const brace = this.#closing.get(this.#at);
      if (character === '*') add(this.#star());
      else if (character === '?') {
        add(one(isInSegment));
        this.#at++;
      } else if (set) {
        add(one(set.isMeant));
        this.#at = set.end;
      } else if (brace !== undefined) add(this.#alternatives(brace));
      else {
        if (character === '\\' && this.#at + 1 < end) this.#at++;
        text += this.#glob.charAt(this.#at++);
      }
    }
    return text === '' ? steps : [...steps, literal(text)];
  }

  #star(): Step {
    const from = this.#at;
    while (this.#glob.charAt(this.#at) === '*') this.#at++;
    const [before, after] = [this.#glob.charAt(from - 1), this.#glob.charAt(this.#at)];
    const isWhole = this.#hasBraces ? /^[{,/]?$/.test(before) && /^[},/]?$/.test(after) : /^\/?$/.test(before) && /^\/?$/.test(after);
    if (this.#at - from !== 2 || !isWhole) return star;
    if (after !== '/') return below;
    this.#at++;
    return folders;
  }

  #alternatives(end: number): Step {
    const all: (readonly Step[])[] = [];
    for (this.#at++; this.#at <= end; this.#at++) all.push(this.steps(this.#endOfAlternative(end)));
    return either(all);
  }

  /** The next comma at this level, or the closing brace. */
  #endOfAlternative(end: number): number {
    let at = this.#at;
    while (at < end && this.#glob.charAt(at) !== ',') at = (this.#closing.get(at) ?? (this.#glob.charAt(at) === '\\' ? at + 1 : at)) + 1;
    return Math.min(at, end);
  }
}

function bracePairs(glob: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob.charAt(at);
    if (character === '\\') at++;
    else if (character === '{') open.push(at);
    else if (character === '}') {
      const start = open.pop();
      if (start !== undefined && open.length < deepest) pairs.set(start, at);
    }
  }
  return pairs;
}

/** Braces in more braces than anyone writes are taken as they are. */
const deepest = 20;

interface CharacterClass {
  readonly isMeant: (character: string) => boolean;
  readonly end: number;
}

/** `[a-z]`, `[!a]`, `[]a]`. */
class CharacterClasses {
  readonly #glob: string;
  /** From each offset, where the next bracket closes before a slash; otherwise -1. */
  readonly #closing: Int32Array;

  constructor(glob: string) {
    this.#glob = glob;
    this.#closing = new Int32Array(glob.length + 2).fill(-1);
    const isEscaped = new Uint8Array(glob.length + 1);
    for (let at = 0; at < glob.length; at++) if (glob.charAt(at) === '\\') isEscaped[++at] = 1;
    for (let at = glob.length - 1; at >= 0; at--) {
      const character = glob.charAt(at);
      this.#closing[at] = character === ']' && isEscaped[at] === 0 ? at : character === '/' ? -1 : (this.#closing[at + 1] ?? -1);
    }
  }

  /** Undefined if it is not closed in its part of the path. */
  at(start: number): CharacterClass | undefined {
    const isNegated = /[!^]/.test(this.#glob.charAt(start + 1));
    const first = start + (isNegated ? 2 : 1);
    // A bracket that is the first of the list does not close it.
    const end = this.#glob.charAt(first) === '/' ? -1 : (this.#closing[first + 1] ?? -1);
    if (end < 0) return undefined;
    const isListed = listed(this.#glob.slice(first, end));
    return { isMeant: (character) => character !== '/' && isListed(character) !== isNegated, end: end + 1 };
  }
}

function listed(list: string): (character: string) => boolean {
  const single = new Set<string>();
  const ranges: (readonly [string, string])[] = [];
  const characters = [...list.matchAll(/\\?([\s\S])/gu)];
  for (let i = 0; i < characters.length; i++) {
    const [, character = ''] = characters[i] ?? [];
    const last = characters[i + 2]?.[1];
    if (characters[i + 1]?.[0] !== '-' || last === undefined) single.add(character);
    else {
      ranges.push([character, last]);
      i += 2;
    }
  }
  return (character) =>
    single.has(character) || ranges.some(([first, last]) => comparePoints(first, character) <= 0 && comparePoints(character, last) <= 0);
}

function comparePoints(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}
