import { assumedLanguage } from '../../language/assumed.ts';
import type { Embedder, Reranker } from '../models.ts';
import type { ModelProvider } from '../provider.ts';
import { alignmentEntailment } from './alignmentEntailment.ts';

/** @param learned from the folder's passages; see `learnModels.ts` */
export function builtinProvider(learned: { readonly embedder: Embedder; readonly reranker: Reranker }): ModelProvider {
  return {
    name: 'builtin',
    embedder: () => learned.embedder,
    reranker: () => learned.reranker,
    entailment: () => alignmentEntailment(assumedLanguage),
  };
}
