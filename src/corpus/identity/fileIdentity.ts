import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';

/** What a document alone says about who it is. Which of it tells it apart depends on the other documents. */
export interface FileIdentity {
  /** Titles that it may have besides its file name, best first; at most 6. On one line, plain, and at most 200 characters long. */
  readonly titles: readonly { readonly text: string; readonly from: IdentitySource }[];
  /** At most 32. */
  readonly parts: readonly IdentityPart[];
}
