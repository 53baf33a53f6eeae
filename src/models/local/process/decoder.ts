/** A loaded model that writes token by token. */
import type { DynamicCache, PreTrainedModel, Tensor } from '@huggingface/transformers';
import { AriadneError } from '../../../base/errors.ts';
import type { GenerateCall, ModelSpec } from '../messages.ts';
import { areNumbers, type Tokens } from './tokens.ts';
import type { Library } from './library.ts';

type Outputs = Readonly<Record<string, Tensor>>;

export class Decoder {
  readonly spec: ModelSpec;
  readonly tokens: Tokens;
  /** Tokens that end a reply. */
  readonly ends: ReadonlySet<number>;
  readonly #library: Library;
  readonly #model: PreTrainedModel;
  readonly #hasLogitsToKeep: boolean;

  constructor(spec: ModelSpec, library: Library, tokens: Tokens, model: PreTrainedModel) {
    this.spec = spec;
    this.tokens = tokens;
    this.#library = library;
    this.#model = model;
    const session = model.sessions['model'] as { readonly inputNames: readonly string[]; readonly outputNames: readonly string[] };
    if (!session.outputNames.includes('logits') || !session.outputNames.some((name) => name.startsWith('present'))) {
      throw new AriadneError('model-unfit', `${spec.name} does not write text. Choose an instruct model with a key-value cache.`);
    }
    this.#hasLogitsToKeep = session.inputNames.includes('num_logits_to_keep');
    this.ends = endsOf(model, tokens);
  }

  /** @throws AriadneError `model-unfit` without a chat template */
  prompt({ messages, template }: Pick<GenerateCall, 'messages' | 'template'>): readonly number[] {
    const render = (given: GenerateCall['messages']): string =>
      this.tokens.tokenizer.apply_chat_template([...given], {
        tokenize: false,
        add_generation_prompt: true,
        ...(template !== undefined && { chat_template: template }),
        // Small models think for longer than people wait, and the pipelines ask for one step at a time.
        ...{ enable_thinking: false },
      });
    if (template === undefined && this.tokens.tokenizer.chat_template === null) {
      throw new AriadneError('model-unfit', `${this.spec.name} has no chat template. Choose an instruct model, whose files have one.`);
    }
    let text: string;
    try {
      text = render(messages);
    } catch (error) {
      const merged = withoutSystem(messages);
      if (!merged) throw error;
      text = render(merged);
    }
    return this.tokens.of(text);
  }

  /** What the model says after these tokens, which follow those in the cache. */
  async step(
    ids: readonly number[],
    before: number,
    cache: DynamicCache | undefined,
  ): Promise<{ logits: Float32Array; cache: DynamicCache }> {
    const tensor = (values: readonly number[], dims: number[]): Tensor =>
      new this.#library.Tensor('int64', BigInt64Array.from(values, BigInt), dims);
    const length = before + ids.length;
    const outputs = (await this.#model.forward({
      input_ids: tensor(ids, [1, ids.length]),
      attention_mask: tensor(new Array<number>(length).fill(1), [1, length]),
      past_key_values: cache,
      // Otherwise all of the prompt gets a row as long as the vocabulary.
      ...(this.#hasLogitsToKeep && { num_logits_to_keep: tensor([1], []) }),
    })) as Outputs;
    const all = outputs['logits']!;
    const width = all.dims.at(-1)!;
    const data = (all.type === 'float32' ? all : all.to('float32')).data as Float32Array;
    const logits = data.slice(data.length - width);
    all.dispose();
    if (!areNumbers(logits)) {
      throw new AriadneError(
        'model-failed',
        `${this.spec.name} computes values that are not numbers in the precision ${this.spec.dtype}. Choose another precision or another model.`,
      );
    }
    return { logits, cache: this.#replaced(cache, outputs) };
  }

  /** Outputs `present…` are the next inputs `past…`. */
  #replaced(cache: DynamicCache | undefined, outputs: Outputs): DynamicCache {
    const entries: Record<string, Tensor> = {};
    for (const [name, tensor] of Object.entries(outputs)) {
      if (name.startsWith('present'))
        entries[name.replace(/^present(_\w+)?/, (_, kind?: string) => (kind === undefined ? 'past_key_values' : `past${kind}`))] = tensor;
    }
    for (const tensor of Object.values((cache ?? {}) as Outputs)) tensor.dispose();
    return new this.#library.DynamicCache(entries);
  }
}

/** Some templates know no system message. */
function withoutSystem(messages: GenerateCall['messages']): GenerateCall['messages'] | undefined {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const [first, ...rest] = messages.filter(({ role }) => role !== 'system');
  if (system.length === 0 || first?.role !== 'user') return undefined;
  return [{ role: 'user', content: [...system, first.content].join('\n\n') }, ...rest];
}

/** Files of instruct models name the end of a turn in one of three places. */
function endsOf(model: PreTrainedModel, { tokenizer }: Tokens): ReadonlySet<number> {
  const named = model as unknown as { readonly config: EndTokens; readonly configs?: { readonly generation_config?: EndTokens } };
  const given = [named.configs?.generation_config?.eos_token_id, named.config.eos_token_id, tokenizer.eos_token_id];
  return new Set(given.flat().filter((id): id is number => typeof id === 'number'));
}

interface EndTokens {
  readonly eos_token_id?: number | readonly number[] | null;
}
