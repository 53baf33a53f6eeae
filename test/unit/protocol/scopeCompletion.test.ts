import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOfQuestion } from '../../../src/protocol/scopeSyntax.ts';
import { growthOf } from '../../support/growth.ts';
import { complete, completionAt, noScopeNames } from '../../../src/protocol/scopeCompletion.ts';

const names = {
  folders: ['reports', 'reports/deep', 'field notes', 'notes'],
  files: ['reports/deep/a.md', 'notes/jané.md', 'plan (1).md'],
  types: ['md', 'pdf', 'docx'],
  months: ['2026-11', '2025-06'],
  fields: [
    { name: 'author', values: ['Jane Doe', 'José Núñez', 'Knuth'] },
    { name: 'project', values: ['north-sea', 'north'] },
    { name: 'year', values: ['2021', '2020'] },
  ],
  names: ['Tidal power in the north', 'Žofie Nováková'],
};

/** `|` is the caret. */
function at(marked: string, isWanted = false) {
  return completionAt(marked.replace('|', ''), marked.indexOf('|'), names, isWanted);
}

const labels = (marked: string, isWanted = false): readonly string[] | undefined =>
  at(marked, isWanted)?.suggestions.map(({ label }) => label);

function taken(marked: string, label: string): string {
  const completion = at(marked);
  const suggestion = completion?.suggestions.find((one) => one.label === label);
  assert.ok(completion && suggestion, `${label} in ${marked}`);
  const { text, caret } = complete(marked.replace('|', ''), completion, suggestion);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test('a name is completed from its first words, whatever their case, but not at the beginning of a question', () => {
  assert.deepEqual(labels('What is tidal p|'), ['Tidal power in the north']);
  assert.equal(taken('Who met zofie| there?', 'Žofie Nováková'), 'Who met Žofie Nováková |there?');
  assert.deepEqual(
    [at('What is tidal p|')?.isFirstChosen, at('tidal p|'), at('What is tid|'), at('What is tidal p|ower')],
    [false, undefined, undefined, undefined],
  );
});

test('an ordinary question is not completed', () => {
  for (const text of [
    'Who lives in|',
    'What is this: a|',
    'Is foo::bar|',
    'See https://a|',
    'She said: in| ',
    'Why|',
    'a|bout',
    '|',
    'in:nowhere|',
    'Re:n|',
  ])
    assert.equal(at(text), undefined, text);
});

test('names are offered for their beginning, after a minus and when asked for, and none is chosen', () => {
  assert.deepEqual(labels('Who? aut|'), ['author:']);
  assert.deepEqual(labels('Who? -p|'), ['project:']);
  assert.deepEqual(labels('Who? |', true), ['in:', 'type:', 'modified:', 'author:', 'project:', 'year:']);
  assert.equal(at('Who? aut|')?.isFirstChosen, false);
  assert.deepEqual([at('Who? aut|')?.isByTab, at('Who is the author|')?.isByTab], [true, false], 'Tab leaves a whole word alone');
  assert.equal(taken('Who? -p|', 'project:'), 'Who? -project:|');
  assert.deepEqual(
    completionAt('mod', 3, noScopeNames)?.suggestions.map(({ label }) => label),
    ['modified:'],
  );
  const withType = { ...names, fields: [{ name: 'type', values: ['memo'] }] };
  assert.deepEqual(
    completionAt('typ', 3, withType)?.suggestions.map(({ detail }) => detail),
    ['type of document'],
  );
});

test('folders and files are offered by any part of their path, and a folder that is taken goes on', () => {
  assert.deepEqual(labels('in:|'), ['reports/', 'field notes/', 'notes/', 'plan (1).md', 'deep/', 'jané.md', 'a.md']);
  assert.deepEqual(labels('in:reports/|'), ['deep/', 'a.md']);
  assert.deepEqual(labels('in:jane|'), ['jané.md']);
  assert.equal(at('in:reports/|')?.isFirstChosen, false, 'the folder may be all that is meant');
  assert.equal(taken('in:rep| Who?', 'reports/'), 'in:reports/| Who?');
  assert.equal(taken('in:fie| Who?', 'field notes/'), 'in:"field notes/|" Who?');
  assert.equal(taken('in:reports/deep/a| Who?', 'a.md'), 'in:reports/deep/a.md |Who?');
  assert.equal(taken('in:"field no|tes/" Who?', 'field notes/'), 'in:"field notes/|" Who?');
});

test('values are offered by any of their words, and what is whole needs no list', () => {
  assert.deepEqual(labels('type:|'), ['md', 'pdf', 'docx']);
  assert.deepEqual(labels('author:nunez|'), ['José Núñez']);
  assert.deepEqual(labels('modified:>202|'), ['2026', '2025', '2026-11', '2025-06']);
  assert.equal(taken('year:>=202|', '2020'), 'year:>=2020 |');
  assert.equal(taken('-author:"ja|" Who?', 'Jane Doe'), '-author:"Jane Doe" |Who?');
  assert.equal(at('type:pdf|'), undefined);
  assert.equal(at('project:north|')?.isFirstChosen, false, 'Enter asks what is typed');
  assert.equal(at('project:nor|')?.isFirstChosen, true);
});

test('whatever is taken is understood as one term', () => {
  const fields = names.fields.map(({ name }) => name);
  for (const typed of ['in:|', '-in:|', 'type:|', 'modified:<|', 'author:|', 'project:|', 'year:|']) {
    for (const { label } of at(typed)?.suggestions ?? []) {
      const { terms, problems, question } = scopeOfQuestion(`${taken(typed, label).replace('|', '')} Who?`, fields);
      assert.deepEqual([terms.length, problems, question], [1, [], 'Who?'], `${typed} ${label}`);
    }
  }
});

test('a comparison offers only what can be compared', () => {
  const paged = { ...noScopeNames, fields: [{ name: 'pages', values: ['12', 'twelve', 'a b'] }] };
  assert.deepEqual(
    completionAt('pages:>', 7, paged)?.suggestions.map(({ text }) => text),
    ['pages:>12'],
  );
});

test('a long text that is pasted is looked at in time that grows as it does', async () => {
  for (const unit of ['“ ', '" ', '"', 'a:" ', 'a:"', 'author:', '\\', '-', ':', '[', ' ', 'a']) {
    const growth = await growthOf(5_000, (size) => void completionAt(unit.repeat(size), unit.length * size, noScopeNames, true));
    assert.equal(growth, undefined, JSON.stringify(unit));
  }
});
