/** Vectors of the tokens of texts, each in its context. */
import { AriadneError } from '../../../base/errors.ts';
import type { TokenVectors } from '../../models.ts';
import type { TokensCall } from '../messages.ts';
import { batchesByLength } from './batches.ts';
import type { Encoder } from './encoder.ts';
import { tokenBudget, type Steps } from './steps.ts';

export async function* tokenVectors(encoder: Encoder, { texts }: TokensCall): Steps<readonly TokenVectors[]> {
  const { layout, tokens, outputs, spec } = encoder;
  const name = ['last_hidden_state', 'token_embeddings'].find((known) => outputs.has(known));
  if (name === undefined) throw noTokens(spec.name);
  const sequences = texts.map((text) => layout.single(tokens.of(text), spec.maxTokens));
  const found: TokenVectors[] = [];
  let done = 0;
  for (const batch of batchesByLength(
    sequences.map(({ ids }) => ids.length),
    tokenBudget,
  )) {
    const [output] = await encoder.run(
      batch.map((at) => sequences[at]!),
      [name],
    );
    const { data, dims } = output!;
    if (dims.length !== 3) throw noTokens(spec.name);
    const [, longest = 0, width = 0] = dims;
    batch.forEach((at, row) => {
      const { ids, textFrom, textTo } = sequences[at]!;
      const from = row * longest * width;
      found[at] = { width, data: data.slice(from, from + ids.length * width), textFrom, textTo };
    });
    done += batch.length;
    yield { done, of: texts.length };
  }
  return found;
}

function noTokens(name: string): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${name} gives no vectors of tokens. Choose an encoder whose ONNX file has the output last_hidden_state.`,
  );
}
