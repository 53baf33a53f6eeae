/** Every command that takes a folder says that there is none, and makes nothing for it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../../../src/cli/ask.ts';
import { check } from '../../../src/cli/check.ts';
import { questionsCommand } from '../../../lab/commands/questions.ts';
import { refresh } from '../../../src/cli/refresh.ts';
import { search } from '../../../src/cli/search.ts';
import { table } from '../../../src/cli/table.ts';
import type { CommandContext } from '../../../src/cli/terminal.ts';
import { readDataset } from '../../../lab/evaluation/dataset.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();
const commands = [
  [search, ['x']],
  [ask, ['Who?']],
  [ask, ['Who?'], { estimate: true }],
  [table, [], { question: ['Who?'], out: 'who.csv' }],
  [table, [], { question: ['Who?'], out: 'who.csv', estimate: true }],
  [refresh, []],
  [refresh, [], { check: true }],
  [refresh, [], { pin: 'run' }],
  [questionsCommand, []],
] as const satisfies readonly (readonly [unknown, readonly string[], CommandContext['values']?])[];

for (const [command, rest, values = {}] of commands) {
  test(`${command.usage[0]} ${Object.keys(values).join(' ')}: a folder that does not exist, or is a file`, async (t) => {
    const at = tempFolder(t, { 'a.md': '# A\n' });
    const run = async (folder: string) =>
      command.run({ values: { storage: join(at, 'storage'), ...values }, positionals: [folder, ...rest], isJson: true, signal });
    await assert.rejects(() => run(join(at, 'mistyped')), {
      code: 'folder-missing',
      message: /mistyped does not exist\. Check the path\.$/,
    });
    if (command !== questionsCommand) await assert.rejects(() => run(join(at, 'a.md')), { code: 'not-a-folder' });
    assert.deepEqual(readdirSync(at), ['a.md']);
  });
}

test('check and data sets say so, too', async (t) => {
  const at = tempFolder(t, { 'a.md': '# A\n' });
  const checked = (folder: string) => check.run({ values: { folder }, positionals: [join(at, 'a.md')], isJson: true, signal });
  await assert.rejects(() => checked(join(at, 'mistyped')), { code: 'folder-missing' });
  await assert.rejects(() => checked(join(at, 'a.md')), { code: 'not-a-folder' });
  assert.throws(() => readDataset(join(at, 'mistyped'), () => false), /mistyped does not exist\. Choose a dataset folder\./);
  assert.throws(() => readDataset(at, () => false), /has no questions\.jsonl\. Choose a dataset folder\./);
});
