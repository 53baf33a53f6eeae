/** The two stores: publishing packaged extensions, and finding out what users can see of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { publishVSIX } from '@vscode/vsce';
import { publish } from 'ovsx';
import * as z from 'zod';
import { messageOf } from '../../src/base/errors.ts';
import type { Packed } from './packed.ts';

export interface Store {
  readonly name: string;
  /** Skips what the store already has. */
  publish(paths: readonly string[]): Promise<void>;
  /** The targets for which users see this version. */
  visibleTargets(extension: Extension): Promise<ReadonlySet<string>>;
}

type Extension = Pick<Packed, 'publisher' | 'name' | 'version'>;

/** Signs in as the identity that `azure/login` or `az login` left behind. */
export function marketplace(address = 'https://marketplace.visualstudio.com'): Store {
  const answer = z.object({
    results: z.array(
      z.object({
        extensions: z.array(
          z.object({ versions: z.array(z.object({ version: z.string(), targetPlatform: z.string().default('universal') })).default([]) }),
        ),
      }),
    ),
  });
  const byName = 7;
  const includeVersions = 1;
  return {
    name: 'The Marketplace',
    publish: (paths) => publishVSIX([...paths], { azureCredential: true, skipDuplicate: true }) as Promise<void>,
    async visibleTargets({ publisher, name, version }) {
      const criteria = [{ filterType: byName, value: `${publisher}.${name}` }];
      const response = await fetch(`${address}/_apis/public/gallery/extensionquery`, {
        method: 'POST',
        headers: { accept: 'application/json;api-version=3.0-preview.1', 'content-type': 'application/json' },
        body: JSON.stringify({ filters: [{ criteria }], flags: includeVersions }),
      });
      const { results } = answer.parse(await bodyOf(response));
      const versions = results.flatMap(({ extensions }) => extensions).flatMap((extension) => extension.versions);
      return new Set(versions.filter((each) => each.version === version).map(({ targetPlatform }) => targetPlatform));
    },
  };
}

/** Signs in with the token in OVSX_PAT. */
export function openVsx(address = 'https://open-vsx.org', token = process.env['OVSX_PAT']): Store {
  const answer = z.object({
    allTargetPlatformVersions: z.array(z.object({ version: z.string(), targetPlatforms: z.array(z.string()) })).default([]),
  });
  return {
    name: 'Open VSX',
    async publish(paths) {
      if (!token) throw new Error('OVSX_PAT is not set. Make a token on open-vsx.org and set it.');
      for (const path of paths) {
        const results = await publish({ extensionFile: path, registryUrl: address, pat: token, skipDuplicate: true });
        for (const result of results) if (result.status === 'rejected') throw new Error(messageOf(result.reason));
      }
    },
    async visibleTargets({ publisher, name, version }) {
      const response = await fetch(`${address}/api/${publisher}/${name}`);
      if (response.status === 404) return new Set();
      const { allTargetPlatformVersions: all } = answer.parse(await bodyOf(response));
      return new Set(all.filter((each) => each.version === version).flatMap(({ targetPlatforms }) => targetPlatforms));
    },
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${new URL(response.url).host} answered with ${response.status}.`);
  return response.json();
}

export interface Patience {
  readonly everyMs: number;
  readonly atMostMs: number;
}

/** Waits until users see the version for every target. A store that does not answer is asked again. */
export async function awaitVisible(store: Store, packed: readonly Packed[], { everyMs, atMostMs }: Patience): Promise<void> {
  const [extension] = packed;
  if (extension === undefined) throw new Error('There is no package to wait for.');
  const giveUpAt = performance.now() + atMostMs;
  for (;;) {
    const seen = await store.visibleTargets(extension).catch((error: unknown) => messageOf(error));
    const missing = typeof seen === 'string' ? [] : packed.map(({ target }) => target).filter((target) => !seen.has(target));
    if (typeof seen !== 'string' && missing.length === 0) return;
    if (performance.now() + everyMs > giveUpAt) {
      const why =
        typeof seen === 'string' ? `cannot be asked: ${seen}` : `does not show ${extension.version} for ${missing.join(', ')} yet.`;
      throw new Error(`${store.name} ${why} A scan can hold a version back for days. Ask again with npm run release:visible.`);
    }
    await pause(everyMs);
  }
}
