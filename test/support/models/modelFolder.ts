/** Folders with the files of a model, as they are on the hub. */
import { tempFolder, type Ending } from '../tempFolder.ts';
import { makeBert, type Bert, type BertOptions, type BertShape } from './bert.ts';
import { wordPiece, type TokenizerFiles } from './tokenizers.ts';

export interface MadeModel {
  readonly folder: string;
  readonly bert: Bert;
  readonly tokenizer: TokenizerFiles;
}

export interface MadeModelOptions extends Omit<BertOptions, 'beside' | 'given'> {
  /** Weights that are not drawn. */
  readonly given?: (tokenizer: TokenizerFiles, shape: BertShape) => Bert['weights'];
  readonly shape?: Partial<BertShape>;
  readonly words?: readonly string[];
  /** Of `onnx`, without `.onnx`. Default: `model`, which is fp32. */
  readonly file?: string;
  readonly hasWeightsBeside?: boolean;
  /** Added to config.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Added to tokenizer_config.json; undefined removes an entry. */
  readonly tokenizerConfig?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export function makeModelFolder(t: Ending, options: MadeModelOptions = {}): MadeModel {
  const maxTokens = options.shape?.maxTokens ?? 64;
  const tokenizer = wordPiece(options.words, { maxTokens });
  const small = { width: 32, layers: 2, heads: 4, inner: 48, maxTokens };
  const shape: BertShape = { ...small, vocabulary: tokenizer.vocabulary.size, ...options.shape };
  const file = `${options.file ?? 'model'}.onnx`;
  const beside = { file: `${file}_data`, parts: [] };
  const { given, ...drawn } = options;
  const bert = makeBert(shape, {
    ...drawn,
    ...(given && { given: given(tokenizer, shape) }),
    ...(options.hasWeightsBeside && { beside }),
  });
  const config = {
    model_type: 'bert',
    hidden_size: shape.width,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    max_position_embeddings: shape.maxTokens,
    vocab_size: shape.vocabulary,
    pad_token_id: 0,
    ...options.config,
  };
  const folder = tempFolder(t, {
    'config.json': JSON.stringify(config),
    'tokenizer.json': JSON.stringify(tokenizer.tokenizer),
    'tokenizer_config.json': JSON.stringify({ ...tokenizer.config, ...options.tokenizerConfig }),
    [`onnx/${file}`]: bert.onnx,
    ...(beside.parts.length > 0 && { [`onnx/${beside.file}`]: Buffer.concat(beside.parts) }),
    ...options.files,
  });
  return { folder, bert, tokenizer };
}
