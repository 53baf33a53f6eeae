/** Builds the ONNX graphs of transformers, with weights that are drawn from a seed or given. */
import {
  elementType,
  encodeOnnxModel,
  type OnnxAttribute,
  type OnnxConstant,
  type OnnxNode,
  type OnnxTensor,
  type WeightsBeside,
} from '../../../scripts/onnxModel.ts';

/** Row-major weights by name, as the graph and the reference use them. */
export type Weights = Map<string, { readonly dims: readonly number[]; readonly data: Float32Array }>;

export interface GraphOptions {
  readonly seed: number;
  readonly isQuantized?: boolean;
  readonly isHalf?: boolean;
}

export class Graph {
  readonly weights: Weights = new Map();
  readonly #nodes: OnnxNode[] = [];
  readonly #constants: OnnxConstant[] = [];
  readonly #draw: () => number;
  readonly #isQuantized: boolean;
  /** The element type of all numbers with fractions. */
  readonly floats: number;

  /**
   * @param isQuantized multiply by weights of one byte, as `q8` files do
   * @param isHalf compute with half precision, as `fp16` files do
   */
  constructor({ seed, isQuantized = false, isHalf = false }: GraphOptions) {
    this.#draw = normals(seed);
    this.#isQuantized = isQuantized;
    this.floats = isHalf ? elementType.float16 : elementType.float;
  }

  op(opType: string, input: readonly string[], attributes: Readonly<Record<string, OnnxAttribute>> = {}): string {
    const output = `${opType}${this.#nodes.length}`;
    this.#nodes.push({ opType, input, output: [output], attributes });
    return output;
  }

  /** A node whose outputs have names: the outputs of the graph, or several. */
  named(
    opType: string,
    input: readonly string[],
    output: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): void {
    this.#nodes.push({ opType, input, output, attributes });
  }

  /** Weights with normal distribution, unless they have been given before under this name. */
  weight(name: string, dims: readonly number[], { deviation = 0.3, mean = 0 } = {}): string {
    if (!this.weights.has(name)) {
      const data = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => mean + deviation * this.#draw());
      this.weights.set(name, { dims, data });
    }
    const { data } = this.weights.get(name)!;
    if (!this.#constants.some((constant) => constant.name === name)) this.#constants.push({ name, dims, data });
    return this.#rounded(name);
  }

  integers(...values: readonly number[]): string {
    return this.#constant(`integers_${values.join('_')}`, [values.length], BigInt64Array.from(values, BigInt));
  }

  integer(value: number): string {
    return this.#constant(`integer_${value}`, [], BigInt64Array.of(BigInt(value)));
  }

  float(value: number): string {
    return this.#rounded(this.#constant(`float_${value}`, [], Float32Array.of(value)));
  }

  /** x · W + b. */
  linear(x: string, name: string, from: number, to: number, { hasBias = true } = {}): string {
    const product = this.#isQuantized ? this.#quantizedProduct(x, name, from, to) : this.op('MatMul', [x, this.weight(name, [from, to])]);
    return hasBias ? this.op('Add', [product, this.weight(`${name}.bias`, [to], { deviation: 0.1 })]) : product;
  }

  layerNorm(x: string, name: string, width: number, { hasBias = true } = {}): string {
    const scale = this.weight(`${name}.scale`, [width], { mean: 1, deviation: 0.05 });
    const bias = hasBias ? [this.weight(`${name}.shift`, [width], { deviation: 0.05 })] : [];
    return this.op('LayerNormalization', [x, scale, ...bias], { axis: -1, epsilon: { float: 1e-12 } });
  }

  encode(name: string, inputs: readonly OnnxTensor[], outputs: readonly OnnxTensor[], beside?: WeightsBeside): Uint8Array {
    return encodeOnnxModel(name, this.#nodes, inputs, outputs, this.#constants, beside);
  }

  /** Activations become bytes as they come, weights have one scale for all: dynamic quantization. */
  #quantizedProduct(x: string, name: string, from: number, to: number): string {
    this.weight(name, [from, to]);
    const at = this.#constants.findIndex((constant) => constant.name === name);
    const { data } = this.weights.get(name)!;
    if (at >= 0) this.#constants.splice(at, 1);
    const scale = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    const codes = this.#constant(
      `${name}.codes`,
      [from, to],
      Int8Array.from(data, (value) => Math.round(value / scale)),
    );
    const bytes = `${name}.bytes${this.#nodes.length}`;
    this.named('DynamicQuantizeLinear', [x], [bytes, `${bytes}.scale`, `${bytes}.zero`]);
    const sums = this.op('Cast', [this.op('MatMulInteger', [bytes, codes, `${bytes}.zero`])], { to: elementType.float });
    return this.op('Mul', [sums, this.op('Mul', [`${bytes}.scale`, this.float(scale)])]);
  }

  #rounded(name: string): string {
    return this.floats === elementType.float ? name : this.op('Cast', [name], { to: this.floats });
  }

  #constant(name: string, dims: readonly number[], data: OnnxConstant['data']): string {
    if (!this.#constants.some((constant) => constant.name === name)) this.#constants.push({ name, dims, data });
    return name;
  }
}

/** Numbers with normal distribution, the same for the same seed (mulberry32, Box–Muller). */
function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
