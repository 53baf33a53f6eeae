import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contributedSettings } from '../../../scripts/manifest.ts';
import { commands } from '../../../src/extension/contributions.ts';
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
  assert.deepEqual(codeIn(lineWith('Settings:')).toSorted(), Object.keys(contributedSettings).toSorted());
  assert.deepEqual(codeIn(lineWith('Commands:')).toSorted(), Object.keys(commands).toSorted());
  for (const id of Object.values(viewIds)) assert.ok(codeIn(lineWith('The view container')).includes(id), id);
});
