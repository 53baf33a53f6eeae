/** Earlier questions, as the arrow keys go through them. Pure. */
import type { PanelState } from '../../src/protocol/panel.ts';

/** Each once, the last asked first. */
export function earlierQuestions(runs: PanelState['runs']): readonly string[] {
  return [...new Set(runs.map(({ question, typed }) => typed ?? question))];
}

/** Where the keys are in the history. */
export interface HistoryPlace {
  /** 0 for the question asked last. */
  readonly at: number;
  /** What was in the box before. */
  readonly unsent: string;
}

interface HistoryStep {
  readonly text: string;
  /** Undefined where the box has its own text again. */
  readonly place: HistoryPlace | undefined;
}

/**
 * The question that a key leads to; undefined where it leads nowhere.
 * @param place undefined while the text in the box is its own
 */
export function stepInHistory(
  key: 'ArrowUp' | 'ArrowDown',
  text: string,
  questions: readonly string[],
  place: HistoryPlace | undefined,
): HistoryStep | undefined {
  const { at, unsent } = place ?? { at: -1, unsent: text };
  let to = key === 'ArrowUp' ? at + 1 : at - 1;
  // The shown question is in the box already.
  if (place === undefined && questions[to] === text) to++;
  if (to < 0) return place && { text: unsent, place: undefined };
  const question = questions[to];
  return question === undefined ? undefined : { text: question, place: { at: to, unsent } };
}
