/** The models of one run or search. Those that it does not need are not downloaded or loaded unless they are asked after all. */
import { basename, resolve } from 'node:path';
import { readModelId } from '../modelId.ts';
import type { Entailment, Reranker } from '../models.ts';
import type { LoadProgress, ModelContext } from '../provider.ts';
import type { Writing } from '../../protocol/writing.ts';
import { isBuiltin, type Providers } from './providers.ts';

/** @throws as `Providers.get`; AriadneError `model-unknown` also for one that is not needed */
export async function rerankerOf(providers: Providers, chosen: string, context: ModelContext, isNeeded: boolean): Promise<Reranker> {
  const open = (): Promise<Reranker> => providers.get('reranker', chosen, context);
  if (isNeeded || isBuiltin(chosen)) return open();
  providers.require('reranker', chosen);
  return {
    id: nameOf(chosen),
    // Its own is not known before it is opened.
    scale: 'probability',
    score: async (query, passages, options) => (await open()).score(query, passages, options),
  };
}

/** @throws as `rerankerOf` */
export async function entailmentOf(providers: Providers, chosen: string, context: ModelContext, isNeeded: boolean): Promise<Entailment> {
  const open = (): Promise<Entailment> => providers.get('entailment', chosen, context);
  if (isNeeded || isBuiltin(chosen)) return open();
  providers.require('entailment', chosen);
  return { id: nameOf(chosen), label: async (pairs, options) => (await open()).label(pairs, options) };
}

/** What a run shows while a model is loaded. A download is shown by the host. */
export function loadingOf({ stage, model, isOver }: LoadProgress): Writing {
  return { node: '', text: '', isFinal: false, ...(stage === 'load' && !isOver ? { loading: model } : {}) };
}

/** Ids are kept in logs, and paths name people. */
function nameOf(chosen: string): string {
  const { provider, name } = readModelId(chosen) ?? {};
  return provider === 'folder' && name !== undefined ? `folder:${basename(resolve(name))}` : chosen;
}
