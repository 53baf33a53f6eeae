/** The licenses of everything that is shipped inside or beside the bundles, as these licenses require. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';

const packageFacts = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/** @param beside packages that are shipped unbundled */
export function thirdPartyNotices(root: string, metafiles: readonly Metafile[], beside: readonly string[]): string {
  const bundled = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  const folders = [...new Set([...bundled, ...beside.map((name) => `node_modules/${name}`)])].sort();
  return folders.map((folder) => noticeOf(join(root, folder))).join('\n');
}

function noticeOf(folder: string): string {
  const { name, version, license = 'see below' } = packageFacts.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const [file] = globSync('{LICENSE,LICENCE,license,licence,NOTICE}{,.md,.txt,-MIT}', { cwd: folder });
  const text =
    file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
