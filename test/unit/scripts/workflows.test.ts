/** What `npm run lint` does not say of the workflows. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import * as z from 'zod';
import { commands } from '../../../src/extension/contributions.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const job = z.looseObject({ 'timeout-minutes': z.number().optional(), uses: z.string().optional(), steps: z.array(step).default([]) });
const schema = z.looseObject({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), job) });
const files = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return { name: basename(file), text, workflow: schema.parse(parse(text)) };
});
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };

test('every step of a workflow is a script of package.json, which runs on any machine', () => {
  assert.ok(files.length >= 4);
  const commands = files.flatMap(({ name, workflow }) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : { name, run }))),
  );
  assert.ok(commands.length > 10);
  const others = commands.filter(({ run }) => {
    const [, script = ''] = /^npm run ([\w:-]+)(?: -- [\w -]+)?$/.exec(run) ?? [];
    return !(script in scripts);
  });
  assert.deepEqual(others, []);
});

test('actions are pinned by commit, jobs end in time, and no token is left in the checkout or allowed more than reading', () => {
  for (const { name, text, workflow } of files) {
    assert.deepEqual(workflow.permissions, { contents: 'read' }, name);
    for (const [id, { steps, uses, 'timeout-minutes': minutes }] of Object.entries(workflow.jobs)) {
      assert.ok(
        uses?.startsWith('./.github/workflows/') === true || (minutes !== undefined && minutes <= 90),
        `${name} ${id} has a time limit`,
      );
      for (const { uses: action, with: input } of steps) {
        if (action === undefined) continue;
        assert.match(action, /^[\w-]+\/[\w-]+@[\da-f]{40}$/, name);
        assert.match(text, new RegExp(`uses: ${action} # v\\d+\\.\\d+\\.\\d+\\n`), `${name} says which version ${action} is`);
        if (action.startsWith('actions/checkout@')) assert.equal(input?.['persist-credentials'], false, `${name} ${id}`);
      }
    }
  }
});

test('forms for reports ask for diagnostics, by a command that exists', () => {
  const titles = Object.values(commands).map(({ title }) => `Ariadne: ${title}`);
  const form = z.object({
    name: z.string(),
    description: z.string(),
    labels: z.array(z.string()),
    body: z.array(z.looseObject({ type: z.string() })),
  });
  const texts = new Map(
    ['bug', 'answer', 'idea'].map((name) => {
      const text = readFileSync(join(root, '.github', 'ISSUE_TEMPLATE', `${name}.yml`), 'utf8');
      form.parse(parse(text));
      return [name, text];
    }),
  );
  for (const name of ['bug', 'answer']) assert.match(texts.get(name) ?? '', /Ariadne: Copy Diagnostics/);
  const named = [...texts.values(), readFileSync(join(root, '.github', 'SECURITY.md'), 'utf8')].flatMap(
    (text) => text.match(/Ariadne: [A-Z][A-Za-z ]+(?=\*)/g) ?? [],
  );
  assert.deepEqual(
    named.filter((title) => !titles.includes(title)),
    [],
  );
});
