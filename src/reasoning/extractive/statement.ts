import { english } from '../../language/english.ts';
import type { Tree } from './chart.ts';
import { maskNames, unmask } from './maskedText.ts';
import { isPersonNoun } from './nouns.ts';
import { parseQuestion, type QuestionTree } from './questionTree.ts';

/** An answered question as a clause: `Ruben Istad` `was born in Nether Coll`. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  /** Whether the answer is a person, as far as the question says. */
  readonly isPerson: boolean;
}

/**
 * What a question and its answer say together; null where no grammatical clause is sure.
 * @param names earlier answers, which are names in the question whatever they look like
 */
export function statementOf(question: string, answer: string, names: readonly string[]): Statement | null {
  const said = answer.replaceAll(/\s+/gu, ' ').replace(/\.$/u, '').trim();
  if (said === '' || said.length > MAX_ANSWER || /[?!;]|\p{L}\.\s\p{Lu}\p{Ll}/u.test(said)) return null;
  const masked = maskNames(question, names);
  const tree = parseQuestion(masked.text);
  if (tree === null || tree.root.weight > MAX_WEIGHT) return null;
  const clause = new Clause(tree).of(said);
  return clause === null
    ? null
    : { ...clause, subject: unmask(clause.subject, masked.names), predicate: unmask(clause.predicate, masked.names) };
}

const MAX_ANSWER = 80;
/** Above this weight of the parse, a clause made from it may be wrong. */
const MAX_WEIGHT = 2.5;
const { questions, singular } = english;

class Clause {
  readonly #tree: QuestionTree;

  constructor(tree: QuestionTree) {
    this.#tree = tree;
  }

  of(answer: string): Statement | null {
    const kids = this.#tree.root.kids;
    const [first, second, third] = kids;
    const symbols = kids.map(({ symbol }) => symbol).join(' ');
    if (first === undefined || second === undefined) {
      if (first?.symbol === 's') return this.#inPlace(first, answer);
      return first?.symbol === 'inv' ? this.#confirmed(first, answer) : null;
    }
    const isPerson = this.#asksPerson(first);
    if (symbols === 'wn vp') return this.#agent(first, second, answer, isPerson);
    if (symbols === 'wn be np' && third !== undefined && first.kids.length === 1)
      return { subject: this.#text(third), predicate: `${this.#text(second)} ${answer}`, isPerson: this.#isPerson(third) };
    if (symbols === 'wn inv') return this.#inverted(second, this.#amount(first, answer), isPerson);
    if (symbols === 'wn be np' && third !== undefined && first.kids[1]?.symbol === 'gen' && first.kids[2] !== undefined)
      return { subject: `${answer}'s ${this.#text(first.kids[2])}`, predicate: `${this.#text(second)} ${this.#text(third)}`, isPerson };
    const fourth = kids[3];
    if (symbols === 'p wn be np' && third !== undefined && fourth !== undefined)
      return {
        subject: this.#text(fourth),
        predicate: `${this.#text(third)} ${this.#text(first).toLowerCase()} ${answer}`,
        isPerson: false,
      };
    if (symbols === 'wa inv') {
      const placed = this.#placed(first, answer);
      return placed === null ? null : this.#inverted(second, placed, false);
    }
    if (symbols === 'p wn inv' && third !== undefined)
      return this.#inverted(third, `${this.#text(first).toLowerCase()} ${answer}`, this.#asksPerson(second));
    return null;
  }

  /** `Who designed X?`, `Which company built X?` */
  #agent(wn: Tree, vp: Tree, answer: string, isPerson: boolean): Statement | null {
    if (wn.kids.some(({ symbol }) => symbol === 'whose')) return null;
    if (wn.kids[1]?.symbol === 'gen') {
      const [, , owned] = wn.kids;
      return owned === undefined ? null : { subject: `${answer}'s ${this.#text(owned)}`, predicate: this.#text(vp), isPerson };
    }
    if (this.#text(wn).toLowerCase().startsWith('how')) return null;
    const [fin, args] = vp.kids;
    const [verb, ...more] = fin?.kids ?? [];
    const object = args?.kids[0]?.kids[0];
    const past = verb === undefined ? '' : this.#text(verb);
    const isPassive =
      vp.kids.length === 2 &&
      verb?.symbol === 'v' &&
      more.length === 0 &&
      args?.kids.length === 1 &&
      object?.symbol === 'np' &&
      isParticiple(past) &&
      !this.#isPlural(object);
    if (isPassive) return { subject: this.#text(object), predicate: `was ${past} by ${answer}`, isPerson };
    return { subject: answer, predicate: this.#text(vp), isPerson };
  }

  /** What follows an auxiliary, with the answer at the end. */
  #inverted(inv: Tree, answer: string, isPerson: boolean): Statement | null {
    const [auxiliary, subject, rest] = inv.kids;
    if (auxiliary === undefined || subject === undefined || inv.kids.length > 3) return null;
    if (subject.symbol !== 'np' && subject.symbol !== 'npg') return null;
    const own = { subject: this.#text(subject), isPerson };
    if (auxiliary.symbol === 'be') {
      if (rest !== undefined && rest.symbol !== 'part') return null;
      return { ...own, predicate: [this.#text(auxiliary), ...(rest === undefined ? [] : [this.#text(rest)]), answer].join(' ') };
    }
    const verb = rest?.kids[0];
    if (rest?.symbol !== 'vbp' || verb?.symbol !== 'vb') return null;
    const after = this.#slice(verb.end, rest.end);
    const form =
      auxiliary.symbol === 'do' ? inflected(this.#text(verb), this.#text(auxiliary)) : `${this.#text(auxiliary)} ${this.#text(verb)}`;
    if (form === null) return null;
    // What the verb does it to comes first, when and where last.
    const isObject = !/^(?:in|on|at|from|by|to|since|around|about) /u.test(answer);
    return { ...own, predicate: [form, ...(isObject ? [answer, after] : [after, answer])].filter((part) => part !== '').join(' ') };
  }

  /** `X was born in which town?` */
  #inPlace(s: Tree, answer: string): Statement | null {
    const [subject, vp] = s.kids;
    const asked = vp === undefined ? null : this.#find(vp, 'wn');
    if (
      s.kids.length !== 2 ||
      subject?.symbol !== 'np' ||
      vp?.symbol !== 'vp' ||
      asked === null ||
      this.#text(asked).toLowerCase().startsWith('how')
    )
      return null;
    const predicate = `${this.#slice(vp.start, asked.start)} ${answer} ${this.#slice(asked.end, vp.end)}`.trim();
    return { subject: this.#text(subject), predicate, isPerson: this.#asksPerson(asked) };
  }

  /** `Is X a harbor?` */
  #confirmed(inv: Tree, answer: string): Statement | null {
    const [be, subject, rest] = inv.kids;
    if (be?.symbol !== 'be' || subject?.symbol !== 'np' || rest === undefined || !/^(?:yes|no)$/iu.test(answer)) return null;
    const not = /^no$/iu.test(answer) ? ' not' : '';
    return {
      subject: this.#text(subject),
      predicate: `${this.#text(be).toLowerCase()}${not} ${this.#slice(rest.start, inv.end)}`,
      isPerson: false,
    };
  }

  /** `How many turbines` and `8` give `8 turbines`. */
  #amount(wn: Tree, answer: string): string {
    const [, counted] = /^how many (.+)$/iu.exec(this.#text(wn)) ?? [];
    return counted === undefined || answer.toLowerCase().includes(counted.toLowerCase()) ? answer : `${answer} ${counted}`;
  }

  #placed(wa: Tree, answer: string): string | null {
    const asked = this.#text(wa).toLowerCase();
    if (/^(?:in|on|at|from|near|around|about|before|after|since|between|during) /iu.test(answer))
      return `${answer.charAt(0).toLowerCase()}${answer.slice(1)}`;
    if (asked === 'where') return /^\p{Lu}/u.test(answer) ? `in ${answer}` : null;
    if (asked !== 'when' || english.dates.months.length === 0) return null;
    if (/^\d{3,4}$|^\p{Lu}\p{Ll}+,? \d{3,4}$|^the \d/u.test(answer)) return `in ${answer}`;
    return /\d/u.test(answer) ? `on ${answer}` : null;
  }

  #asksPerson(node: Tree): boolean {
    return node.kids[0]?.symbol === 'who' || (node.symbol === 'wn' && this.#isPerson(node));
  }

  #isPerson(node: Tree): boolean {
    const [before = ''] = this.#text(node)
      .toLowerCase()
      .split(/ (?:of|in|for|behind|who|that|which) |['’]s? /u);
    return isPersonNoun(before.split(' ').at(-1) ?? '');
  }

  #isPlural(node: Tree): boolean {
    const words = this.#text(node).split(' ');
    return words.includes('and') || words.some((word) => /^\p{Ll}/u.test(word) && singular(word) !== word);
  }

  #find(node: Tree, symbol: string): Tree | null {
    if (node.symbol === symbol) return node;
    for (const kid of node.kids) {
      const found = this.#find(kid, symbol);
      if (found !== null) return found;
    }
    return null;
  }

  #text(node: Tree): string {
    return this.#slice(node.start, node.end);
  }

  #slice(start: number, end: number): string {
    const { tokens, text } = this.#tree;
    return end <= start ? '' : text.slice(tokens[start]?.start, tokens[end - 1]?.end);
  }
}

function isParticiple(verb: string): boolean {
  return questions.participles.has(verb) || /[^e]ed$/u.test(verb);
}

/** A verb in the form that its auxiliary had: `did open` is `opened`. */
function inflected(verb: string, auxiliary: string): string | null {
  const past = questions.past.get(verb);
  if (auxiliary === 'do') return verb;
  if (auxiliary === 'does')
    return verb === 'have' ? 'has' : /(?:s|sh|ch|x|o)$/u.test(verb) ? `${verb}es` : `${verb.replace(/([^aeiou])y$/u, '$1ie')}s`;
  if (verb === 'have') return 'had';
  if (past !== undefined) return past;
  // Whether a final consonant doubles is not known, so only verbs where it cannot.
  if (/e$/u.test(verb)) return `${verb}d`;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ied`;
  return /(?:[aeiou]{2}|[^aeiou]|[wxy])[^aeiou]$|[wxy]$|(?:en|er|it|et)$/u.test(verb) ? `${verb}ed` : null;
}
