/** Writes ONNX models, limited to the part of the format that our small graphs use. */
import protobuf from 'protobufjs';

/** The standard (onnx.proto3) defines the field numbers. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Attribute { string name = 1; int64 i = 3; float f = 2; int32 type = 20; }
  message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5; }
  message Dimension { oneof value { int64 dim_value = 1; string dim_param = 2; } }
  message Shape { repeated Dimension dim = 1; }
  message TensorType { int32 elem_type = 1; Shape shape = 2; }
  message Type { TensorType tensor_type = 1; }
  message ValueInfo { string name = 1; Type type = 2; }
  message Graph { repeated Node node = 1; string name = 2; repeated ValueInfo input = 11; repeated ValueInfo output = 12; }
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

export interface OnnxNode {
  readonly opType: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attributes?: Readonly<Record<string, number>>;
}

/** Attributes can only be integers. */
export function encodeOnnxModel(
  name: string,
  nodes: readonly OnnxNode[],
  inputs: readonly OnnxTensor[],
  outputs: readonly OnnxTensor[],
): Uint8Array {
  const model = root.lookupType('Model');
  const integerAttribute = 2;
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
    attribute: Object.entries(attributes).map(([key, i]) => ({ name: key, i, type: integerAttribute })),
  });
  const graph = { name, node: nodes.map(node), input: inputs.map(tensor), output: outputs.map(tensor) };
  return model
    .encode(model.fromObject({ irVersion: 9, producerName: 'ariadne', opsetImport: [{ domain: '', version: 17 }], graph }))
    .finish();
}
