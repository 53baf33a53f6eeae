/** Which files of a repository a model needs. */
import { chooseGraph, usualDtypes, type Dtype } from '../dtypes.ts';
import { unfitModel } from './hubErrors.ts';

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
 * @param wanted a precision, or several in order of preference
 * @throws AriadneError `model-unfit`
 */
export function neededFiles(name: string, files: readonly HubFile[], wanted: string | readonly Dtype[] = usualDtypes): NeededFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const path of ['config.json', 'tokenizer.json']) {
    if (!byPath.has(path)) throw unfitModel(name, `it has no ${path}. Choose a model that was made for transformers.js.`);
  }
  const { graph, dtype } = chooseGraph(name, new Set(byPath.keys()), wanted);
  return { dtype, files: [byPath.get(graph)!, ...files.filter(({ path }) => companions.has(path) || isDataOf(graph, path))] };
}

/** Weights that are too large for the graph's file are beside it: `model.onnx_data`, `model.onnx_data_1` … */
function isDataOf(graph: string, path: string): boolean {
  return path.startsWith(`${graph}_data`) && /^(?:_\d+)?$/.test(path.slice(`${graph}_data`.length));
}
