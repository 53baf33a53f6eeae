/** An earlier question of a thread with its answer, and what it was answered by. */
export interface EarlierTurn {
  /** As it was asked, so that it stands alone. */
  readonly question: string;
  /** Null when there was none. */
  readonly answer: string | null;
  /** The steps between, in order. */
  readonly steps?: readonly { readonly question: string; readonly answer: string | null }[];
}
