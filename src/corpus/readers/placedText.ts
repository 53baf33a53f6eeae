import type { LinkTarget } from '../references.ts';

/** Text on one line in one font, in points; x grows along the line, y across the lines in reading order. */
export interface PlacedText {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  /** Font size. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isMonospace: boolean;
  readonly isRightToLeft: boolean;
  /** What all of it links to. */
  readonly link?: LinkTarget;
}
