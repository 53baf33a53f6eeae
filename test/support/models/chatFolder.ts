/** Folders with a chat model. */
import { tempFolder, type Ending } from '../tempFolder.ts';
import { makeDecoder, type DecoderShape, type MadeDecoder } from './decoder.ts';
import type { Weights } from './graph.ts';
import { byteLevel, type TokenizerFiles } from './tokenizers.ts';

export interface MadeChat {
  readonly folder: string;
  readonly decoder: MadeDecoder;
  readonly tokenizer: TokenizerFiles;
}

export interface MadeChatOptions {
  readonly shape?: Partial<DecoderShape>;
  readonly words?: readonly string[];
  /** As `byteLevel` takes them. */
  readonly written?: readonly string[];
  readonly given?: (tokenizer: TokenizerFiles, shape: DecoderShape) => Weights;
  /** Added to tokenizer_config.json; undefined removes an entry. */
  readonly tokenizerConfig?: Readonly<Record<string, unknown>>;
  /** As `fp16` files compute, also with a cache of half precision. */
  readonly isHalf?: boolean;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export function makeChatFolder(t: Ending, options: MadeChatOptions = {}): MadeChat {
  const maxTokens = options.shape?.maxTokens ?? 256;
  const tokenizer = byteLevel(options.words, { maxTokens, ...(options.written && { written: options.written }) });
  const small = { width: 32, layers: 2, heads: 2, headWidth: 16, inner: 48, maxTokens };
  const shape: DecoderShape = { ...small, vocabulary: tokenizer.vocabulary.size, ...options.shape };
  const decoder = makeDecoder(shape, { isHalf: options.isHalf ?? false, ...(options.given && { given: options.given(tokenizer, shape) }) });
  const config = {
    model_type: 'qwen3',
    architectures: ['Qwen3ForCausalLM'],
    hidden_size: shape.width,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    num_key_value_heads: 1,
    head_dim: shape.headWidth,
    max_position_embeddings: maxTokens,
    vocab_size: shape.vocabulary,
    eos_token_id: tokenizer.vocabulary.get('<|im_end|>'),
  };
  const folder = tempFolder(t, {
    'config.json': JSON.stringify(config),
    'generation_config.json': JSON.stringify({ eos_token_id: [config.eos_token_id] }),
    'tokenizer.json': JSON.stringify(tokenizer.tokenizer),
    'tokenizer_config.json': JSON.stringify({ ...tokenizer.config, ...options.tokenizerConfig }),
    [`onnx/model${options.isHalf ? '_fp16' : ''}.onnx`]: decoder.onnx,
    ...options.files,
  });
  return { folder, decoder, tokenizer };
}
