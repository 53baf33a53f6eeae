import { english } from '../../language/english.ts';
import type { Tree } from './chart.ts';
import { NAME, unmask, type MaskedText } from './maskedText.ts';
import { isAgent, isNameable, isPersonNoun, isPlural } from './nouns.ts';
import { parseQuestion, type QuestionTree } from './questionTree.ts';

/**
 * Splits a question with masked names into single-hop questions, innermost description first: what is described
 * (`the engineer who designed X`, `the mother of X`, `X's wife`) is asked for, then replaced by `#n`. The last step is the remaining
 * question. Any noun and verb will do: only how phrases nest counts. A question without such a structure, and one that is not surely
 * understood, is the only step. So is a question to answer with yes or no: on each set of such questions, the whole finds more evidence.
 */
export function chainOf(masked: MaskedText): readonly string[] {
  const tree = understood(masked);
  return (tree === null || asksWhether(tree.root) ? null : stepsOf(tree, masked)) ?? [unmask(masked.text, masked.names)];
}

/** The steps of a question that is asked for one side of a comparison; null when it is no question that is surely understood. */
export function sideOf(masked: MaskedText): readonly string[] | null {
  const tree = understood(masked);
  return tree === null ? null : stepsOf(tree, masked);
}

function understood({ text }: MaskedText): QuestionTree | null {
  const tree = parseQuestion(text);
  return tree === null || tree.root.weight > MAX_WEIGHT ? null : tree;
}

function stepsOf(tree: QuestionTree, { text, names }: MaskedText): readonly string[] {
  return (new Chain(tree).steps() ?? regionSteps(text, 0)).map((step) => unmask(step, names));
}

function asksWhether({ kids }: Tree): boolean {
  const last = kids.at(-1);
  return last?.symbol === 'inv' ? kids.every(({ symbol }) => !/^(?:wn|wa)$/u.test(symbol)) : last?.symbol === 'q' && asksWhether(last);
}

/** Above this weight of the parse, most plans of questions with annotated steps differ from these. */
const MAX_WEIGHT = 4;

class Chain {
  readonly #tree: QuestionTree;
  readonly #steps: string[] = [];
  /** Descriptions that were asked for, in characters. */
  readonly #replaced: { readonly start: number; readonly end: number; readonly by: string }[] = [];

  constructor(tree: QuestionTree) {
    this.#tree = tree;
  }

  steps(): string[] | null {
    this.#visit(this.#tree.root, new Set([...focusOf(this.#tree.root)].flatMap((np) => this.#named(np))));
    if (this.#steps.length > 0) this.#steps.push(...this.#lastSteps());
    return this.#steps.length === 0 ? null : this.#steps;
  }

  #lastSteps(): readonly string[] {
    const { root } = this.#tree;
    const [first, last] = [root.kids[0], root.kids.at(-1)];
    if (first?.symbol === 'imp' && last !== undefined) return [this.#plain(last, last)];
    return regionSteps(`${this.#text(root)}?`, this.#steps.length);
  }

  /** With `the name of X`, X is asked for. */
  #named(np: Tree): Tree[] {
    const [head, of] = np.kids;
    const inner = of?.symbol === 'ofp' ? of.kids[1] : undefined;
    return inner !== undefined && head !== undefined && questions.transparent.has(this.#noun(head)) ? [np, ...this.#named(inner)] : [np];
  }

  /** `focus`: what the question itself asks for, so no earlier step does. */
  #visit(node: Tree, focus: ReadonlySet<Tree>): void {
    const describes = isPhrase(node) && !focus.has(node) && this.#questionFor(node) !== null;
    for (const [index, kid] of node.kids.entries()) {
      // The first part of a noun phrase names the same thing as the whole.
      const isHead = index === 0 && isPhrase(node) && (describes || focus.has(node)) && !SEPARATE.has(node.kids[1]?.symbol ?? '');
      this.#visit(kid, isHead ? new Set([...focus, kid]) : focus);
    }
    const question = describes ? this.#questionFor(node) : null;
    if (question === null) return;
    this.#steps.push(question);
    this.#replaced.push({ ...this.#range(node), by: `#${this.#steps.length}` });
  }

  #questionFor(np: Tree): string | null {
    const [head, second, third] = np.kids;
    if (head === undefined || second === undefined || this.#asks(np)) return null;
    if (second.symbol === 'nb') return this.#namedRole(second);
    if (POSSESSIVE.has(second.symbol)) return this.#owned(head, third);
    if (second.symbol === 'ofp' || second.symbol === 'pp') return this.#related(np, head, second);
    const clause = second.symbol === 'comma' ? third : second;
    return clause !== undefined && /^(?:rc|crc|rrc)$/u.test(clause.symbol) ? this.#clause(np, head, clause) : null;
  }

  /** `X's wife` */
  #owned(owner: Tree, noun: Tree | undefined): string | null {
    if (noun?.symbol !== 'nb' || this.#isIndefinite(owner) || !this.#isAnchored(owner) || !this.#canLookUp(noun)) return null;
    return `${this.#whoIs(noun)} the ${this.#text(noun)} of ${this.#text(owner)}?`;
  }

  /** `the wife of X`, `the man behind X` */
  #related(np: Tree, head: Tree, pp: Tree): string | null {
    const of = pp.kids.at(-1);
    if (of?.symbol !== 'np' || !this.#isAnchored(of) || this.#isNamed(head)) return null;
    const noun = this.#noun(head);
    const isOne = !this.#isIndefinite(head) && (isPersonNoun(noun) || this.#hasDeterminer(head));
    if (pp.symbol === 'ofp' ? !this.#canLookUp(head) || !isOne : !isPersonNoun(noun) || !isNameable(noun)) return null;
    return this.#plain(np, head);
  }

  #clause(np: Tree, head: Tree, clause: Tree): string | null {
    if (
      !(this.#isAnchored(clause) || this.#isAnchored(head) || this.#isTelling(head, clause)) ||
      this.#isNamed(head) ||
      !isNameable(this.#noun(head)) ||
      !(this.#hasDeterminer(head) || isPersonNoun(this.#noun(head)))
    )
      return null;
    const [pronoun, second, third] = clause.kids;
    const noun = this.#text(head).replace(DETERMINER, '');
    const isGeneral = questions.generalPersons.has(noun);
    if (clause.symbol === 'rc' && second?.symbol === 'vp' && pronoun !== undefined)
      return `${isGeneral ? 'Who' : `Which ${noun}`} ${this.#text(second)}?`;
    if (clause.symbol === 'rc' && pronoun?.symbol === 'whose' && second !== undefined && third?.symbol === 'vp')
      return `${isGeneral ? 'Whose' : `Which ${noun}'s`} ${this.#text(second)} ${this.#text(third)}?`;
    return this.#plain(np, head);
  }

  /** `the Red Sand director` */
  #namedRole(phrase: Tree): string | null {
    const match = new RegExp(`^(${NAME}|#\\d) ([\\p{Ll}-]+)$`, 'u').exec(this.#text(phrase));
    const [, name = '', noun = ''] = match ?? [];
    return match !== null && isAgent(noun) && isNameable(noun) ? `Who is the ${noun} of ${name}?` : null;
  }

  #plain(np: Tree, head: Tree): string {
    const text = this.#text(np).replace(DETERMINER, '');
    return `${this.#whoIs(head)} the ${text}?`;
  }

  /** Whether a description that only relates this noun to something is one thing with a name. */
  #canLookUp(head: Tree): boolean {
    const noun = this.#noun(head);
    return !questions.transparent.has(noun) && isNameable(noun);
  }

  #whoIs(head: Tree): string {
    const noun = this.#noun(head);
    return `${isPersonNoun(noun) ? 'Who' : 'What'} ${isPlural(noun) ? 'are' : 'is'}`;
  }

  /** The noun of a noun phrase, in lower case: the last word before what modifies it. */
  #noun(node: Tree): string {
    const [first] = node.kids;
    if (isPhrase(node) && first !== undefined && isPhrase(first) && !POSSESSIVE.has(node.kids[1]?.symbol ?? '')) return this.#noun(first);
    const words = this.#tree.tokens.slice(node.start, node.end).map(({ word }) => word.toLowerCase());
    const before = words.findIndex((word, at) => at > 0 && word === 'of');
    const own = before < 0 ? words : words.slice(0, before);
    return own.findLast((word) => /^\p{L}/u.test(word) && !isName.test(word)) ?? '';
  }

  #isIndefinite(np: Tree): boolean {
    return /^an?$/u.test(this.#word(np));
  }

  /** `in charge of X`: without one, a noun often names no thing. */
  #hasDeterminer(np: Tree): boolean {
    return DETERMINER.test(`${this.#word(np)} `) || this.#isSuperlative(np);
  }

  #isSuperlative(np: Tree): boolean {
    return questions.superlative.test(this.#word(np));
  }

  /** Whether a name says which one is meant. */
  #isAnchored(node: Tree): boolean {
    return this.#tree.tokens.slice(node.start, node.end).some(({ word }) => isName.test(word));
  }

  /** Without a name, many words can still describe one thing. */
  #isTelling(head: Tree, clause: Tree): boolean {
    const words = this.#tree.tokens.slice(clause.start, clause.end).filter(({ word }) => !functionWords.has(word.toLowerCase()));
    return !this.#isIndefinite(head) && words.length >= 3;
  }

  #isNamed(node: Tree): boolean {
    return (
      this.#tree.tokens.slice(node.start, node.end).some(({ word }) => isName.test(word)) &&
      !node.kids.some(({ symbol }) => POSSESSIVE.has(symbol))
    );
  }

  /** Whether the question word is inside. */
  #asks(node: Tree): boolean {
    return node.symbol === 'wn' || node.symbol === 'wa' || node.kids.some((kid) => this.#asks(kid));
  }

  #word(node: Tree): string {
    return this.#tree.tokens[node.start]?.word.toLowerCase() ?? '';
  }

  #range(node: Tree): { readonly start: number; readonly end: number } {
    return { start: this.#tree.tokens[node.start]?.start ?? 0, end: this.#tree.tokens[node.end - 1]?.end ?? 0 };
  }

  /** The words of a node, with descriptions that were asked for replaced. */
  #text(node: Tree): string {
    const { start, end } = this.#range(node);
    return this.#slice(start, end);
  }

  #slice(start: number, end: number): string {
    const inside = this.#replaced.filter((one) => one.start >= start && one.end <= end).sort((a, b) => a.start - b.start || b.end - a.end);
    let text = '';
    let at = start;
    for (const one of inside) {
      if (one.start < at) continue;
      text += this.#tree.text.slice(at, one.start) + one.by;
      at = one.end;
    }
    return text + this.#tree.text.slice(at, end);
  }
}

const { functionWords, questions } = english;
const isName = new RegExp(`^(?:${NAME}|#\\d+)$`, 'u');
const POSSESSIVE: ReadonlySet<string> = new Set(['gen', 'gens']);
/** After these the second part names something else than the first. */
const SEPARATE: ReadonlySet<string> = new Set([...POSSESSIVE, 'and']);
const DETERMINER = /^(?:the|an?|both|that|this) /iu;

/** Texts give towns for births and deaths, so a larger place is asked for in a second step. */
function regionSteps(question: string, before: number): readonly string[] {
  const [, preposition = '', region = '', verb = ''] = REGION.exec(question) ?? [];
  if (region === '' || !questions.regions.has(region)) return [question];
  return [`Where ${verb}?`, `${preposition} which ${region} is #${before + 1}?`];
}

const REGION = new RegExp(`^(On|In) (?:what|which) (\\p{Ll}+) (was (?:${NAME}|#\\d) (?:born|buried)|did (?:${NAME}|#\\d) die)\\?$`, 'u');

function isPhrase({ symbol }: Tree): boolean {
  return symbol === 'np' || symbol === 'bnp' || symbol === 'dnp' || symbol === 'npg';
}

/** The noun phrases that the question asks for: `Who is NP?`, `Name NP`, `NP?`. */
function focusOf(root: Tree): ReadonlySet<Tree> {
  const focus = new Set<Tree>();
  const add = (np: Tree | undefined): void => {
    if (np === undefined || !isPhrase(np)) return;
    focus.add(np);
  };
  const [first, second, third] = root.kids;
  if (first?.symbol === 'wn' && second?.symbol === 'be' && first.kids.length === 1) add(third);
  if (first?.symbol === 'wa' && second?.symbol === 'inv' && second.kids.length === 2) add(second.kids[1]);
  if (first?.symbol === 'imp') add(root.kids.at(-1));
  if (root.kids.length === 1) add(first);
  return focus;
}
