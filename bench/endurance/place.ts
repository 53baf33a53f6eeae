/** Where an index is, with the runs of those who use it: a small disk, or a bucket. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLearnedModel, staticDimension } from '../../src/models/builtin/staticModel.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { assertWhole, openStore } from '../../test/support/indexCheck.ts';
import { differencesOf, everythingOf, lendModel } from '../../test/support/wholeIndex.ts';
import { openBareEngine } from '../engineUnderTest.ts';
import { Person } from './person.ts';

export interface PlaceOptions {
  readonly name: string;
  readonly storage: string;
  /** For the new index that it is compared with. */
  readonly work: string;
  readonly indexUri?: string;
  /** Lets writing fail. @returns what ends that */
  readonly takeAway: (random: () => number) => () => void;
  readonly sizeOf?: () => number;
}

export class Place {
  readonly person = new Person();
  readonly #options: PlaceOptions;
  /** While it lasts, storage may refuse anything. */
  isAway = false;
  lastAwayMs = -Infinity;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get storage(): string {
    return this.#options.storage;
  }

  get indexUri(): string | undefined {
    return this.#options.indexUri;
  }

  get bytes(): number {
    return this.#options.sizeOf?.() ?? bytesIn(join(this.storage, 'index.lancedb'));
  }

  /** @returns what gives it back; undefined while another window has it taken away */
  takeAway(random: () => number): (() => void) | undefined {
    if (this.isAway) return undefined;
    this.isAway = true;
    const giveBack = this.#options.takeAway(random);
    return () => {
      giveBack();
      this.isAway = false;
      this.lastAwayMs = performance.now();
    };
  }

  /**
   * With its windows at rest.
   * @param baseUrl of the server of the embedder that is not built in
   * @returns where the index differs from a new one, and how large that is
   */
  async compare(folder: string, baseUrl: string, signal: AbortSignal): Promise<{ differences: readonly string[]; freshBytes: number }> {
    const index = this.indexUri ?? this.storage;
    const fresh = join(this.#options.work, `fresh-${this.name}`);
    await assertWhole(index, staticDimension);
    const embedder = await wantedEmbedder(index);
    await lendModel(index, fresh);
    const engine = await openBareEngine(folder, fresh, baseUrl);
    const models = { ...builtinModels, embedder };
    try {
      await engine.index(defaultDiscovery, models, { confirmed: true, signal });
      if (embedder !== 'builtin') await engine.learn(models, signal);
    } finally {
      await engine.close();
    }
    const [now, made] = [await everythingOf(index), await everythingOf(fresh)];
    // A plain model is made for the passages that a pass finds, and stays while it fits.
    const isPlain = embedder === 'builtin' && !isLearnedModel(now.model);
    const differences = differencesOf(now, made).filter((one) => !isPlain || !/^(?:model|vectors|graph): /.test(one));
    const freshBytes = bytesIn(join(fresh, 'index.lancedb'));
    rmSync(fresh, { recursive: true });
    return { differences, freshBytes };
  }
}

async function wantedEmbedder(index: string): Promise<string> {
  const store = await openStore(index);
  try {
    const model = (await store.meta('embedder')) ?? '';
    return model.startsWith('builtin') ? 'builtin' : model;
  } finally {
    store.close();
  }
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
