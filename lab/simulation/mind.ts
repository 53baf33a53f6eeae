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
  earlierBelief,
  type EarlierStep,
} from './evidence.ts';
import { factsOf, Knowledge, type Target } from './knowledge.ts';
import { plain } from './wording.ts';
import { wrongAnswers } from './wrongAnswers.ts';

/** The caller. Draws differ between roles and samples. */
export interface Turn {
  readonly role: string;
  readonly sample: number;
}

/** The model's answer; `answer` is null for an abstention. */
export interface Answer {
  readonly answer: string | null;
  readonly citations: readonly number[];
  /** Whether it comes from memory although evidence was asked for. */
  readonly isRemembered?: boolean;
  /** In (0, 1): probability of its tokens. */
  readonly sureness: number;
}

/** The evidence for an answer. */
export interface Given {
  readonly passages?: readonly ShownPassage[];
  readonly earlier?: readonly EarlierStep[];
  readonly prefersEarlier?: boolean;
  /** Whether an answer is required even without evidence. */
  readonly mustAnswer?: boolean;
}

/** Judges and answers as the simulated model: correctly if the evidence is given, except for the errors of its character. */
export class Mind {
  readonly knowledge: Knowledge;
  readonly draws: Draws;

  constructor(dataset: readonly GoldQuestion[], character: Character) {
    this.knowledge = new Knowledge(dataset);
    this.draws = new Draws(character);
  }

  /** Answers from passages and earlier answers, not from memory. */
  answer(question: string, given: Given, turn: Turn): Answer {
    const evidence = { passages: [], earlier: [], prefersEarlier: false, ...given, isKnown: () => false };
    return this.#say(question, evidence, turn, given.mustAnswer);
  }

  /** Answers from memory alone. */
  recall(question: string, turn: Turn): Answer {
    return this.#say(question, { passages: [], earlier: [], prefersEarlier: false, isKnown: (fact) => this.draws.isKnown(fact) }, turn);
  }

  /** The correct conclusion from the evidence, without errors; null when there is none. */
  truth(question: string, given: Given): Belief | null {
    const evidence = { passages: [], earlier: [], prefersEarlier: false, ...given, isKnown: () => false };
    return this.#belief(this.knowledge.targets(question), evidence)?.belief ?? null;
  }

  /** Share of the facts behind a question that the model knows without passages. */
  knownShare(question: string): number {
    const [target] = this.knowledge.targets(question);
    const facts = target && target.gold.answers.length > 0 ? factsOf(target) : [];
    return facts.length === 0 ? 0 : facts.filter((fact) => this.draws.isKnown(fact)).length / facts.length;
  }

  /** A plausible wrong answer, always the same for the same `about`. */
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

  #say(question: string, evidence: Evidence, { role, sample }: Turn, mustAnswer = false): Answer {
    const { passages, earlier } = evidence;
    const found = this.#belief(this.knowledge.targets(question), evidence);
    if (found?.belief.isRight === true) {
      const fact = nameOf(found.target);
      const others = passages.length - found.belief.citations.length;
      if (!this.draws.slips(fact, role, sample) && !this.draws.isDistracted(others, fact, role, sample))
        return { ...found.belief, sureness: this.draws.between(0.86, 0.98, 'sure', fact, role) };
      // A misreading confuses one thing with another, and always with the same one.
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
      ...earlier.map(({ answer }) => answer),
    ];
    if (mustAnswer) return this.#guess(question, passages, about);
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

  /** Without evidence, a few wrong answers seem likely, some more than others, so samples disagree. */
  #guess(question: string, passages: readonly ShownPassage[], about: readonly string[]): Answer {
    const likely = this.draws.pick([0, 0, 1, 1, 2, 3], 'likely', ...about) ?? 0;
    const seen = passages.map(({ plainText }) => plainText);
    const answer = this.wrongAnswer(question, passages, 'guess', String(likely), ...seen);
    return { answer, citations: [], sureness: this.draws.between(0.25, 0.6, 'guessed', ...about) };
  }

  /** Of all meanings of the question, the first that the evidence answers correctly, otherwise the first that it answers. */
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
  const earlier = earlierBelief([fact], one.answers, evidence.earlier);
  const seen = readStep(gold, one, evidence.passages);
  const known = evidence.isKnown(fact) ? { answer: one.answer, isRight: true, citations: [] } : null;
  return (evidence.prefersEarlier ? (earlier ?? seen) : (seen ?? earlier)) ?? statedBelief([fact], one.answers, evidence.passages) ?? known;
}

/** The fact that an answer is about, for draws. */
function nameOf({ gold, step }: Target): string {
  return step === null ? plain(gold.question) : factOf(gold, step);
}
