/** The simulated model's knowledge of a dataset's questions: their decomposition, and the fact that a sub-question asks for. */
import type { GoldQuestion } from './dataset.ts';
import { askedRightly, endsInLastStep, factOf, unresolved } from './evidence.ts';
import { plain, rephrasings, unqualified, worded } from './wording.ts';

/** A question known to the model: a whole question, or one of its steps. */
export interface Target {
  readonly gold: GoldQuestion;
  /** Null for the whole question. */
  readonly step: number | null;
  /** Whether the step has the right answers of the steps it needs filled in. */
  readonly isResolved: boolean;
}

export class Knowledge {
  /** By plain wording, in the order of the dataset. */
  readonly #questions = new Map<string, GoldQuestion>();
  readonly #targets = new Map<string, Target[]>();
  /** Those that follow others, by what was typed. */
  readonly #followUps: ReadonlyMap<string, readonly GoldQuestion[]>;
  /** Distinct answers of all questions and steps. */
  readonly answers: readonly string[];
  /** Distinct sub-questions that need exactly one answer, used to ask a wrong question about something. */
  readonly templates: readonly string[];

  constructor(dataset: readonly GoldQuestion[]) {
    this.#followUps = Map.groupBy(
      dataset.filter(({ followUp }) => followUp !== undefined),
      ({ followUp }) => plain(followUp?.question ?? ''),
    );
    const answers = new Set<string>();
    const templates = new Set<string>();
    for (const gold of dataset) {
      this.#questions.set(plain(gold.question), gold);
      for (const wording of new Set([gold.question, worded(gold.question)])) this.#add(wording, { gold, step: null, isResolved: true });
      for (const answer of gold.answers.slice(0, 1)) answers.add(answer);
      const [only] = gold.steps;
      if (only && !isCompound(gold)) {
        if (plain(only.question) !== plain(gold.question)) this.#add(only.question, { gold, step: null, isResolved: true });
        continue;
      }
      gold.steps.forEach(({ question, answer, needs }, step) => {
        answers.add(answer);
        if (needs.length === 1) templates.add(question.replace(/#\d+/g, '#1'));
        const resolved = factOf(gold, step);
        this.#add(resolved, { gold, step, isResolved: true });
        for (const other of rephrasings(askedRightly(gold, step))) this.#add(other, { gold, step, isResolved: true });
        for (const asked of unresolved(gold, step)) if (plain(asked) !== resolved) this.#add(asked, { gold, step, isResolved: false });
      });
    }
    this.answers = [...answers];
    this.templates = [...templates];
  }

  /** The question that a follow-up of the dataset asks, where one of the questions before is the one that it follows there. */
  followUp(typed: string, before: readonly string[]): string | undefined {
    const asked = new Set(before.map((one) => plain(one)));
    const meant = this.#followUps.get(plain(typed)) ?? [];
    return meant.find(({ followUp }) => followUp?.earlier.some(({ question }) => asked.has(plain(question))))?.question;
  }

  /** The dataset question that one of the texts equals, otherwise the longest one that `anywhere` contains. */
  question(texts: readonly string[], anywhere: string): GoldQuestion | undefined {
    for (const text of texts) {
      const gold = this.#questions.get(plain(text));
      if (gold) return gold;
    }
    return longestWithin(this.#questions, plain(anywhere), 0);
  }

  /**
   * All possible meanings of a text, since several questions may share a sub-question. The text may be slightly longer than the question.
   */
  targets(text: string): readonly Target[] {
    const key = plain(text);
    const exact = this.#targets.get(key) ?? this.#targets.get(plain(unqualified(text)));
    return exact ?? longestWithin(this.#targets, key, key.length * mostOfText) ?? [];
  }

  /** Whether a text is the question or one of its steps, whatever it has in place of the needed answers. */
  isStepOf(gold: GoldQuestion, text: string): boolean {
    const key = plain(text);
    return (
      key === plain(gold.question) ||
      gold.steps.some(({ question }) => [question, ...rephrasings(question)].some((one) => patternOf(one).test(key)))
    );
  }

  #add(question: string, target: Target): void {
    const key = plain(question);
    const known = this.#targets.get(key);
    if (known) known.push(target);
    else this.#targets.set(key, [target]);
  }
}

/** A sub-question about something unknown may quote a known one, so a match must cover most of the text. */
const mostOfText = 0.7;

export function isCompound({ steps }: GoldQuestion): boolean {
  return steps.length > 1;
}

/** `inference`: a chain. `comparison`: independent steps. `hybrid`: both. Source: pipelines.md 5.2. */
export function typeOf(gold: GoldQuestion): 'inference' | 'comparison' | 'hybrid' {
  const dependent = gold.steps.filter(({ needs }) => needs.length > 0).length;
  const isChain = dependent === gold.steps.length - 1 && gold.steps.every(({ needs }) => needs.length < 2) && endsInLastStep(gold);
  if (isChain || !isCompound(gold)) return 'inference';
  return dependent === 0 ? 'comparison' : 'hybrid';
}

/** The facts that an answer requires. */
export function factsOf({ gold, step }: Target): readonly string[] {
  if (!isCompound(gold)) return [plain(gold.question)];
  const all = gold.steps.map((_, i) => i);
  return (step === null ? all : neededFor(gold, step)).map((i) => factOf(gold, i));
}

/** The step and all steps it needs, in order. */
export function neededFor(gold: GoldQuestion, step: number): readonly number[] {
  const needed = new Set([step]);
  for (let i = step; i >= 0; i--) if (needed.has(i)) for (const before of gold.steps[i]?.needs ?? []) needed.add(before);
  return [...needed].sort((a, b) => a - b);
}

/** A sub-question with `about` in place of the answer it needs. */
export function askedAbout(template: string, about: string): string {
  return template.replace(/#\d+/g, () => about);
}

function patternOf(template: string): RegExp {
  const parts = template.split(/#\d+/).map((part) => plain(part).trim());
  return new RegExp(`^ ?${parts.join('.*')} ?$`, 'u');
}

function longestWithin<T>(values: ReadonlyMap<string, T>, text: string, leastLength: number): T | undefined {
  let longest = '';
  for (const key of values.keys()) if (key.length > longest.length && key.length >= leastLength && text.includes(key)) longest = key;
  return values.get(longest);
}
