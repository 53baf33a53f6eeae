/** A model and a store for the tests of downloads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { delay } from '../../../../src/base/abort.ts';
import type { HostDoor } from '../../../../src/door/hostDoor.ts';
import type { RetryClock } from '../../../../src/models/chat/retry.ts';
import { ModelStore, type EnsureOptions, type ModelStoreOptions } from '../../../../src/models/hub/modelStore.ts';
import { hubDoor, startHub, type HubRepository, type HubServer } from '../../../support/hubServer.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

export const graphBytes = 300_000;

/** A model with two precisions, weights beside the graph, and files that nobody needs. */
export const repository: HubRepository = {
  files: {
    'README.md': Buffer.from('# A model'),
    'config.json': Buffer.from('{"model_type":"bert"}'),
    'tokenizer.json': Buffer.alloc(5_000, 'tokenizer'),
    'tokenizer_config.json': Buffer.from('{}'),
    'pytorch_model.bin': Buffer.alloc(50_000, 1),
    'onnx/model.onnx': Buffer.alloc(90_000, 2),
    'onnx/model_quantized.onnx': Buffer.from(Uint8Array.from({ length: graphBytes }, (_, i) => (i * 7 + (i >> 8)) % 251)),
    'onnx/model_quantized.onnx_data': Buffer.alloc(4_000, 3),
    'onnx/model_quantized.onnx.txt': Buffer.alloc(10, 4),
  },
};

export const neededPaths = [
  'config.json',
  'onnx/model_quantized.onnx',
  'onnx/model_quantized.onnx_data',
  'tokenizer.json',
  'tokenizer_config.json',
];

/** A clock whose waits take no time; remembers them. Reading and locking take real time. */
function quickClock(): RetryClock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => waits.reduce((sum, ms) => sum + ms, 0),
    random: () => 0,
    delay: async (ms, signal) => {
      waits.push(ms);
      await delay(1, signal);
    },
  };
}

export interface Rig {
  readonly hub: HubServer;
  readonly store: ModelStore;
  readonly folder: string;
  readonly waits: readonly number[];
  readonly door: HostDoor;
}

export async function setUp(
  t: TestContext,
  options: Partial<ModelStoreOptions> & { readonly key?: string; readonly repositories?: Readonly<Record<string, HubRepository>> } = {},
): Promise<Rig> {
  const { key, repositories = { 'org/tiny': repository }, ...rest } = options;
  const hub = await startHub(t, repositories);
  const folder = rest.folder ?? join(tempFolder(t), 'models');
  const { door, fetch } = hubDoor(hub.url, key);
  const clock = quickClock();
  const store = new ModelStore({ folder, fetch, hubUrl: () => hub.url, isOffline: () => false, clock, ...rest });
  return { hub, store, folder, waits: clock.waits, door };
}

export const agreed: EnsureOptions = { consent: () => Promise.resolve(true) };

/** The files below a folder with their content, without the store's own note. */
export function contentOf(folder: string): Readonly<Record<string, Buffer>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !path.endsWith('ariadne-model.json'));
  return Object.fromEntries(paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)] as const));
}

/** What the model's folder must contain. */
export const rightContent = Object.fromEntries(neededPaths.map((path) => [path, Buffer.from(repository.files[path] ?? [])]));

/** What is left of downloads: everything in the store that is not in a model's folder. */
export function leftovers(folder: string): readonly string[] {
  return readdirSync(join(folder, '.partial'));
}
