import type { ShownPassage, Told } from '../evidence.ts';
import type { Answer, Mind } from '../mind.ts';

/** An earlier step as a prompt shows it. */
export interface ShownStep extends Told {
  /** Of a chain of thought. */
  readonly thought: string;
  /** A triple in words. */
  readonly fact: string;
  /** The step's whole text. */
  readonly text: string;
}

/** What a role is asked, as far as the prompt tells. */
export interface Asked {
  readonly question: string;
  readonly passages: readonly ShownPassage[];
  readonly steps: readonly ShownStep[];
  /** All of the prompt. */
  readonly text: string;
  /** Whether the form of the reply came as a schema. */
  readonly hasSchema: boolean;
  /** 0-based; samples of one prompt differ where the model is unsure. */
  readonly sample: number;
}

export type Reply = Readonly<Record<string, unknown>>;

export interface Said {
  /** An object where the role wants one, else text. */
  readonly reply: Reply | string;
  /** Mean probability of the tokens; 0.9 where it says nothing. */
  readonly sureness?: number;
}

/** How the simulated model serves a role. */
export type Behavior = (mind: Mind, asked: Asked) => Said;

export function answerFields({ answer, citations }: Answer, why: string): Reply {
  if (answer === null) return { reasoning: 'Nothing given here says it.', answer: '', citations: [], abstain: true };
  return { reasoning: why, answer, citations, abstain: false };
}
