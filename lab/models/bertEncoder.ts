/** The local model behind BERTScore: the last layer's vectors of all tokens. It computes in this process. */
import { createHash } from 'node:crypto';
import type { BertEncoder } from '../evaluation/bertScores.ts';
import type { WeightedTokens } from '../evaluation/bertScore.ts';
import { yieldToEventLoop } from '../../src/base/abort.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { findLocalModel, type LocalProvidersOptions } from '../../src/models/library/localProviders.ts';
import { readModelFiles, specOf } from '../../src/models/local/modelFiles.ts';
import { batchesByLength } from '../../src/models/local/process/batches.ts';
import type { Encoder } from '../../src/models/local/process/encoder.ts';
import { loadLibrary } from '../../src/models/local/process/library.ts';
import { Sessions } from '../../src/models/local/process/sessions.ts';
import { tokenBudget } from '../../src/models/local/process/steps.ts';
import { modelIdForms, readModelId } from '../../src/models/modelId.ts';

const mostTokens = 512;

/**
 * A text that is longer than 512 tokens, or than the model takes, is cut.
 * @throws AriadneError `model-…`; AbortError
 */
export async function openBertEncoder(
  id: string,
  options: Pick<LocalProvidersOptions, 'library' | 'host' | 'files'>,
  signal: AbortSignal,
): Promise<BertEncoder> {
  const model = readModelId(id);
  if (model?.provider !== 'hf' && model?.provider !== 'folder') {
    const forms = `${modelIdForms.folder} or ${modelIdForms.hf}`;
    throw new AriadneError('model-unknown', `There is no model for BERTScore "${id}". Choose ${forms}.`);
  }
  const { name, ...found } = await findLocalModel(model, 'embedder', options, { signal });
  const files = readModelFiles({ name, ...found });
  const maxTokens = Math.min(files.maxTokens, mostTokens);
  const library = await loadLibrary('native', options.files.wasm);
  const encoder = await new Sessions(library, 'native').encoder(specOf(name, { ...files, maxTokens }));
  const output = ['last_hidden_state', 'token_embeddings'].find((known) => encoder.outputs.has(known));
  if (output === undefined) throw noTokens(name);
  const version = createHash('sha256').update(JSON.stringify([files.fingerprint, maxTokens]));
  return {
    id: `${name}#${files.dtype}/${version.digest('hex').slice(0, 12)}`,
    encode: (texts, signal) => encode(encoder, output, texts, signal),
  };
}

/** Weight 1 for tokens of the text, 0 for special ones (metrics.md 7). */
async function encode(encoder: Encoder, output: string, texts: readonly string[], signal: AbortSignal): Promise<readonly WeightedTokens[]> {
  const { layout, tokens, spec } = encoder;
  const sequences = texts.map((text) => layout.single(tokens.of(text), spec.maxTokens));
  const lengths = sequences.map(({ ids }) => ids.length);
  const found: WeightedTokens[] = [];
  for (const batch of batchesByLength(lengths, tokenBudget)) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    const part = batch.map((at) => sequences[at]!);
    const [{ data, dims } = { data: new Float32Array(), dims: [] }] = await encoder.run(part, [output]);
    const [, longest, width] = dims;
    if (longest === undefined || width === undefined) throw noTokens(spec.name);
    batch.forEach((at, row) => {
      const { ids, textFrom, textTo } = sequences[at]!;
      const vectors = ids.map((_, i) => data.slice((row * longest + i) * width, (row * longest + i + 1) * width));
      found[at] = { vectors, weights: vectors.map((_, i) => Number(i >= textFrom && i < textTo)) };
    });
  }
  return found;
}

function noTokens(name: string): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${name} gives no vectors of tokens. Choose an encoder whose ONNX file has the output last_hidden_state.`,
  );
}
