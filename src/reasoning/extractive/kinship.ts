/** Family relations that consist of two simpler ones, from the person outward: `paternal grandmother` is the mother of the father. */
export function kinshipSteps(relation: string): readonly string[] | null {
  return STEPS.get(relation.trim().replaceAll(/[\s-]+/gu, '-')) ?? null;
}

const STEPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['paternal-grandfather', ['father', 'father']],
  ['paternal-grandmother', ['father', 'mother']],
  ['maternal-grandfather', ['mother', 'father']],
  ['maternal-grandmother', ['mother', 'mother']],
  ['father-in-law', ['spouse', 'father']],
  ['mother-in-law', ['spouse', 'mother']],
  ['parent-in-law', ['spouse', 'parent']],
  ['brother-in-law', ['spouse', 'brother']],
  ['sister-in-law', ['spouse', 'sister']],
  ['sibling-in-law', ['spouse', 'sibling']],
  ['son-in-law', ['daughter', 'husband']],
  ['daughter-in-law', ['son', 'wife']],
  ['child-in-law', ['child', 'spouse']],
  ['stepfather', ['mother', 'husband']],
  ['stepmother', ['father', 'wife']],
  ['uncle', ['father', 'brother']],
  ['paternal-uncle', ['father', 'brother']],
  ['maternal-uncle', ['mother', 'brother']],
  ['aunt', ['father', 'sister']],
  ['paternal-aunt', ['father', 'sister']],
  ['maternal-aunt', ['mother', 'sister']],
  ['nephew', ['sibling', 'son']],
  ['niece', ['sibling', 'daughter']],
  ['grandchild', ['child', 'child']],
  ['grandson', ['child', 'son']],
  ['granddaughter', ['child', 'daughter']],
]);
