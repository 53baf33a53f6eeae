/** Which documents a question names. */
export interface QuestionIdentity {
  /** Places of the question that name documents, in order, not overlapping. */
  readonly meant: readonly MeantDocuments[];
  /** Paths of the documents that are preferred for the whole question, best first; at most 20. */
  readonly preferred: readonly string[];
  /** Names in the question that no document seems to be about; at most 3. */
  readonly unknown: readonly string[];
}

interface MeantDocuments {
  /** Offsets in the question, end-exclusive. */
  readonly start: number;
  readonly end: number;
  /** As asked. */
  readonly words: string;
  /** Paths, best first; at most 20. */
  readonly documents: readonly string[];
  /** How many there are. */
  readonly total: number;
}
