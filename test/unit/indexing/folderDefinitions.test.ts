import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentNames } from '../../../src/indexing/identity/documentNames.ts';
import { FolderDefinitions, type SaidIn } from '../../../src/indexing/identity/folderDefinitions.ts';

const capex = { short: 'capex', long: 'capital expenditures' };
const anchor = { short: 'IT', long: 'inner tide' };

test('words of a question are met by the other form that documents explain', async () => {
  const definitions = new FolderDefinitions();
  const names = new DocumentNames(definitions);
  // Passages with a form, by its length.
  const saidIn: SaidIn = (forms) => Promise.resolve(forms.map(({ length }) => Array.from({ length }, () => 'a.md')));
  const formsOf = async (question: string, said = saidIn): Promise<readonly (readonly string[])[]> => [
    ...(await names.identify(question, said)).otherForms,
  ];
  definitions.count([capex, anchor], 1);
  assert.deepEqual(await formsOf('What was the capex of Tarrow?'), [['capex', 'capital expenditures']]);
  assert.deepEqual(await formsOf('What is a capital expenditure of Tarrow?'), []);
  const oftenShort: SaidIn = (forms) => Promise.resolve(forms.map((form) => (form === 'capex' ? ['a.md'] : [])));
  assert.deepEqual(await formsOf('What is a capital expenditure of Tarrow?', oftenShort), [['capital expenditure', 'capex']]);
  assert.deepEqual(await formsOf('Is IT high?'), [['IT', 'inner tide']]);
  for (const question of ['Is it high in Tarrow?', 'is it high?', 'What capital is there?'])
    assert.deepEqual(await formsOf(question), [], question);
  definitions.count([capex, anchor], -1);
  assert.deepEqual(await formsOf('What was the capex of Tarrow?'), []);
});

test('what documents explain in several ways is met by that of most, or none', () => {
  const definitions = new FolderDefinitions();
  const long = (of: string): readonly { short: string; long: string }[] => [{ short: 'TB', long: of }];
  definitions.count(long('tide bell'), 1);
  definitions.count(long('Tide Bells'), 1);
  assert.equal(definitions.otherForm('TB', true), 'tide bell');
  definitions.count(long('town board'), 1);
  assert.equal(definitions.otherForm('TB', true), 'tide bell');
  definitions.count(long('town board'), 1);
  assert.equal(definitions.otherForm('TB', true), undefined);
});

test('a document is met by a short form of its organization that another document explains', async () => {
  const definitions = new FolderDefinitions();
  const names = new DocumentNames(definitions);
  names.add('a.pdf', [{ kind: 'organization', value: 'Tarrow Exchange, Inc.', from: 'firstPage' }], 100);
  names.add('b.pdf', [{ kind: 'organization', value: 'Bell Harbor', from: 'firstPage' }], 100);
  definitions.count([{ short: 'TRX', long: 'Tarrow Exchange, Inc.' }], 1);
  assert.deepEqual((await names.identify('What are the dues of TRX?')).preferred, ['a.pdf']);
});
