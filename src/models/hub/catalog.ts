/**
 * Models that Ariadne offers to download, at most three per role. All may be used commercially. Any other is a matter of its id. Commits,
 * sizes and licenses are those that the hub's pages and cards showed, or that several projects state which pin the same commit. Sizes are
 * of the weights, as the hub rounds them.
 */
import type { ModelRole } from '../provider.ts';
import { idText } from '../modelId.ts';

export interface CatalogModel {
  readonly role: ModelRole;
  /** `ORG/NAME`. */
  readonly name: string;
  readonly revision: string;
  /** The precision that is suggested. */
  readonly dtype: string;
  /** Megabytes (10^6 bytes) of the weights by precision, as far as known. */
  readonly megabytes: Readonly<Record<string, number>>;
  /** The longest input in tokens; longer ones are cut or read in windows. */
  readonly maxTokens: number;
  /** ISO 639-1; `many` for a hundred and more. */
  readonly languages: readonly string[] | 'many';
  /** SPDX identifier, of the model that this one was converted from where its own card has none. */
  readonly license: 'apache-2.0' | 'mit' | 'cc-by-4.0';
  /** What it is for, in one sentence. */
  readonly summary: string;
  /** Only of embedders. */
  readonly embedding?: EmbeddingFacts;
}

interface EmbeddingFacts {
  readonly dimension: number;
  readonly pooling: 'mean' | 'cls';
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

export const catalog: readonly CatalogModel[] = [
  {
    role: 'embedder',
    name: 'onnx-community/granite-embedding-small-english-r2-ONNX',
    revision: '1dc7835ba0cb9c76a3618d0bf0c427c97671b3c8',
    dtype: 'q8',
    megabytes: { q8: 52.5 },
    maxTokens: 8_192,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English, also for long passages; 47 million parameters.',
    embedding: { dimension: 384, pooling: 'cls', queryPrefix: '', passagePrefix: '' },
  },
  {
    role: 'embedder',
    name: 'Xenova/multilingual-e5-small',
    revision: 'ae61bf0193ce3851dc8a45147e459b04ed783d8a',
    dtype: 'q8',
    megabytes: { fp32: 470, fp16: 235, q8: 118 },
    maxTokens: 512,
    languages: 'many',
    license: 'mit',
    summary: 'A hundred languages, also across languages.',
    embedding: { dimension: 384, pooling: 'mean', queryPrefix: 'query: ', passagePrefix: 'passage: ' },
  },
  {
    role: 'embedder',
    name: 'Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    dtype: 'q8',
    megabytes: { fp32: 90, q8: 23 },
    maxTokens: 256,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English; 23 million parameters.',
    embedding: { dimension: 384, pooling: 'mean', queryPrefix: '', passagePrefix: '' },
  },
  {
    role: 'reranker',
    name: 'Xenova/ms-marco-MiniLM-L-6-v2',
    revision: 'fec3517fe1016cfeee39338ef98ba76fc449dbcc',
    dtype: 'q8',
    megabytes: { fp32: 91, fp16: 45.6, q8: 23.1 },
    maxTokens: 512,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English; 23 million parameters.',
  },
  {
    role: 'reranker',
    name: 'Alibaba-NLP/gte-reranker-modernbert-base',
    revision: 'f1700f2a81b09a87d53e5237a9be9a753d0ce419',
    dtype: 'q8',
    megabytes: { fp32: 599, fp16: 300, q8: 151, int8: 151, uint8: 151, q4: 225, q4f16: 140, bnb4: 218 },
    maxTokens: 8_192,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English, also for long passages; 149 million parameters.',
  },
  {
    role: 'entailment',
    name: 'Xenova/nli-deberta-v3-xsmall',
    revision: '4ce66096a56eb536b4b9e437f27ef42c24aeae51',
    dtype: 'q8',
    megabytes: { fp32: 284, fp16: 143, q8: 87.2 },
    maxTokens: 512,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English, the smaller one.',
  },
  {
    role: 'entailment',
    name: 'Xenova/nli-deberta-v3-small',
    revision: 'f7b4fbad3c620e8fe369165f02cdb429fb7a9e5e',
    dtype: 'q8',
    megabytes: { fp32: 568, q8: 172 },
    maxTokens: 512,
    languages: ['en'],
    license: 'apache-2.0',
    summary: 'English, the larger one.',
  },
  {
    role: 'reader',
    name: 'weakit-v/tinyroberta-squad2-onnx',
    revision: 'c41ae84c58896901a6dcf3a4ecbc1f2d91c8bfd1',
    dtype: 'q8',
    megabytes: { fp32: 326, q8: 82 },
    maxTokens: 512,
    languages: ['en'],
    license: 'cc-by-4.0',
    summary: 'English; also says that a passage has no answer (SQuAD 2).',
  },
  {
    role: 'chat',
    name: 'onnx-community/Qwen3-0.6B-ONNX',
    revision: 'da1453100cf3ff33ef56d17983fc7a8648706db6',
    dtype: 'q4',
    megabytes: { q4: 919, q4f16: 570 },
    maxTokens: 32_768,
    languages: 'many',
    license: 'apache-2.0',
    summary: 'The smaller one; 0.6 billion parameters.',
  },
  {
    role: 'chat',
    name: 'onnx-community/Qwen3-1.7B-ONNX',
    revision: 'cc6a06a21d614e9b8e92a6adfab1074d4e7d2438',
    dtype: 'q4',
    megabytes: { q4: 2_147, q4f16: 1_426 },
    maxTokens: 32_768,
    languages: 'many',
    license: 'apache-2.0',
    summary: 'The larger one; 1.7 billion parameters.',
  },
];

/** The entry of a model, whatever its revision and precision; undefined for models that are not in the catalog. */
export function catalogEntry(name: string): CatalogModel | undefined {
  return catalog.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}

/** The id that downloads exactly this model. */
export function catalogId({ name, revision, dtype }: CatalogModel): string {
  return idText({ name, dtype, revision });
}
