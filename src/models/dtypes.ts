/** The precisions of weights, and which of those that a model has are used on a processor. */
import { AriadneError } from '../base/errors.ts';

/** Ends of the names of graphs by transformers.js's name of the precision. */
export const dtypeSuffixes = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
  q2: '_q2',
  q2f16: '_q2f16',
  q1: '_q1',
  q1f16: '_q1f16',
} as const;

export type Dtype = keyof typeof dtypeSuffixes;

export const allDtypes = Object.keys(dtypeSuffixes) as readonly Dtype[];

/**
 * Of models that read: one byte per weight is fastest, and loses almost nothing. Half precision is for graphics cards: on a processor each
 * weight is converted before it is used, and some processors compute it wrongly.
 */
export const encoderDtypes: readonly Dtype[] = ['q8', 'int8', 'uint8', 'fp32', 'q4', 'bnb4'];

/** Of models that write, which is limited by how fast weights are read. */
export const decoderDtypes: readonly Dtype[] = ['q4', 'q8', 'int8', 'uint8', 'q4f16', 'bnb4', 'fp32'];

/** Of models of which it is not known what they are for. */
export const usualDtypes: readonly Dtype[] = [...encoderDtypes, 'q4f16'];

export function onlyForGraphicsCards(name: string, [first, ...others]: readonly Dtype[]): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${name} has only weights for graphics cards (${[first, ...others].join(', ')}). Choose a model with q8 or fp32 weights, or add #${first} to its id to try it.`,
  );
}

export function noSuchWeights(name: string, wanted: string, present: readonly Dtype[]): AriadneError {
  return new AriadneError('model-unfit', `${name} has no ${wanted} weights. It has: ${present.join(', ')}. Write one of these after "#".`);
}
