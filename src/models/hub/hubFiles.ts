/** Which files of a repository a model needs. */
import { unusable } from './hubErrors.ts';

export interface HubFile {
  /** Relative, with slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Absent for files whose sum is unknown. */
  readonly checksum?: Checksum;
}

/** `git` is the SHA-1 of the content after Git's header for blobs. */
type Checksum = { readonly kind: 'sha256' | 'git'; readonly hex: string };

export interface NeededFiles {
  readonly dtype: string;
  /** The graph first. */
  readonly files: readonly HubFile[];
}

/** Ends of file names by transformers.js's name of the precision. */
const suffixes: Readonly<Record<string, string>> = {
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  bnb4: '_bnb4',
  fp32: '',
  q4f16: '_q4f16',
  fp16: '_fp16',
};

/** Small and fast on a processor first; half precision last, because not every processor computes with it. */
export const usualDtypes: readonly string[] = Object.keys(suffixes);

/** Where graphs are, in the order in which they are looked for. Decoders of older exports have a name of their kind. */
const graphs = ['onnx/model', 'model', 'onnx/decoder_model_merged'] as const;

/** Files at the root and of sentence-transformers, as far as a repository has them. Fixed names: no listing can place a file elsewhere. */
const companions: ReadonlySet<string> = new Set([
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'vocab.txt',
  'vocab.json',
  'merges.txt',
  'generation_config.json',
  'chat_template.jinja',
  'chat_template.json',
  'modules.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
  '1_Pooling/config.json',
]);

/**
 * @param dtypes in order of preference
 * @throws AriadneError `model-unfit`
 */
export function neededFiles(name: string, files: readonly HubFile[], dtypes: readonly string[] = usualDtypes): NeededFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const path of ['config.json', 'tokenizer.json']) {
    if (!byPath.has(path)) throw unusable(name, `it has no ${path}. Choose a model that was made for transformers.js.`);
  }
  for (const dtype of dtypes) {
    const suffix = suffixes[dtype];
    const graph = suffix === undefined ? undefined : graphs.map((base) => byPath.get(`${base}${suffix}.onnx`)).find((found) => found);
    if (!graph) continue;
    const beside = files.filter(({ path }) => companions.has(path) || isDataOf(graph.path, path));
    return { dtype, files: [graph, ...beside] };
  }
  const existing = usualDtypes.filter((dtype) => graphs.some((base) => byPath.has(`${base}${suffixes[dtype]}.onnx`)));
  throw unusable(
    name,
    existing.length === 0
      ? 'it has no ONNX files. Look for a version of it by "onnx-community" or "Xenova", or for one with the tag "transformers.js".'
      : `it has no "${dtypes.join('", "')}". It has: ${existing.join(', ')}.`,
  );
}

/** Weights that are too large for the graph's file are beside it: `model.onnx_data`, `model.onnx_data_1` … */
function isDataOf(graph: string, path: string): boolean {
  return path.startsWith(`${graph}_data`) && /^(?:_\d+)?$/.test(path.slice(`${graph}_data`.length));
}
