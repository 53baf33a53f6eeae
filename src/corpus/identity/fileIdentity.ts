import type { Definition } from '../../language/definitions.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';
import type { Link } from '../references.ts';

/**
 * What a document alone says about who it is. Which of it tells it apart depends on the other documents. All texts are on one line, plain,
 * and at most 200 characters long.
 */
export interface FileIdentity {
  /**
   * Titles that it may have, best first; at most 8. The name of its file is among them where it says who it is, unlike those of scans and
   * downloads.
   */
  readonly titles: readonly StatedTitle[];
  /** `lineKey` of each line that its first page and its pages' edges have; at most 40. */
  readonly lines: readonly number[];
  /** By kind, of each the most telling first; at most 24. */
  readonly parts: readonly IdentityPart[];
  /** Organizations that it may be of, likeliest first; at most 4. */
  readonly organizations: readonly WeighedName[];
  /** Names that its passages use most; at most 8. */
  readonly names: readonly WeighedName[];
  /** Short forms that its passages explain, in text order; at most 32. */
  readonly definitions: readonly Definition[];
  /** Of other documents: at most 64 of links, and of 2,000 entries of a bibliography. */
  readonly others: readonly NamedOther[];
}

interface StatedTitle {
  readonly text: string;
  readonly from: IdentitySource;
  /** The `nameKey` of the text; identities of before have none. */
  readonly key?: string;
}

/** What one document says about another. */
export interface NamedOther extends Pick<Link, 'kind' | 'target'> {
  readonly parts: readonly IdentityPart[];
}

/** A proper name. */
export interface WeighedName {
  /** As the document has it, as long as it has it: `Acme Holdings, Inc.` */
  readonly value: string;
  /** The `nameKey` of its first words, by which texts mention it: `acme`. */
  readonly key: string;
  readonly from: IdentitySource;
  /** Higher is likelier; the share of passages with the name, and more for prominent places. */
  readonly weight: number;
}
