/**
 * Writes what is declared in code to where it is read: commands, settings and tools to package.json, and the blocks of
 * `scripts/docs/blocks.ts` to the pages of docs. With `--check` it writes nothing and exits with 1 if a file differs.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBlocks } from './docs/blocks.ts';
import { withDeclared, type Manifest } from './manifest.ts';

const root = join(import.meta.dirname, '..');

function withContributions(text: string): string {
  return `${JSON.stringify(withDeclared(JSON.parse(text) as Manifest), null, 2)}\n`;
}

for (const name of ['package.json', ...globSync('docs/*.md', { cwd: root })]) {
  const path = join(root, name);
  const before = readFileSync(path, 'utf8');
  const after = name === 'package.json' ? withContributions(before) : withBlocks(before);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`${name} differs from what is declared in code. Run: npm run generate`);
    process.exitCode = 1;
  } else writeFileSync(path, after);
}
