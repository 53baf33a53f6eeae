/** A generated model of the size of MiniLM, and the texts that benches of local models compute. */
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelProcess } from '../src/models/local/modelProcess.ts';
import { batchesByLength } from '../src/models/local/process/batches.ts';
import { tokenBudget } from '../src/models/local/process/steps.ts';
import { makeBert } from '../test/support/models/bert.ts';
import { makeModelFolder, type MadeModel, type MadeModelOptions } from '../test/support/models/modelFolder.ts';
import { wordPiece } from '../test/support/models/tokenizers.ts';
import type { Ending } from '../test/support/tempFolder.ts';
import { builtFiles } from './engineUnderTest.ts';

const shape = { width: 384, layers: 6, heads: 12, inner: 1536, maxTokens: 512 };

export interface BenchModel extends MadeModel {
  readonly release: () => Promise<void>;
}

/** What is deleted when a bench has ended. */
export function benchEnding(): { readonly ending: Ending; readonly release: () => Promise<void> } {
  const releases: (() => void | Promise<void>)[] = [];
  return {
    ending: { after: (release) => void releases.push(release) },
    release: async () => {
      for (const release of releases) await release();
    },
  };
}

/** With one byte per weight as the default, and full weights beside them. */
export function benchModel(head: MadeModelOptions['head'] = 'none'): BenchModel {
  const { ending, release } = benchEnding();
  const options: MadeModelOptions = { shape, head };
  const full = makeBert({ ...shape, vocabulary: wordPiece().vocabulary.size }, { head });
  const made = makeModelFolder(ending, { ...options, isQuantized: true, file: 'model_quantized', files: { 'onnx/model.onnx': full.onnx } });
  return { ...made, release };
}

export function benchProcess(): ModelProcess {
  return new ModelProcess({
    ...builtFiles.models,
    onNotice: (message) => {
      throw new Error(message);
    },
  });
}

const words = 'the of is in was and a to river city capital france paris london england'.split(' ');

/** A text of this many words, each of which is one token; the same for the same number. */
export function textOf(count: number, seed: number): string {
  return Array.from({ length: count }, (_, i) => words[(i * 7 + seed * 13 + ((i * seed) % 5)) % words.length]!).join(' ');
}

/** The threads of the process under test do not spin either. */
export function bareSession(folder: string, file: string): Promise<InferenceSession> {
  return InferenceSession.create(join(folder, 'onnx', file), {
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** Only the session, with inputs of these lengths. */
export async function runBare(session: InferenceSession, lengths: readonly number[], budget = tokenBudget): Promise<void> {
  for (const batch of batchesByLength(lengths, budget)) {
    const width = Math.max(...batch.map((at) => lengths[at]!));
    const tensor = (value: (row: number, i: number) => bigint): Tensor =>
      new Tensor(
        'int64',
        BigInt64Array.from({ length: batch.length * width }, (_, i) => value(Math.floor(i / width), i % width)),
        [batch.length, width],
      );
    const isText = (row: number, i: number): boolean => i < lengths[batch[row]!]!;
    await session.run({
      input_ids: tensor((row, i) => (isText(row, i) ? 60n : 0n)),
      attention_mask: tensor((row, i) => (isText(row, i) ? 1n : 0n)),
      token_type_ids: tensor(() => 0n),
    });
  }
}
