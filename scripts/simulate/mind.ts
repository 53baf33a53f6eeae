import type { GoldQuestion } from './dataset.ts';
import { type Character, Draws } from './draws.ts';
import {
  type Belief,
  conclude,
  derive,
  type Evidence,
  factOf,
  readStep,
  type ShownPassage,
  statedBelief,
  toldBelief,
  type Told,
} from './evidence.ts';
import { factsOf, Knowledge, type Target } from './knowledge.ts';
import { plain } from './wording.ts';
import { wrongAnswers } from './wrongAnswers.ts';

/** Who asks: draws differ between roles and samples. */
export interface Turn {
  readonly role: string;
  readonly sample: number;
}

/** What the model would answer; `answer` is null when it abstains. */
export interface Answer {
  readonly answer: string | null;
  readonly citations: readonly number[];
  /** In (0, 1): how sure its tokens are. */
  readonly sureness: number;
}

/** What is given to answer from. */
export interface Given {
  readonly passages?: readonly ShownPassage[];
  readonly told?: readonly Told[];
  readonly isToldFirst?: boolean;
}

/** Judges and answers as the simulated model does: right where the evidence is given, but for the errors of its character. */
export class Mind {
  readonly knowledge: Knowledge;
  readonly draws: Draws;

  constructor(dataset: readonly GoldQuestion[], character: Character) {
    this.knowledge = new Knowledge(dataset);
    this.draws = new Draws(character);
  }

  /** From passages and from what was answered before, not from memory. */
  answer(question: string, given: Given, turn: Turn): Answer {
    const evidence = { passages: [], told: [], isToldFirst: false, ...given, isKnown: () => false };
    return this.#say(question, evidence, turn);
  }

  /** From memory alone. */
  recall(question: string, turn: Turn): Answer {
    return this.#say(question, { passages: [], told: [], isToldFirst: false, isKnown: (fact) => this.draws.isKnown(fact) }, turn);
  }

  /** What the evidence really comes to, before any error is made about it; null when to nothing. */
  truth(question: string, given: Given): Belief | null {
    const evidence = { passages: [], told: [], isToldFirst: false, ...given, isKnown: () => false };
    return this.#belief(this.knowledge.targets(question), evidence)?.belief ?? null;
  }

  /** Share of the facts behind a question that the model knows by heart. */
  knownShare(question: string): number {
    const [target] = this.knowledge.targets(question);
    const facts = target && target.gold.answers.length > 0 ? factsOf(target) : [];
    return facts.length === 0 ? 0 : facts.filter((fact) => this.draws.isKnown(fact)).length / facts.length;
  }

  /** A wrong answer that looks right, the same for the same `about`. */
  wrongAnswer(question: string, passages: readonly Pick<ShownPassage, 'title' | 'text'>[], ...about: readonly string[]): string {
    const accepted = this.knowledge
      .targets(question)
      .flatMap(({ gold, step }) => (step === null ? gold.answers : (gold.steps[step]?.answers ?? [])));
    const choices = wrongAnswers(
      question,
      accepted.filter((one) => one !== ''),
      passages,
      this.knowledge.answers,
    );
    return this.draws.pick(choices, 'wrong answer', plain(question), ...about) ?? 'Atlantis';
  }

  #say(question: string, evidence: Evidence, { role, sample }: Turn): Answer {
    const { passages, told } = evidence;
    const found = this.#belief(this.knowledge.targets(question), evidence);
    if (found?.belief.isRight === true) {
      const fact = nameOf(found.target);
      if (!this.draws.slips(fact, role, sample)) return { ...found.belief, sureness: this.draws.between(0.86, 0.98, 'sure', fact, role) };
      // A misreading takes one thing for another, and the same other thing each time.
      const cited = passages.filter(({ number }) => found.belief.citations.includes(number));
      const answer = this.wrongAnswer(question, cited.length > 0 ? cited : passages);
      return { answer, citations: found.belief.citations, sureness: this.draws.between(0.45, 0.75, 'misread', fact, role) };
    }
    if (found) return { ...found.belief, sureness: this.draws.between(0.5, 0.8, 'misled', nameOf(found.target), role) };
    const about = [
      plain(question),
      role,
      String(sample),
      ...passages.map(({ plainText }) => plainText),
      ...told.map(({ answer }) => answer),
    ];
    if (!this.draws.errs('guess', ...about))
      return { answer: null, citations: [], sureness: this.draws.between(0.6, 0.9, 'abstain', ...about) };
    const answer = this.wrongAnswer(question, passages, ...about);
    const citations = passages.filter(({ plainText, title }) => plainText.includes(plain(answer)) || plain(title).includes(plain(answer)));
    return {
      answer,
      citations: citations.slice(0, 1).map(({ number }) => number),
      sureness: this.draws.between(0.25, 0.6, 'guessed', ...about),
    };
  }

  /** Of all that the question can mean, the first that the evidence answers rightly, else the first that it answers at all. */
  #belief(targets: readonly Target[], evidence: Evidence): { readonly target: Target; readonly belief: Belief } | undefined {
    const found = targets.flatMap((target) => {
      const belief = believe(target, evidence);
      return belief ? [{ target, belief }] : [];
    });
    return found.find(({ belief }) => belief.isRight) ?? found[0];
  }
}

function believe({ gold, step, isResolved }: Target, evidence: Evidence): Belief | null {
  if (step === null) {
    const steps = conclude(gold, derive(gold, evidence));
    return steps?.isRight === true ? steps : (statedBelief([gold.question], gold.answers, evidence.passages) ?? steps);
  }
  const one = gold.steps[step];
  if (one === undefined) return null;
  if (!isResolved) return derive(gold, evidence)[step] ?? null;
  const fact = factOf(gold, step);
  const told = toldBelief([fact], one.answers, evidence.told);
  const seen = readStep(gold, one, evidence.passages);
  const known = evidence.isKnown(fact) ? { answer: one.answer, isRight: true, citations: [] } : null;
  return (evidence.isToldFirst ? (told ?? seen) : (seen ?? told)) ?? statedBelief([fact], one.answers, evidence.passages) ?? known;
}

/** The fact an answer is about, for draws. */
function nameOf({ gold, step }: Target): string {
  return step === null ? plain(gold.question) : factOf(gold, step);
}
