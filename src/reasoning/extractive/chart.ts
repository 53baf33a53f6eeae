/** A weighted context-free grammar with rules of any length, as one binary rule after the other. */
export interface Grammar {
  readonly symbols: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  /** By the symbol on the left of the right side. */
  readonly binary: readonly (readonly Rule[])[];
  readonly unary: readonly (readonly Rule[])[];
}

interface Rule {
  readonly parent: number;
  /** Unused in a unary rule. */
  readonly right: number;
  readonly weight: number;
}

/** A tree over the words; a leaf has the tag of its word. Positions are word indexes, end-exclusive. */
export interface Tree {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly kids: readonly Tree[];
  /** Of the rules in it. */
  readonly weight: number;
}

/** The tags that a word may have, with weights. */
export type Tagged = ReadonlyMap<string, number>;

/** Reads lines of `symbol -> a b c weight | d weight`. */
export function readGrammar(text: string): Grammar {
  const symbols = new Map<string, number>();
  const idOf = (name: string): number => {
    const known = symbols.get(name);
    if (known !== undefined) return known;
    symbols.set(name, symbols.size);
    return symbols.size - 1;
  };
  const binary: Rule[][] = [];
  const unary: Rule[][] = [];
  for (const line of text.split('\n').filter((one) => one.includes('->'))) {
    const [parent = '', sides = ''] = line.split('->').map((part) => part.trim());
    for (const side of sides.split('|')) {
      const words = side.trim().split(/\s+/u);
      const weight = Number(words.pop());
      let left = idOf(words[0] ?? '');
      for (const [index, word] of words.slice(1).entries()) {
        const isLast = index === words.length - 2;
        const whole = idOf(isLast ? parent : `@${words.slice(0, index + 2).join(' ')}`);
        const rule = { parent: whole, right: idOf(word), weight: isLast ? weight : 0 };
        if (!(binary[left] ?? []).some((known) => known.parent === whole && known.right === rule.right)) (binary[left] ??= []).push(rule);
        left = whole;
      }
      if (words.length === 1) (unary[left] ??= []).push({ parent: idOf(parent), right: -1, weight });
    }
  }
  return { symbols, names: [...symbols.keys()], binary, unary };
}

/**
 * The lightest tree with the root `root` over all words, or null. Cubic in the number of words. Source: Younger 1967; Viterbi weights as in
 * Jelinek, Lafferty and Mercer 1992.
 */
export function parse(grammar: Grammar, words: readonly Tagged[], root: string): Tree | null {
  const chart = new Chart(grammar, words.length);
  for (const [at, tags] of words.entries()) {
    for (const [tag, weight] of tags) {
      const symbol = grammar.symbols.get(tag);
      if (symbol !== undefined) chart.offer(at, at + 1, symbol, weight, leaf);
    }
    chart.close(at, at + 1);
  }
  for (let length = 2; length <= words.length; length++) {
    for (let start = 0; start + length <= words.length; start++) chart.fill(start, start + length);
  }
  const id = grammar.symbols.get(root);
  return id === undefined ? null : (chart.trees(0, words.length, id)[0] ?? null);
}

const nearest = 0.003;
/** Marks an entry that is a word. */
const leaf = -2;
/** Marks an entry made by a unary rule. */
const alone = -1;

class Chart {
  readonly #grammar: Grammar;
  readonly #size: number;
  /** By cell and symbol: the least weight, where the right part begins (or a mark), and the symbols of the parts. */
  readonly #weight: Float64Array;
  readonly #split: Int16Array;
  readonly #left: Int16Array;
  readonly #right: Int16Array;
  readonly #present: number[][] = [];

  constructor(grammar: Grammar, size: number) {
    this.#grammar = grammar;
    this.#size = size;
    const entries = (size + 1) * (size + 1) * grammar.names.length;
    this.#weight = new Float64Array(entries).fill(Infinity);
    this.#split = new Int16Array(entries);
    this.#left = new Int16Array(entries);
    this.#right = new Int16Array(entries);
  }

  offer(start: number, end: number, symbol: number, weight: number, split: number, left = 0, right = 0): boolean {
    const cell = start * (this.#size + 1) + end;
    const at = cell * this.#grammar.names.length + symbol;
    const known = this.#weight[at] ?? Infinity;
    if (weight >= known) return false;
    if (known === Infinity) (this.#present[cell] ??= []).push(symbol);
    this.#weight[at] = weight;
    this.#split[at] = split;
    this.#left[at] = left;
    this.#right[at] = right;
    return true;
  }

  fill(start: number, end: number): void {
    const width = this.#grammar.names.length;
    for (let split = start + 1; split < end; split++) {
      const leftCell = start * (this.#size + 1) + split;
      const rightBase = (split * (this.#size + 1) + end) * width;
      for (const left of this.#present[leftCell] ?? []) {
        // Of equal readings, the one with the short left part: what follows belongs to the nearest phrase.
        const before = (this.#weight[leftCell * width + left] ?? Infinity) + nearest * (split - start);
        for (const { parent, right, weight } of this.#grammar.binary[left] ?? []) {
          const after = this.#weight[rightBase + right] ?? Infinity;
          if (after !== Infinity) this.offer(start, end, parent, before + after + weight, split, left, right);
        }
      }
    }
    this.close(start, end);
  }

  /** Applies unary rules until none makes an entry lighter. */
  close(start: number, end: number): void {
    const cell = start * (this.#size + 1) + end;
    const queue = [...(this.#present[cell] ?? [])];
    for (const symbol of queue) {
      const below = this.#weight[cell * this.#grammar.names.length + symbol] ?? Infinity;
      for (const { parent, weight } of this.#grammar.unary[symbol] ?? []) {
        if (this.offer(start, end, parent, below + weight, alone, symbol)) queue.push(parent);
      }
    }
  }

  /** One tree, or, of a symbol that only joins parts of a rule, its parts. */
  trees(start: number, end: number, symbol: number): Tree[] {
    const at = (start * (this.#size + 1) + end) * this.#grammar.names.length + symbol;
    if (this.#weight[at] === Infinity) return [];
    const split = this.#split[at] ?? leaf;
    const [left, right] = [this.#left[at] ?? 0, this.#right[at] ?? 0];
    const kids =
      split === leaf
        ? []
        : split === alone
          ? this.trees(start, end, left)
          : [...this.trees(start, split, left), ...this.trees(split, end, right)];
    const name = this.#grammar.names[symbol] ?? '';
    return name.startsWith('@') ? kids : [{ symbol: name, start, end, kids, weight: this.#weight[at] ?? Infinity }];
  }
}
