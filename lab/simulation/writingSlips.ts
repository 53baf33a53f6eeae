/** What a simulated model gets wrong when it writes an answer out, each in the right form. */
export const writingSlips = {
  unsupported: 'a sentence that no passage carries, with words that a passage has',
  misquote: 'quoted words that no passage has',
  'wrong-passage': 'the number of another passage',
  contradiction: 'a sentence that denies what its quote says',
  unquoted: 'a sentence without quoted words',
  resolved: 'one side of documents that disagree, as if they did not',
} as const;
export type WritingSlip = keyof typeof writingSlips;

/** The chance of each, per sentence. */
export type WritingSlips = Readonly<Partial<Record<WritingSlip, number>>>;

const usualChance = 0.2;

/** Parses `misquote:0.5,unsupported`; throws a RangeError that says what is wrong. */
export function parseWritingSlips(list: string): WritingSlips {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const slips: Partial<Record<WritingSlip, number>> = {};
  for (const item of items) {
    const [kind = '', said] = item.split(':');
    if (!isWritingSlip(kind)) throw new RangeError(`there is no slip "${kind}"; choose from ${Object.keys(writingSlips).join(', ')}`);
    const chance = said === undefined ? usualChance : Number(said);
    if (!(chance >= 0 && chance <= 1)) throw new RangeError(`"${item}": a chance is between 0 and 1`);
    slips[kind] = chance;
  }
  return slips;
}

function isWritingSlip(kind: string): kind is WritingSlip {
  return Object.hasOwn(writingSlips, kind);
}
