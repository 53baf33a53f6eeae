/** For roles that answer from memory. */
export interface FromMemory {
  /** Leaves open what the model does about what it does not know; by default the prompt asks it to say so. */
  readonly mayGuess?: boolean;
}
