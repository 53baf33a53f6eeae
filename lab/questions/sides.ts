import { hashOf } from '../../src/base/hash.ts';

/** The two sides of a comparison in an order that says nothing about which one is the answer. */
export function sides(one: string, other: string): string {
  const isSwapped = hashOf([one, other]) < hashOf([other, one]);
  return isSwapped ? `${other} or ${one}` : `${one} or ${other}`;
}
