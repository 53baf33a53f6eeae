/** Words and checks drafts with a model, until there are enough. */
import { isAriadneError } from '../../src/base/errors.ts';
import type { Draft } from './interfaces.ts';
import { rewordAndCheck, type WordingModel } from './reword.ts';
import type { ModelFlaw } from './verify.ts';

export interface CheckedDrafts {
  readonly drafts: readonly Draft[];
  /** Questions that the model found unfit, by why. */
  readonly unfit: Readonly<Partial<Record<ModelFlaw, number>>>;
  /** Why the model failed before it had checked as many as wanted. */
  readonly failure?: string;
}

interface CheckOptions {
  readonly count: number;
  readonly signal: AbortSignal;
  readonly onChecked?: (done: number, of: number) => void;
}

const checkedAtOnce = 4;

/**
 * The first `count` that the model finds fit, in its words where they ask the same. Several are checked at once.
 * @throws AriadneError as the model does, when it fails before any is fit
 */
export async function checkDrafts(
  all: readonly Draft[],
  model: WordingModel,
  { count, signal, onChecked }: CheckOptions,
): Promise<CheckedDrafts> {
  const drafts: Draft[] = [];
  const unfit: Partial<Record<ModelFlaw, number>> = {};
  for (let from = 0; from < all.length && drafts.length < count; from += checkedAtOnce) {
    signal.throwIfAborted();
    const results = await Promise.allSettled(all.slice(from, from + checkedAtOnce).map((draft) => rewordAndCheck(draft, model)));
    for (const result of results) {
      if (result.status === 'rejected') continue;
      if ('draft' in result.value) drafts.push(result.value.draft);
      else unfit[result.value.flaw] = (unfit[result.value.flaw] ?? 0) + 1;
    }
    onChecked?.(Math.min(drafts.length, count), count);
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) continue;
    signal.throwIfAborted();
    // What the model has checked took long and may have cost money.
    if (drafts.length === 0 || !isAriadneError(failed.reason)) throw failed.reason;
    return { drafts, unfit, failure: failed.reason.message };
  }
  return { drafts, unfit };
}
