/** Replaces the built-in embedder in use by one that has learned from the passages. */
import { adoptEmbedder, type PassOptions } from '../indexing/indexer.ts';
import type { ProgressMeter } from '../indexing/progress.ts';
import type { IndexStore } from '../indexing/store.ts';
import type { BuiltinModels } from './builtinModels.ts';

/** The result of learning, in which the built-in embedder takes its vectors from the folder's passages. */
export interface LearnSummary {
  /** `too-small`: plain vectors are as good. `current`: those in use fit. `adopted`: another provider's replace them. */
  readonly outcome: 'learned' | 'current' | 'too-small' | 'adopted';
  readonly embedder: string;
  readonly pairs: number;
  readonly seconds: { readonly learn: number; readonly embed: number; readonly graph: number; readonly total: number };
}

/** What replacing an embedder needs of the index. */
export interface Replacing {
  readonly store: IndexStore;
  readonly progress: ProgressMeter;
  readonly write: <T>(work: (during: AbortSignal) => Promise<T>) => Promise<T>;
  readonly indexOptions: (during: AbortSignal) => PassOptions;
  /** Called when the new vectors are complete and in effect. */
  readonly onReplaced: () => Promise<void>;
}

/** @param current id of the model in use */
export async function learnEmbedder(
  models: BuiltinModels,
  current: string,
  signal: AbortSignal,
  { store, progress, write, indexOptions, onReplaced, isStillDue }: Replacing & { readonly isStillDue: () => Promise<boolean> },
): Promise<LearnSummary> {
  const began = performance.now();
  const passages = await store.passageCount();
  const learned = await models.learn({ signal, onShare: (share) => progress.working('learn', passages, share) });
  const learn = (performance.now() - began) / 1000;
  const summary = await write<LearnSummary>(async (during) => {
    // Another process may have learned meanwhile.
    if (!(await isStillDue()))
      return { outcome: 'current', embedder: current, pairs: 0, seconds: { learn: 0, embed: 0, graph: 0, total: 0 } };
    await models.save(learned);
    const { embedder } = learned;
    const { embedSeconds, graphSeconds } = await adoptEmbedder(store, embedder, passages, indexOptions(during));
    await onReplaced();
    await store.dropOtherModels(embedder.id);
    const total = (performance.now() - began) / 1000;
    return {
      outcome: 'learned',
      embedder: embedder.id,
      pairs: learned.pairs,
      seconds: { learn, embed: embedSeconds, graph: graphSeconds, total },
    };
  });
  progress.done();
  return summary;
}
