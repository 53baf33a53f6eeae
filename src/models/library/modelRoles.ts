/** What the files of a model say about its role. */
import * as z from 'zod';
import { optionalJson } from '../local/modelFiles.ts';
import type { NamedRole } from '../../protocol/modelLibrary.ts';

const config = z.looseObject({
  architectures: z.array(z.string()).optional(),
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * The role that config.json names; undefined where it does not say. A model for sentences may be any encoder without a head.
 * @throws AriadneError `model-unfit` when the file is damaged
 */
export function roleOfFiles(folder: string): NamedRole | undefined {
  const { data } = config.safeParse(optionalJson(folder, 'config.json'));
  const [architecture = ''] = data?.architectures ?? [];
  if (architecture.endsWith('ForQuestionAnswering')) return 'reader';
  if (architecture.endsWith('ForCausalLM')) return 'chat';
  const labels = Object.values(data?.id2label ?? {});
  if (labels.some((label) => /entail/i.test(label))) return 'entailment';
  if (architecture.endsWith('ForSequenceClassification')) return labels.length <= 1 ? 'reranker' : undefined;
  return /(?:Model|ForMaskedLM)$/.test(architecture) || optionalJson(folder, 'modules.json') !== undefined ? 'embedder' : undefined;
}
