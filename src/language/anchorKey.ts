import { unaccented } from './words.ts';

/**
 * What is compared of names of anchors and fragments of links: only letters and digits, in lower case without accents. It is the
 * same for a heading and for the ids that the formats make of it: `Don't set up & run`, `dont-set-up--run`, `_don_t_set_up_run`,
 * `Don't-set-up-&-run`. Empty when the name has no letter or digit.
 */
export function anchorKey(name: string): string {
  return unaccented(name.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '');
}
