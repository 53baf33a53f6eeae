/** An embedder in a folder. */
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { dimensionText } from '../modelId.ts';
import type { Embedder } from '../models.ts';
import { type LoadOptions, type LocalModel, optionalJson, readModelFiles, specOf } from './modelFiles.ts';
import type { Pooling } from './messages.ts';
import type { ModelProcess } from './modelProcess.ts';

/** What a model's card says and its files often do not. What is absent is read from the files. */
export interface EmbedderSettings {
  readonly pooling?: Pooling;
  /** Written before a question. */
  readonly queryPrefix?: string;
  /** Written before a passage. */
  readonly passagePrefix?: string;
  /** The number of components kept, for models that are trained to be cut (Matryoshka). */
  readonly dimension?: number;
  readonly maxTokens?: number;
}

/** A call has at most this many texts, so that a process that has grown can be replaced between two calls. */
const textsPerCall = 256;

/** Fewer passages, such as those of a saved file, are embedded where questions are: another process would take longer to start. */
const textsOfSmallCall = 32;

/** The processes that embed. They may be one. */
export interface EmbeddingProcesses {
  readonly questions: ModelProcess;
  readonly passages: ModelProcess;
}

export async function localEmbedder(
  { questions, passages }: EmbeddingProcesses,
  { name, ...model }: LocalModel,
  settings: EmbedderSettings,
  load: LoadOptions,
): Promise<Embedder> {
  const files = readModelFiles({ name, ...model });
  const { folder, dtype } = files;
  const prompts = promptsOf(folder);
  const pooling = settings.pooling ?? poolingOf(name, folder);
  const prefixes = { query: settings.queryPrefix ?? prompts.query, passage: settings.passagePrefix ?? prompts.passage };
  const maxTokens = Math.min(settings.maxTokens ?? files.maxTokens, files.maxTokens);
  const spec = specOf(name, { ...files, maxTokens });
  const call = { task: 'embed', pooling, ...(settings.dimension !== undefined && { dimension: settings.dimension }) } as const;
  // Loads the model, and says how long its vectors are.
  const { width } = await questions.request(spec, { ...call, texts: ['a'] }, load);
  if (settings.dimension !== undefined && width !== settings.dimension) {
    throw new AriadneError('model-unfit', `${name} gives vectors of ${width} numbers, not ${settings.dimension}. Choose at most ${width}.`);
  }
  const version = hashOf([JSON.stringify([files.fingerprint, pooling, prefixes, maxTokens, width])], 12);
  return {
    id: `${name}#${dtype}${dimensionText(settings.dimension)}/${version}`,
    dimension: width,
    async embed(texts, options = {}) {
      const prefix = prefixes[options.as ?? 'passage'];
      const process = options.as === 'query' || texts.length <= textsOfSmallCall ? questions : passages;
      const rows = new Float32Array(texts.length * width);
      for (let from = 0; from < texts.length; from += textsPerCall) {
        const part = texts.slice(from, from + textsPerCall).map((text) => prefix + text);
        const onProgress = (share: number): void => options.onEmbedded?.(from + Math.floor(share * part.length));
        const { data } = await process.request(spec, { ...call, texts: part }, { signal: options.signal, onProgress });
        rows.set(data, from * width);
      }
      return rows;
    },
  };
}

/** As sentence-transformers writes it beside the model. */
const poolingSchema = z.looseObject({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
  pooling_mode: z.string().optional(),
});

/** @throws AriadneError `model-unfit` for a kind that would give wrong vectors without a sign of it */
function poolingOf(name: string, folder: string): Pooling {
  const modules = z.array(z.looseObject({ type: z.string() })).safeParse(optionalJson(folder, 'modules.json'));
  const dense = modules.data?.find(({ type }) => type.endsWith('.Dense'));
  if (dense)
    throw new AriadneError('model-unfit', `${name} needs a layer after the model that is not in its ONNX file. Choose another embedder.`);
  const found = optionalJson(folder, '1_Pooling/config.json');
  if (found === undefined) return 'mean';
  const { data } = poolingSchema.safeParse(found);
  if (data?.pooling_mode_mean_tokens || data?.pooling_mode === 'mean') return 'mean';
  if (data?.pooling_mode_cls_token || data?.pooling_mode === 'cls') return 'cls';
  if (data?.pooling_mode_lasttoken || data?.pooling_mode === 'lasttoken') return 'last';
  throw new AriadneError(
    'model-unfit',
    `${name} makes vectors in a way that Ariadne does not know (1_Pooling/config.json). Choose another embedder.`,
  );
}

function promptsOf(folder: string): { readonly query: string; readonly passage: string } {
  const schema = z.looseObject({ prompts: z.record(z.string(), z.string()).optional() });
  const { prompts = {} } = schema.safeParse(optionalJson(folder, 'config_sentence_transformers.json')).data ?? {};
  return { query: prompts['query'] ?? '', passage: prompts['passage'] ?? prompts['document'] ?? '' };
}
