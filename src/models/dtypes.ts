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

/** Where graphs are, in the order in which they are looked for. Decoders of older exports have a name of their kind. */
const graphs = ['onnx/model', 'model', 'onnx/decoder_model_merged', 'decoder_model_merged'] as const;

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

/**
 * The graph of a model among these files, and its precision.
 * @param paths relative, with slashes
 * @param wanted a precision, or several in order of preference
 * @throws AriadneError `model-unfit`
 */
export function chooseGraph(
  name: string,
  paths: ReadonlySet<string>,
  wanted: string | readonly Dtype[],
): { readonly graph: string; readonly dtype: Dtype } {
  const graphOf = (dtype: Dtype): string | undefined =>
    graphs.map((base) => `${base}${dtypeSuffixes[dtype]}.onnx`).find((path) => paths.has(path));
  const present = allDtypes.filter(graphOf);
  const isExact = typeof wanted === 'string';
  const dtype = isExact ? present.find((one) => one === wanted) : wanted.find((one) => present.includes(one));
  const graph = dtype && graphOf(dtype);
  if (dtype && graph !== undefined) return { graph, dtype };
  if (present.length === 0) {
    throw new AriadneError(
      'model-unfit',
      `${name} has no ONNX files. Look for a version of it by "onnx-community" or "Xenova", or for one with the tag "transformers.js".`,
    );
  }
  if (isExact) {
    throw new AriadneError('model-unfit', `${name} has no ${wanted} weights. It has: ${present.join(', ')}. Write one of these after "#".`);
  }
  throw new AriadneError(
    'model-unfit',
    `${name} has only weights for graphics cards (${present.join(', ')}). Choose a model with q8 or fp32 weights, or add #${present[0]} to its id to try it.`,
  );
}
