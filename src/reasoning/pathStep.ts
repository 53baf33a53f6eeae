/** One finished step of a sequential decomposition. */
export interface PathStep {
  readonly question: string;
  /** Null when the step found no answer. */
  readonly answer: string | null;
}
