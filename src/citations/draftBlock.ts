/** The pieces that an answer for insertion consists of, in no language yet. */
import type { Citation } from '../protocol/trace.ts';

export type DraftPart = string | { readonly cites: Citation };

export type AnswerPart =
  | { readonly kind: 'paragraph'; readonly parts: readonly DraftPart[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly DraftPart[])[] }
  | {
      readonly kind: 'table';
      /** The first is above the names of the rows. */
      readonly columns: readonly string[];
      readonly rows: readonly { readonly name: string; readonly cells: readonly (readonly DraftPart[])[] }[];
    };
