import { chance } from './draws.ts';

/** Transport faults, described for `--help`. A wrong answer in the right format is not a fault; that is the error rate. */
export const faultKinds = {
  '429': 'too many requests, with the time to wait',
  '500': 'server error',
  hang: 'no answer, ever',
  html: 'a web page instead of JSON',
  cut: 'the body breaks off in the middle',
  malformed: 'broken JSON as the reply',
  'wrong-schema': 'the right content in the wrong fields',
  'same-sentence': 'one sentence, whatever was asked',
  refusal: 'the model declines',
  empty: 'the model says nothing',
  unauthorized: 'the key is refused',
  'no-model': 'the model is unknown',
  'too-long': 'the prompt is too long',
  'no-schema': 'response_format is refused',
  'no-n': 'more than one completion is refused',
  'one-n': 'one completion, however many were asked for',
  'no-logprobs': 'logprobs are refused',
  'mute-logprobs': 'logprobs are left out',
  'no-seed': 'seed is refused',
} as const;
export type FaultKind = keyof typeof faultKinds;

export interface Fault {
  readonly kind: FaultKind;
  /** Probability for each request. */
  readonly probability: number;
}

const usualProbability = 0.2;

/** Parses `429:0.5,hang`; throws a RangeError that says what is wrong. */
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

/**
 * The first fault of the list that applies to this request. `key` names the request: the draw depends only on it and the seed, not on the
 * order of arrival.
 */
export function drawFault(faults: readonly Fault[], seed: number, key: string): FaultKind | null {
  return faults.find(({ kind, probability }) => chance(seed, kind, key) < probability)?.kind ?? null;
}

function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(faultKinds, kind);
}
