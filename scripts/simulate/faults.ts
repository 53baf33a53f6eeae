import { hashOf } from '../../src/base/hash.ts';

/** What can go wrong, in words for `--help`. */
export const faultKinds = {
  '429': 'too many requests, with the time to wait',
  '500': 'server error',
  hang: 'no answer, ever',
  html: 'a web page instead of JSON',
  cut: 'the body breaks off in the middle',
  malformed: 'broken JSON as the reply',
  'wrong-schema': 'the right content in the wrong fields',
  refusal: 'the model declines',
  empty: 'the model says nothing',
  unauthorized: 'the key is refused',
  'no-model': 'the model is unknown',
  'no-schema': 'response_format is refused',
  error: 'a wrong answer in the right form',
} as const;
export type FaultKind = keyof typeof faultKinds;

export interface Fault {
  readonly kind: FaultKind;
  /** Of each request. */
  readonly probability: number;
}

const usualProbability = 0.2;

/** Reads `429:0.5,hang`; throws RangeError with what is wrong. */
export function parseFaults(list: string): readonly Fault[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [kind = '', said] = item.split(':');
      if (!isFaultKind(kind)) throw new RangeError(`there is no fault "${kind}"; choose from ${Object.keys(faultKinds).join(', ')}`);
      const probability = said === undefined ? usualProbability : Number(said);
      if (!(probability >= 0 && probability <= 1)) throw new RangeError(`"${item}": a probability is between 0 and 1`);
      return { kind, probability };
    });
}

/** The first fault of the list that strikes this request. `key` names the request: chance depends on it and the seed alone, not on the order of arrival. */
export function drawFault(faults: readonly Fault[], seed: number, key: string): FaultKind | null {
  return faults.find(({ kind, probability }) => chance(seed, kind, key) < probability)?.kind ?? null;
}

/** In [0, 1), the same for the same parts. */
export function chance(seed: number, ...parts: readonly string[]): number {
  return Number.parseInt(hashOf([String(seed), ...parts], 8), 16) / 2 ** 32;
}

function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(faultKinds, kind);
}
