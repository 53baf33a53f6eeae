/** Models that compare two texts, in a folder: rerankers and entailment models. */
import { AriadneError } from '../../base/errors.ts';
import { type Entailed, type Entailment, type EntailmentLabel, type Reranker, rerankText } from '../models.ts';
import { type LoadOptions, type LocalModel, readModelFiles, specOf, type ModelFiles } from './modelFiles.ts';
import type { ModelProcess, RequestOptions } from './modelProcess.ts';

type Pair = readonly [first: string, second: string];

/** A call has at most this many pairs, so that a process that has grown can be replaced between two calls. */
const pairsPerCall = 128;

/** The question comes first in a pair, as cross-encoders are trained. */
export async function localReranker(process: ModelProcess, model: LocalModel, load: LoadOptions): Promise<Reranker> {
  const files = readModelFiles(model);
  const { width } = await logitsOf(process, model, files, [['a', 'a']], load);
  if (width > 2) throw new AriadneError('model-unfit', `${model.name} gives a pair ${width} labels. Choose a reranker, which has one.`);
  return {
    id: `${model.name}#${files.dtype}/${files.fingerprint}`,
    scale: width === 1 ? 'logit' : 'probability',
    async score(query, passages, options = {}) {
      const pairs = passages.map((passage): Pair => [query, rerankText(passage)]);
      const { data } = await logitsOf(process, model, files, pairs, options);
      if (width === 1) return [...data];
      // Of two labels the second is "relevant".
      return passages.map((_, i) => softmax(data.subarray(2 * i, 2 * i + 2))[1]!);
    },
  };
}

export async function localEntailment(process: ModelProcess, model: LocalModel, load: LoadOptions): Promise<Entailment> {
  const files = readModelFiles(model);
  const order = labelOrder(model.name, files);
  const { width } = await logitsOf(process, model, files, [['a', 'a']], load);
  if (width !== 3) throw noLabels(model.name);
  return {
    id: `${model.name}#${files.dtype}/${files.fingerprint}`,
    async label(pairs, options = {}) {
      const asked = pairs.map(({ premise, hypothesis }): Pair => [premise, hypothesis]);
      const { data } = await logitsOf(process, model, files, asked, options);
      return pairs.map((_, i) => entailedBy(softmax(data.subarray(3 * i, 3 * i + 3)), order));
    },
  };
}

async function logitsOf(
  process: ModelProcess,
  { name }: LocalModel,
  files: ModelFiles,
  pairs: readonly Pair[],
  options: RequestOptions,
): Promise<{ readonly width: number; readonly data: Float32Array }> {
  const spec = specOf(name, files);
  const parts: Float32Array[] = [];
  let width = 0;
  for (let from = 0; from < pairs.length; from += pairsPerCall) {
    const part = await process.request(spec, { task: 'classify', pairs: pairs.slice(from, from + pairsPerCall) }, options);
    width = part.width;
    parts.push(part.data);
  }
  const data = new Float32Array(width * pairs.length);
  parts.forEach((part, i) => data.set(part, i * pairsPerCall * width));
  return { width, data };
}

/** Where the labels are differs between models: two of the most used have opposite orders. */
function labelOrder(name: string, { config }: ModelFiles): readonly EntailmentLabel[] {
  const labels = config.id2label ?? {};
  const order = ['0', '1', '2'].map((id) => labelOf(labels[id] ?? ''));
  if (new Set(order).size !== 3 || order.includes(undefined)) throw noLabels(name);
  return order as EntailmentLabel[];
}

function labelOf(text: string): EntailmentLabel | undefined {
  const label = text.toLowerCase();
  if (/^(?:not|non|no)[_ -]?entail/.test(label)) return undefined;
  return (['entailment', 'neutral', 'contradiction'] as const).find((known) => label.startsWith(known.slice(0, 7)));
}

function entailedBy(shares: readonly number[], order: readonly EntailmentLabel[]): Entailed {
  const share = (label: EntailmentLabel): number => shares[order.indexOf(label)]!;
  const probabilities = { entailment: share('entailment'), neutral: share('neutral'), contradiction: share('contradiction') };
  // On ties the first of these (pipelines.md 1.1).
  const byCaution = ['contradiction', 'neutral', 'entailment'] as const;
  return { label: byCaution.reduce((best, label) => (probabilities[label] > probabilities[best] ? label : best)), probabilities };
}

function softmax(logits: Float32Array): readonly number[] {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function noLabels(name: string): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${name} does not have the labels entailment, neutral and contradiction in config.json (id2label). Choose an NLI model with three labels.`,
  );
}
