/** The commands that the documentation shows on the samples do what it says. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/cli.ts';
import { ariadneArguments, shownCommands } from '../support/docCommands.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

test('commands on the samples run as the documentation shows them', async (t) => {
  const here = tempFolder(t);
  cpSync(join(root, 'samples'), join(here, 'samples'), { recursive: true });
  cpSync(join(root, 'README.md'), join(here, 'README.md'));
  const caches = { XDG_CACHE_HOME: join(here, 'cache'), LOCALAPPDATA: join(here, 'cache'), HOME: here };
  const shown = shownCommands('docs/*.md').flatMap((command) => {
    const args = ariadneArguments(command) ?? [];
    return /^(?:ask|check|index|search|table) (?:samples|README\.md|sites\.md)\b|^pipelines$/.test(args.join(' '))
      ? [{ ...command, args }]
      : [];
  });
  assert.ok(shown.length >= 12, `only ${shown.length} commands were found`);
  // The same command is on several pages. The index comes first, and what checks the table last.
  const once = [...new Map(shown.map((command) => [command.args.join('\0'), command])).values()];
  const stageOf = ({ args: [name, file] }: (typeof shown)[number]): number => (name === 'index' ? 0 : file === 'sites.md' ? 2 : 1);
  const said = new Map<string, string>();
  for (const { args, env, place } of once.toSorted((a, b) => stageOf(a) - stageOf(b))) {
    const paths = args.map((arg) => (/^(?:samples|README\.md|sites\.md)$/.test(arg) ? join(here, arg) : arg));
    const { code, stdout, stderr } = await runWarmCli(paths, { env: { ...caches, ...env } });
    // 1 is a finding, such as no short answer without a model.
    assert.ok(code === 0 || code === 1, `${place}: ${args.join(' ')}\n${stdout}${stderr}`);
    said.set(args.join(' '), stdout);
  }
  assert.match(
    said.get('ask samples Where was the engineer who designed the Orrin barrage born?') ?? '',
    /\nKelmouth\nFrom your documents:/,
  );
});
