/** What is in the folder of a model: which precisions, how long its inputs may be, what its labels are. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { AriadneError, messageOf } from '../../base/errors.ts';
import { chooseGraph, decoderDtypes, dtypeSuffixes, encoderDtypes, type Dtype } from '../dtypes.ts';
import type { ModelSpec } from './messages.ts';

const configSchema = z.looseObject({
  model_type: z.string().optional(),
  max_position_embeddings: z.number().optional(),
  id2label: z.record(z.string(), z.string()).optional(),
});

export interface ModelFiles {
  readonly folder: string;
  /** Path of the graph in `folder`. */
  readonly graph: string;
  readonly dtype: string;
  readonly config: z.infer<typeof configSchema>;
  readonly maxTokens: number;
  /** Changes with the files, so that results of other weights are never taken for those of these. */
  readonly fingerprint: string;
}

export interface FilesRequest {
  /** Names the model in messages. */
  readonly name: string;
  readonly folder: string;
  readonly dtype?: string;
  readonly isDecoder?: boolean;
}

/** @throws AriadneError `model-unfit` that says what is missing */
export function readModelFiles({ name, folder: given, dtype, isDecoder = false }: FilesRequest): ModelFiles {
  // transformers.js takes a relative path with one slash for the name of a repository.
  const folder = resolve(given);
  if (!existsSync(folder)) throw new AriadneError('model-unfit', `${name}: the folder ${folder} does not exist. Check the path.`);
  const config = configSchema.safeParse(readJson(name, folder, 'config.json'));
  if (!config.success) throw new AriadneError('model-unfit', `${name}: config.json is not that of a model. Get the model's files again.`);
  const tokenizer = z.looseObject({ model_max_length: z.number().optional() }).parse(readJson(name, folder, 'tokenizer_config.json'));
  readJson(name, folder, 'tokenizer.json');
  const { graph, dtype: chosen } = chooseGraph(name, pathsIn(folder), dtype ?? (isDecoder ? decoderDtypes : encoderDtypes));
  const maxTokens = maxTokensOf(config.data, tokenizer.model_max_length, optionalJson(folder, 'sentence_bert_config.json'));
  return { folder, graph, dtype: chosen, config: config.data, maxTokens, fingerprint: fingerprint(folder, graph) };
}

export function specOf(name: string, { folder, graph, dtype, maxTokens }: ModelFiles, isDecoder = false): ModelSpec {
  const base = basename(graph, `${dtypeSuffixes[dtype as Dtype]}.onnx`);
  const subfolder = dirname(graph);
  return {
    name,
    folder,
    subfolder: subfolder === '.' ? '' : subfolder,
    base,
    weightsBeside: beside(folder, graph),
    dtype,
    maxTokens,
    isDecoder,
  };
}

/** Files with the weights of a graph: `model.onnx_data`, `model.onnx_data_1`, `model.onnx.data` … */
function beside(folder: string, graph: string): readonly string[] {
  const own = basename(graph);
  return readdirSync(join(folder, dirname(graph)))
    .filter((file) => file.startsWith(own) && file !== own)
    .sort();
}

/** A JSON file that need not be there; undefined too when it is none. */
export function optionalJson(folder: string, file: string): unknown {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new AriadneError('model-unfit', `${path} is damaged (${messageOf(error)}). Get the model's files again.`, { cause: error });
  }
}

function readJson(name: string, folder: string, file: string): unknown {
  const content = optionalJson(folder, file);
  if (content !== undefined) return content;
  throw new AriadneError('model-unfit', `${name} has no ${file}. Choose a model for transformers.js, or get its missing files.`);
}

/** Of the folder and of `onnx` in it, relative and with slashes. */
function pathsIn(folder: string): ReadonlySet<string> {
  const below = existsSync(join(folder, 'onnx')) ? readdirSync(join(folder, 'onnx')).map((file) => `onnx/${file}`) : [];
  return new Set([...readdirSync(folder), ...below]);
}

/** Tokenizers without a limit declare a huge one. RoBERTa counts positions from 2. */
function maxTokensOf(config: z.infer<typeof configSchema>, ofTokenizer: number | undefined, sentenceBert: unknown): number {
  const positions = config.max_position_embeddings;
  const offset = /roberta|camembert/.test(config.model_type ?? '') ? 2 : 0;
  const { data } = z.looseObject({ max_seq_length: z.number().nullish() }).safeParse(sentenceBert);
  const limits = [positions === undefined ? undefined : positions - offset, ofTokenizer, data?.max_seq_length ?? undefined];
  const known = limits.filter((limit): limit is number => limit !== undefined && limit > 0 && limit < 1_000_000);
  return known.length === 0 ? 512 : Math.min(...known);
}

/** Of the small files all, of the weights their size, beginning and end: they can have gigabytes. */
function fingerprint(folder: string, graph: string): string {
  const hash = createHash('sha256');
  for (const file of ['config.json', 'tokenizer.json']) hash.update(readFileSync(join(folder, file)));
  for (const file of [graph, ...beside(folder, graph).map((one) => join(dirname(graph), one))].map((one) => join(folder, one))) {
    const { size } = statSync(file);
    const part = Buffer.alloc(65_536);
    const opened = openSync(file, 'r');
    try {
      hash.update(String(size));
      for (const at of [0, Math.max(0, size - part.length)]) hash.update(part.subarray(0, readSync(opened, part, 0, part.length, at)));
    } finally {
      closeSync(opened);
    }
  }
  return hash.digest('hex').slice(0, 12);
}

export interface LocalModel {
  /** Names the model in messages and ids. */
  readonly name: string;
  readonly folder: string;
  /** transformers.js's name of a precision. Default: the best that is there for a processor. */
  readonly dtype?: string;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Called unless the model is in memory. */
  readonly onLoad?: () => void;
}
