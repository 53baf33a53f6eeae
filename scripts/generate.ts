/**
 * Writes what is declared in code to where it is read: commands, settings and tools to package.json, their texts and those that are
 * written in package.json to package.nls.json, and the blocks of `scripts/docs/blocks.ts` to README and the pages of docs. With
 * `--check` it writes nothing and exits with 1 if a file differs.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBlocks } from './docs/blocks.ts';
import { withDeclared, withKeys, withTexts, type Manifest, type Texts } from './manifest.ts';

const root = join(import.meta.dirname, '..');

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const { manifest, texts } = withKeys(
  withDeclared(withTexts(JSON.parse(read('package.json')) as Manifest, JSON.parse(read('package.nls.json')) as Texts)),
);
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })];
const files = {
  'package.json': json(manifest),
  'package.nls.json': json(texts),
  ...Object.fromEntries(pages.map((page) => [page, withBlocks(read(page))])),
};
for (const [name, after] of Object.entries(files)) {
  if (after === read(name)) continue;
  if (process.argv.includes('--check')) {
    console.error(`${name} differs from what is declared in code. Run: npm run generate`);
    process.exitCode = 1;
  } else writeFileSync(join(root, name), after);
}
