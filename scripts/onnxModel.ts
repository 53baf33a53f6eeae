/** Writes ONNX models, limited to the part of the format that our graphs use. */
import protobuf from 'protobufjs';

/** The standard (onnx.proto3) defines the field numbers. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Attribute { string name = 1; float f = 2; int64 i = 3; repeated int64 ints = 8; int32 type = 20; }
  message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5; }
  message Entry { string key = 1; string value = 2; }
  message Tensor { repeated int64 dims = 1; int32 data_type = 2; string name = 8; bytes raw_data = 9; repeated Entry external_data = 13; int32 data_location = 14; }
  message Dimension { oneof value { int64 dim_value = 1; string dim_param = 2; } }
  message Shape { repeated Dimension dim = 1; }
  message TensorType { int32 elem_type = 1; Shape shape = 2; }
  message Type { TensorType tensor_type = 1; }
  message ValueInfo { string name = 1; Type type = 2; }
  message Graph { repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated ValueInfo input = 11; repeated ValueInfo output = 12; }
  message OperatorSet { string domain = 1; int64 version = 2; }
  message Model { int64 ir_version = 1; string producer_name = 2; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`);

export const elementType = { float: 1, int8: 3, int32: 6, int64: 7, float16: 10 } as const;

export interface OnnxTensor {
  readonly name: string;
  readonly type: number;
  /** Names of the dimensions, or numbers for fixed ones. */
  readonly dims: readonly (string | number)[];
}

/** A constant of the graph: weights. */
export interface OnnxConstant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | Int8Array | BigInt64Array;
}

/** A whole number, a list of them, or a fraction, which must say so: 1 could be both. */
export type OnnxAttribute = number | readonly number[] | { readonly float: number };

export interface OnnxNode {
  readonly opType: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** Collects the larger constants for a file beside the model's, as graphs of more than 2 GB need it. */
export interface WeightsBeside {
  readonly file: string;
  readonly parts: Uint8Array[];
}

export function encodeOnnxModel(
  name: string,
  nodes: readonly OnnxNode[],
  inputs: readonly OnnxTensor[],
  outputs: readonly OnnxTensor[],
  constants: readonly OnnxConstant[] = [],
  beside?: WeightsBeside,
): Uint8Array {
  const model = root.lookupType('Model');
  const tensor = ({ name: of, type, dims }: OnnxTensor): object => ({
    name: of,
    type: {
      tensorType: { elemType: type, shape: { dim: dims.map((dim) => (typeof dim === 'number' ? { dimValue: dim } : { dimParam: dim })) } },
    },
  });
  const node = ({ opType, input, output, attributes = {} }: OnnxNode): object => ({
    opType,
    input,
    output,
    attribute: Object.entries(attributes).map(([key, value]) => ({ name: key, ...attribute(value) })),
  });
  const initializer = constants.map(({ name: of, dims, data }) => ({
    name: of,
    dims,
    dataType: data instanceof Float32Array ? elementType.float : data instanceof Int8Array ? elementType.int8 : elementType.int64,
    ...content(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), beside),
  }));
  const graph = { name, node: nodes.map(node), initializer, input: inputs.map(tensor), output: outputs.map(tensor) };
  return model
    .encode(model.fromObject({ irVersion: 9, producerName: 'ariadne', opsetImport: [{ domain: '', version: 17 }], graph }))
    .finish();
}

function content(bytes: Uint8Array, beside: WeightsBeside | undefined): object {
  if (!beside || bytes.length < 64) return { rawData: bytes };
  const offset = beside.parts.reduce((sum, part) => sum + part.length, 0);
  beside.parts.push(bytes);
  const entries = Object.entries({ location: beside.file, offset, length: bytes.length });
  return { dataLocation: 1, externalData: entries.map(([key, value]) => ({ key, value: String(value) })) };
}

/** The numbers of the types are those of `AttributeProto.AttributeType`. */
function attribute(value: OnnxAttribute): object {
  if (typeof value === 'number') return { i: value, type: 2 };
  return 'float' in value ? { f: value.float, type: 1 } : { ints: value, type: 7 };
}
