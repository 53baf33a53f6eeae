import { noPart } from '../asking.ts';
import type { ShownPassage, EarlierStep } from '../evidence.ts';
import type { Answer, Mind } from '../mind.ts';

/** An earlier step as a prompt shows it. */
export interface ShownStep extends EarlierStep {
  /** The thought, in a chain of thought. */
  readonly thought: string;
  /** A triple in words. */
  readonly fact: string;
  /** The step's whole text. */
  readonly text: string;
}

/** A role's input as recovered from the prompt. */
export interface Asked {
  readonly question: string;
  readonly passages: readonly ShownPassage[];
  readonly steps: readonly ShownStep[];
  /** The whole prompt. */
  readonly text: string;
  /** Whether the reply's format was given as a schema. */
  readonly hasSchema: boolean;
  /** Whether the reply may say what tells its answer apart from others of the same name. */
  readonly isStep: boolean;
  /** Whether the reply may say that its answer comes from memory. */
  readonly mayRemember: boolean;
  /** 0-based. Samples of one prompt differ where the model is unsure. */
  readonly sample: number;
}

export type Reply = Readonly<Record<string, unknown>>;

export interface Said {
  /** An object if the role requires one, otherwise text. */
  readonly reply: Reply | string;
  /** Mean probability of the tokens. Default: 0.9. */
  readonly sureness?: number;
}

/** The simulated model's implementation of a role. */
export type Behavior = (mind: Mind, asked: Asked) => Said;

/** @param part what there is where the answer is none */
export function answerFields({ answer, citations, isRemembered = false }: Answer, why: string, part = noPart): Reply {
  if (answer === null) {
    const isPart = part.answer !== null;
    return {
      reasoning: isPart ? 'A part is given here.' : 'Nothing given here says it.',
      answer: part.answer ?? '',
      missing: part.missing,
      citations: part.citations,
      abstain: !isPart,
      from_memory: false,
    };
  }
  return {
    reasoning: isRemembered ? 'This is well known.' : why,
    answer,
    missing: '',
    citations,
    abstain: false,
    from_memory: isRemembered,
  };
}

/** The answer by the evidence; what the model knows where that gives none and the prompt allows it. */
export function orRecalled(answer: Answer, mind: Mind, { question, mayRemember, sample }: Asked): Answer {
  if (answer.answer !== null || !mayRemember) return answer;
  const recalled = mind.recall(question, { role: 'recall', sample });
  return recalled.answer === null ? answer : { ...recalled, citations: [], isRemembered: true };
}
