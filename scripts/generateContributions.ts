/**
 * Writes the contributions declared in src/extension/contributions.ts, and the registry's pipelines, to package.json. With `--check` it
 * writes nothing and exits with 1 if package.json differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { manifestWith } from '../src/extension/contributions.ts';
import { pipelines } from '../src/pipelines/registry.ts';

const path = new URL('../package.json', import.meta.url);
const before = readFileSync(path, 'utf8');
const parsed: unknown = JSON.parse(before);
if (typeof parsed !== 'object' || parsed === null) throw new Error('package.json is not an object.');
const after = `${JSON.stringify({ ...parsed, ...manifestWith(pipelines) }, null, 2)}\n`;

if (!process.argv.includes('--check')) {
  if (after !== before) writeFileSync(path, after);
} else if (after !== before) {
  console.error('package.json differs from src/extension/contributions.ts. Run: node scripts/generateContributions.ts');
  process.exitCode = 1;
}
