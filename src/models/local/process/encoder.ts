/** A loaded model that reads its whole input at once: embedder, reranker, entailment, reader. */
import type { PreTrainedModel, Tensor } from '@huggingface/transformers';
import { AriadneError } from '../../../base/errors.ts';
import type { ModelSpec } from '../messages.ts';
import { areNumbers, type Sequence, type Tokens } from './tokens.ts';
import { Layout } from './layout.ts';
import type { Library } from './library.ts';

export interface Output {
  /** Row-major. */
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export class Encoder {
  readonly spec: ModelSpec;
  readonly tokens: Tokens;
  readonly layout: Layout;
  readonly #library: Library;
  readonly #model: PreTrainedModel;
  readonly #inputs: ReadonlySet<string>;

  constructor(spec: ModelSpec, library: Library, tokens: Tokens, model: PreTrainedModel) {
    this.spec = spec;
    this.tokens = tokens;
    this.layout = new Layout(tokens);
    this.#library = library;
    this.#model = model;
    const session = model.sessions['model'] as { readonly inputNames: readonly string[]; readonly outputNames: readonly string[] };
    this.#inputs = new Set(session.inputNames);
    this.outputs = new Set(session.outputNames);
  }

  /** Names of what the graph computes. */
  readonly outputs: ReadonlySet<string>;

  /**
   * The outputs with these names, one row per sequence, padded at the end.
   * @throws AriadneError `model-failed` when they are not numbers
   */
  async run(sequences: readonly Sequence[], names: readonly string[]): Promise<readonly Output[]> {
    const longest = Math.max(...sequences.map(({ ids }) => ids.length));
    const inputs: Record<string, Tensor> = {
      input_ids: this.#input(
        sequences.map(({ ids }) => ids),
        longest,
        this.tokens.padding,
      ),
      attention_mask: this.#input(
        sequences.map(({ ids }) => ids.map(() => 1)),
        longest,
        0,
      ),
    };
    // Others would be ignored with a warning for every batch.
    if (this.#inputs.has('token_type_ids'))
      inputs['token_type_ids'] = this.#input(
        sequences.map(({ types }) => types),
        longest,
        0,
      );
    const outputs = (await (this.#model as unknown as Callable)(inputs)) as Readonly<Record<string, Tensor>>;
    try {
      return names.map((name) => this.#output(outputs[name]!));
    } finally {
      // The garbage collector does not see how large they are.
      for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
    }
  }

  #input(rows: readonly (readonly number[])[], width: number, padding: number): Tensor {
    const data = new BigInt64Array(rows.length * width).fill(BigInt(padding));
    rows.forEach((row, r) => row.forEach((value, i) => (data[r * width + i] = BigInt(value))));
    return new this.#library.Tensor('int64', data, [rows.length, width]);
  }

  #output(tensor: Tensor): Output {
    const data = (tensor.type === 'float32' ? tensor : tensor.to('float32')).data as Float32Array;
    // Some processors compute half precision wrongly, and a damaged file need not look damaged.
    if (!areNumbers(data)) {
      throw new AriadneError(
        'model-failed',
        `${this.spec.name} computes values that are not numbers in the precision ${this.spec.dtype}. Choose another precision or another model.`,
      );
    }
    return { data, dims: tensor.dims };
  }
}

type Callable = (inputs: Readonly<Record<string, Tensor>>) => Promise<unknown>;
