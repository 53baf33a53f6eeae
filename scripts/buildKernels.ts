/** Writes the ONNX graphs that do our dense algebra. They are a few hundred bytes each, so they are made at build time instead of kept as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import protobuf from 'protobufjs';

/** The part of the ONNX schema (onnx.proto3, field numbers fixed by the standard) that the graphs below use. */
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

const float = 1;
const int64 = 7;
const integerAttribute = 2;

/** similarities = queries · passagesᵀ, then the k largest of each row, best first, ties by lower index. */
function nearestGraph(): Uint8Array {
  const model = root.lookupType('Model');
  const tensor = (name: string, type: number, ...dims: readonly string[]): object => ({
    name,
    type: { tensorType: { elemType: type, shape: { dim: dims.map((dim) => ({ dimParam: dim })) } } },
  });
  const flag = (name: string): object => ({ name, i: 1, type: integerAttribute });
  return model
    .encode(
      model.fromObject({
        irVersion: 9,
        producerName: 'ariadne',
        opsetImport: [{ domain: '', version: 17 }],
        graph: {
          name: 'nearest',
          node: [
            { opType: 'Gemm', input: ['queries', 'passages'], output: ['similarities'], attribute: [flag('transB')] },
            { opType: 'TopK', input: ['similarities', 'k'], output: ['values', 'indices'], attribute: [flag('largest'), flag('sorted')] },
          ],
          input: [tensor('queries', float, 'm', 'd'), tensor('passages', float, 'n', 'd'), tensor('k', int64, 'one')],
          output: [tensor('values', float, 'm', 'k'), tensor('indices', int64, 'm', 'k')],
        },
      }),
    )
    .finish();
}

export function buildKernels(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, nearestGraph());
}
