import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../../../src/cli/ask.ts';
import { calibrateCommand } from '../../../lab/commands/calibrate.ts';
import { check } from '../../../src/cli/check.ts';
import { evalCommand } from '../../../lab/commands/eval.ts';
import { exportCommand } from '../../../lab/commands/export.ts';
import { index } from '../../../src/cli/indexFolder.ts';
import { pipelinesCommand } from '../../../src/cli/pipelines.ts';
import { questionsCommand } from '../../../lab/commands/questions.ts';
import { replayCommand } from '../../../src/cli/replay.ts';
import { search } from '../../../src/cli/search.ts';
import { commands, settings } from '../../../src/extension/contributions.ts';
import { viewIds } from '../../../src/extension/viewIds.ts';
import { baselines } from '../../../lab/pipelines/baselines.ts';
import { pipelines } from '../../../src/pipelines/registry.ts';
import { repositoryRoot } from '../../support/docReferences.ts';

const interfaces = readFileSync(join(repositoryRoot, 'docs', 'interfaces.md'), 'utf8');

function sectionOf(heading: string): string {
  const [, text = ''] = interfaces.split(`\n## ${heading}\n`);
  return text.split('\n## ')[0] ?? '';
}

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, code]) => code ?? []);
}

function lineWith(beginning: string): string {
  return (
    sectionOf('VS Code')
      .split('\n')
      .find((line) => line.startsWith(beginning)) ?? ''
  );
}

test('the page of interfaces lists the pipelines of the registry', () => {
  assert.deepEqual(
    sectionOf('Pipelines').trim().split('\n\n').map(codeIn),
    [pipelines, baselines].map((list) => list.map(({ id }) => id)),
  );
});

test('the page of interfaces lists the settings, commands and views that are contributed', () => {
  assert.deepEqual(codeIn(lineWith('Settings:')).toSorted(), Object.keys(settings).toSorted());
  assert.deepEqual(codeIn(lineWith('Commands:')).toSorted(), Object.keys(commands).toSorted());
  for (const id of Object.values(viewIds)) assert.ok(codeIn(lineWith('The view container')).includes(id), id);
});

const onFolder = ['index', 'search', 'ask', 'eval', 'calibrate'];
for (const [name, command] of Object.entries({
  index,
  search,
  ask,
  eval: evalCommand,
  calibrate: calibrateCommand,
  check,
  questions: questionsCommand,
  pipelines: pipelinesCommand,
  replay: replayCommand,
  export: exportCommand,
})) {
  test(`the page of interfaces, and its help, name all options of ariadne ${name}`, () => {
    const [, block = '', notes = ''] = sectionOf('Command line').split('```');
    const [, ...usages] = block.replaceAll(/\n {2,}/g, ' ').split('ariadne ');
    const usage = usages.filter((line) => line.startsWith(name)).join(' ');
    const ofNote = (beginning: string) =>
      optionsIn(
        notes
          .split('\n')
          .find((line) => line.startsWith(beginning))
          ?.split('. ')[0] ?? '',
      );
    const documented = [
      ...optionsIn(usage),
      ...(usage.includes('[limits]') ? ofNote('- Limits:') : []),
      ...(onFolder.includes(name) ? ofNote('- Commands on a folder or data set') : []),
    ];
    const known = Object.keys(command.options).toSorted();
    assert.deepEqual([...new Set(documented)].toSorted(), known);
    assert.deepEqual([...new Set(optionsIn(command.usage))].toSorted(), known);
  });
}

function optionsIn(text: string): readonly string[] {
  // All commands take --json and --help.
  return [...text.matchAll(/--(?!json|help)([a-z-]+)/g)].flatMap(([, option]) => option ?? []);
}
