import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, context } from 'esbuild';
import { parse } from 'jsonc-parser';
import * as z from 'zod';
import { announceBuilds } from '../../../scripts/announceBuilds.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const tasksFile = z.object({
  tasks: z.array(
    z.object({
      script: z.string(),
      problemMatcher: z.object({
        pattern: z.record(z.string(), z.union([z.string(), z.number()])),
        background: z.object({ beginsPattern: z.string(), endsPattern: z.string() }),
      }),
    }),
  ),
});

function readMatcher() {
  const { tasks } = tasksFile.parse(parse(readFileSync(join(root, '.vscode', 'tasks.json'), 'utf8')));
  const matcher = tasks.find(({ script }) => script === 'watch')?.problemMatcher;
  assert.ok(matcher, 'tasks.json has a task for npm run watch');
  const { pattern, background } = matcher;
  const problem = (line: string): Record<string, string | undefined> | undefined => {
    const found = new RegExp(String(pattern['regexp'])).exec(line);
    const groups = Object.entries(pattern).filter(([, group]) => typeof group === 'number');
    return found ? Object.fromEntries(groups.map(([name, group]) => [name, found[Number(group)]])) : undefined;
  };
  return { problem, begins: new RegExp(background.beginsPattern), ends: new RegExp(background.endsPattern) };
}

test('F5 waits for what the build says: it is ready when all bundles are, not before', async (t) => {
  const { begins, ends } = readMatcher();
  const folder = tempFolder(t);
  const lines: string[] = [];
  const plugins = announceBuilds(2, (line) => lines.push(line));
  const bundles = await Promise.all(
    ['a', 'b'].map(async (name, at) => {
      writeFileSync(join(folder, `${name}.ts`), 'export {};');
      const building = await context({
        entryPoints: [join(folder, `${name}.ts`)],
        plugins: plugins.slice(at, at + 1),
        write: false,
        logLevel: 'silent',
      });
      t.after(() => building.dispose());
      return building;
    }),
  );
  const counts = (): readonly number[] => [begins, ends].map((pattern) => lines.filter((line) => pattern.test(line)).length);
  assert.deepEqual(counts(), [1, 0]);
  await bundles[0]?.rebuild();
  assert.deepEqual(counts(), [1, 0]);
  await bundles[1]?.rebuild();
  assert.deepEqual(counts(), [1, 1]);
  await bundles[0]?.rebuild();
  assert.deepEqual(counts(), [2, 2]);
});

test('what is wrong in a source file is a problem at its place', async (t) => {
  const { problem } = readMatcher();
  const folder = tempFolder(t);
  const lines: string[] = [];
  writeFileSync(join(folder, 'wrong.ts'), '\nconst answer: = 42;\n');
  const options = { entryPoints: ['wrong.ts'], absWorkingDir: folder, plugins: [...announceBuilds(1, (line) => lines.push(line))] };
  await assert.rejects(build({ ...options, logLevel: 'silent', write: false }));
  assert.deepEqual(
    lines.map(problem).filter((found) => found !== undefined),
    [{ file: 'wrong.ts', line: '2', column: '15', severity: 'error', message: 'Unexpected "="' }],
  );
});
