import type { Row } from '../interfaces.ts';
import type { PassageAnchor } from '../passageReferences.ts';
import type { Place } from './mentionLists.ts';

/** What is stored of a passage. */
export interface MentionRecord {
  readonly row: Row;
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly aliases: readonly string[];
  readonly anchors: readonly PassageAnchor[];
  /** Links first; then names by place, at one place the longest first. */
  readonly places: readonly Place[];
}
