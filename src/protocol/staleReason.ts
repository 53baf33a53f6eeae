/** Why a finished run may answer otherwise now. */
export type StaleReason =
  /** The words that it cites are no longer in their document as they were. */
  | { readonly kind: 'cited-place'; readonly path: string; readonly quote: string }
  /** The first results of a search are others. */
  | { readonly kind: 'search'; readonly query: string; readonly appeared: readonly string[]; readonly gone: number };
