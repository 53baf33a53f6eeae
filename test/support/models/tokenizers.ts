/** Real tokenizer files, small enough to be read. */

export interface TokenizerFiles {
  readonly tokenizer: object;
  readonly config: Readonly<Record<string, unknown>>;
  readonly vocabulary: ReadonlyMap<string, number>;
}

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const characters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?()'-"];
const defaultWords = 'the of is in was and a to river city capital france paris london england who what where how answer'.split(' ');

/** WordPiece like BERT's: lower case, without accents, Chinese characters one by one, words in pieces of single letters. */
export function wordPiece(words: readonly string[] = [], { maxTokens = 64 } = {}): TokenizerFiles {
  const pieces = [...specials, ...characters, ...characters.map((c) => `##${c}`), ...new Set([...defaultWords, ...words])];
  const vocabulary = new Map([...new Set(pieces)].map((piece, id) => [piece, id]));
  const special = (content: string): readonly [string, number] => [content, vocabulary.get(content)!];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map((content) => ({ id: vocabulary.get(content), content, ...addedToken, special: true })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: special('[SEP]'), cls: special('[CLS]') },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary),
    },
  };
  const config = {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: maxTokens,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  };
  return { tokenizer, config, vocabulary };
}

/** Unigram like DeBERTa's (v3) from SentencePiece: words with the space before them as one letter, others in single letters. */
export function unigram(words: readonly string[] = [], { maxTokens = 64 } = {}): TokenizerFiles {
  const ordered = ['[PAD]', '[CLS]', '[SEP]', '[UNK]'];
  const whole = [...new Set([...defaultWords, ...words])].map((word) => `▁${word}`);
  const pieces = [...new Set([...ordered, '▁', ...characters, ...whole, '[MASK]'])];
  const vocabulary = new Map(pieces.map((piece, id) => [piece, id]));
  const special = (id: string): object => ({ id, ids: [vocabulary.get(id)], tokens: [id] });
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [...ordered, '[MASK]'].map((content) => ({ id: vocabulary.get(content), content, ...addedToken, special: true })),
    normalizer: { type: 'Sequence', normalizers: [{ type: 'Strip', strip_left: true, strip_right: true }, { type: 'NFKC' }] },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [specialPart('[CLS]'), textPart('A', 0), specialPart('[SEP]')],
      pair: [specialPart('[CLS]'), textPart('A', 0), specialPart('[SEP]'), textPart('B', 1), specialPart('[SEP]', 1)],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
    // Words are likelier than their letters together.
    model: { type: 'Unigram', unk_id: 3, vocab: pieces.map((piece) => [piece, ordered.includes(piece) ? 0 : piece.length > 1 ? -2 : -8]) },
  };
  const config = {
    tokenizer_class: 'DebertaV2Tokenizer',
    do_lower_case: false,
    model_max_length: maxTokens,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  };
  return { tokenizer, config, vocabulary };
}

function specialPart(id: string, typeId = 0): object {
  return { SpecialToken: { id, type_id: typeId } };
}

function textPart(id: string, typeId: number): object {
  return { Sequence: { id, type_id: typeId } };
}

const addedToken = { single_word: false, lstrip: false, rstrip: false, normalized: false };

const endOfTurn = '<|im_end|>';

/**
 * Like Qwen's: one token per byte, and whole words that are given. The template marks turns.
 * @param written words in ASCII that a model can write and that are in no prompt, since nothing merges into them
 */
export function byteLevel(
  words: readonly string[] = [],
  { maxTokens = 256, written = [] }: { readonly maxTokens?: number; readonly written?: readonly string[] } = {},
): TokenizerFiles {
  const known = [...byteLetters(), '<|im_start|>', endOfTurn, ...words];
  const pieces = [...known, ...written];
  const vocabulary = new Map(pieces.map((piece, id) => [piece, id]));
  const added = known.slice(256).map((content, i) => ({ id: 256 + i, content, ...addedToken, special: content.startsWith('<|') }));
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: { type: 'NFC' },
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: true },
    post_processor: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries([...byteLetters(), ...written].map((piece) => [piece, vocabulary.get(piece)])),
      merges: [],
    },
  };
  const config = {
    tokenizer_class: 'Qwen2Tokenizer',
    model_max_length: maxTokens,
    eos_token: endOfTurn,
    pad_token: endOfTurn,
    chat_template: chatTemplate,
  };
  return { tokenizer, config, vocabulary };
}

const chatTemplate =
  '{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';

/** GPT-2's letters for the bytes 0 to 255. */
function byteLetters(): string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(isPrintable ? byte : next++);
  });
}
