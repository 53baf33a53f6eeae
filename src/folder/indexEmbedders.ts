/** Which embedders of other providers an index has vectors of, what they were asked for as, and opening them. */
import { AriadneError, isAriadneError } from '../base/errors.ts';
import { dropVectors, externalModelsOf } from '../indexing/modelTables.ts';
import type { IndexStore } from '../indexing/store.ts';
import { storedDimension } from '../indexing/vectorCache.ts';
import type { Embedder } from '../models/models.ts';
import type { ModelContext } from '../models/provider.ts';
import { isOfBuiltin, type BuiltinModels } from './builtinModels.ts';
import { isBuiltin } from '../models/library/providers.ts';

/** For a run; by default requests go through the host's `fetch` and are counted for none. */
export type OpenedFor = Partial<Pick<ModelContext, 'fetch' | 'onProgress'>>;
export type OpenEmbedder = (asked: string, signal: AbortSignal, opened?: OpenedFor) => Promise<Embedder>;

type Metas = ReadonlyMap<string, string>;

/** Vectors of so many models are kept, so that switching between them embeds nothing twice. */
const mostRemembered = 3;

export class IndexEmbedders {
  readonly #store: IndexStore;
  readonly #models: BuiltinModels;
  readonly #open: OpenEmbedder;

  constructor(store: IndexStore, models: BuiltinModels, open: OpenEmbedder) {
    this.#store = store;
    this.#models = models;
    this.#open = open;
  }

  /** Whether the user has chosen another embedder than the one in use, so that everything is to be embedded with that. */
  isSwitchDue(metas: Metas): boolean {
    const wanted = wantedEmbedder(metas);
    return !isBuiltin(wanted) && askedFor(metas, metas.get('embedder') ?? '') !== wanted;
  }

  /** Whether `learn` would give better vectors than those in use, or those of the embedder that the user wants. */
  isLearningDue(metas: Metas): Promise<boolean> {
    if (this.isSwitchDue(metas)) return Promise.resolve(true);
    const isOwn = isOfBuiltin(metas.get('embedder')) && isBuiltin(wantedEmbedder(metas));
    return isOwn ? this.#models.isLearningDue(metas) : Promise.resolve(false);
  }

  /** The embedder for a pass: the one in use as long as it fits what the user wants, otherwise a built-in one. */
  async forPass(
    inUse: string | undefined,
    wanted: string,
    countMissing: (embedder: Embedder) => Promise<number>,
    signal: AbortSignal,
  ): Promise<Embedder> {
    if (!isOfBuiltin(inUse) && !isBuiltin(wanted)) {
      const embedder = await this.#reopenUnlessLeft(inUse, signal);
      if (embedder) return embedder;
    }
    const builtin = isOfBuiltin(inUse) ? inUse : await this.#store.meta('builtinModel');
    return (await this.#models.prepare(builtin, countMissing, signal)).embedder;
  }

  /** The embedder in use; undefined when it is another kind than the user wants, or the index lacks it. */
  async forUpdate(inUse: string, wanted: string, signal: AbortSignal): Promise<Embedder | undefined> {
    if (isOfBuiltin(inUse)) return (await this.#models.load(inUse))?.embedder;
    return isBuiltin(wanted) ? undefined : this.reopen(inUse, signal);
  }

  /** The embedder whose vectors the index has under this id. @throws AriadneError `embedder-changed`; the errors of its provider */
  async reopen(id: string, signal: AbortSignal, opened?: OpenedFor): Promise<Embedder> {
    const asked = askedFor(await this.#store.metas(), id);
    if (asked === undefined) throw changed(id);
    const embedder = await this.#open(asked, signal, opened);
    const dimension = await this.dimensionOf(id);
    if (embedder.id !== id || (dimension !== undefined && embedder.dimension !== dimension)) throw changed(asked);
    return embedder;
  }

  /** As `reopen`; undefined when it cannot be opened and the user has chosen another one anyway. */
  async #reopenUnlessLeft(id: string, signal: AbortSignal): Promise<Embedder | undefined> {
    try {
      return await this.reopen(id, signal);
    } catch (error) {
      const metas = await this.#store.metas();
      if (isAriadneError(error) && wantedEmbedder(metas) !== askedFor(metas, id)) return undefined;
      throw error;
    }
  }

  /** Answers like `reopen`, which is called for the first text: without vectors in a question nothing is opened. */
  async lazily(id: string, signal: AbortSignal, openedFor?: OpenedFor): Promise<Embedder> {
    const dimension = (await this.dimensionOf(id)) ?? 0;
    let opened: Promise<Embedder> | undefined;
    return {
      id,
      dimension,
      embed: async (texts, options) => (await (opened ??= this.reopen(id, signal, openedFor))).embed(texts, options),
    };
  }

  /** Opens an embedder to switch to. */
  choose(asked: string, signal: AbortSignal): Promise<Embedder> {
    return this.#open(asked, signal);
  }

  /** Keeps the vectors of this embedder, also before it is in use. Must be called in a write. */
  async remember({ id, dimension }: Embedder, asked: string): Promise<void> {
    const metas = await this.#store.metas();
    const stored = await this.dimensionOf(id);
    const current = metas.get('embedder');
    if (stored !== undefined && stored !== dimension) {
      if (id === current) throw changed(asked);
      await dropVectors(this.#store.database, id);
    }
    const known = externalModelsOf(metas);
    const first = [{ id, asked }, ...known.filter((one) => one.id === current && one.id !== id)];
    const others = known.filter((one) => !first.some((kept) => kept.id === one.id));
    await this.#store.setMeta({ externalModels: JSON.stringify([...first, ...others].slice(0, mostRemembered)) });
  }

  dimensionOf(id: string): Promise<number | undefined> {
    return storedDimension(this.#store.database, id);
  }
}

export function wantedEmbedder(metas: Metas): string {
  return metas.get('wantedEmbedder') ?? 'builtin';
}

/** The id that the embedder of these vectors was chosen by. */
export function chosenFor(metas: Metas, model: string): string {
  return askedFor(metas, model) ?? 'builtin';
}

function askedFor(metas: Metas, id: string): string | undefined {
  return externalModelsOf(metas).find((one) => one.id === id)?.asked;
}

function changed(model: string): AriadneError {
  return new AriadneError(
    'embedder-changed',
    `The embedder ${model} is no longer the one whose vectors the index has. Index with the built-in embedder, then choose it again.`,
  );
}
