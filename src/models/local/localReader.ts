/** A reader in a folder. */
import { hashOf } from '../../base/hash.ts';
import type { Reader } from '../models.ts';
import { type LoadOptions, type LocalModel, readModelFiles, specOf } from './modelFiles.ts';
import type { ModelProcess } from './modelProcess.ts';

/**
 * What turns margins into probabilities: measured for a model, or the model's own if absent. A margin is a quote's start and end logit
 * less those of the first token, which models of the SQuAD 2 kind learn to raise where there is no answer.
 */
export interface ReaderSettings {
  /**
   * What a quote must have more than "not in this text" to be as likely (score .5), in logits. With SQuAD 2's own script it is the
   * `null_score_diff_threshold` with the other sign. Default: 0, the border that such models are trained to.
   */
  readonly nullThreshold?: number;
  /** Divides margins, > 0: above 1 for models that are too sure. Default: 1. */
  readonly temperature?: number;
  /** What both were fitted to. */
  readonly calibration?: Reader['calibration'];
}

/** The id that the reader has with its own border. */
export function readerId(model: LocalModel): string {
  const { dtype, fingerprint } = readModelFiles(model);
  return `${model.name}#${dtype}/${fingerprint}`;
}

export async function localReader(
  process: ModelProcess,
  model: LocalModel,
  { nullThreshold = 0, temperature = 1, calibration }: ReaderSettings,
  load: LoadOptions,
): Promise<Reader> {
  const files = readModelFiles(model);
  const spec = specOf(model.name, files);
  await process.request(spec, { task: 'spans', question: 'a', passages: ['a'] }, load);
  const isOwn = nullThreshold === 0 && temperature === 1;
  return {
    id: isOwn ? readerId(model) : `${model.name}#${files.dtype}/${hashOf([files.fingerprint, String([nullThreshold, temperature])], 12)}`,
    ...(calibration && { calibration }),
    async read(question, passages, options = {}) {
      const found = await process.request(spec, { task: 'spans', question, passages }, { signal: options.signal });
      // The softmax of quote and "not in this text", which are all that a window says.
      return found.map(({ margin, ...span }) => ({ ...span, score: 1 / (1 + Math.exp((nullThreshold - margin) / temperature)) }));
    },
  };
}
