/**
 * Runs the reference vectors of a folder and lists its files that no test runs yet.
 *
 * usage: npm run test:vectors -- DIR
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runners } from '../test/vectors/runners/allRunners.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(folder === undefined ? 'usage: npm run test:vectors -- DIR\n' : `Folder ${folder} does not exist.\n`);
  process.exit(2);
}
const unknown = readdirSync(folder).filter((name) => name.endsWith('.json') && !(name in runners));
if (unknown.length > 0) process.stdout.write(`not run, for pipelines and measures that are not here yet: ${unknown.join(', ')}\n`);
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'vectors'], {
  stdio: 'inherit',
  env: { ...process.env, ARIADNE_VECTORS: resolve(folder) },
});
process.exit(status ?? 1);
