import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOfFile } from '../../../src/corpus/identity/identityOfFile.ts';
import type { FileIdentity } from '../../../src/corpus/identity/fileIdentity.ts';
import { NO_REFERENCES, type Field } from '../../../src/corpus/references.ts';
import { english } from '../../../src/language/english.ts';
import { passageOf } from '../../support/passages.ts';

interface Given {
  readonly title?: string;
  readonly page?: string;
  readonly runningLines?: readonly string[];
  readonly texts?: readonly string[];
  readonly fields?: readonly Field[];
  readonly aliases?: readonly string[];
}

/** @param given with a page: of a PDF */
function identityOf(path: string, { title, page, texts = [], ...more }: Given = {}): FileIdentity {
  const titled = title === undefined ? { title: path, titleOrigin: 'path' as const } : { title, titleOrigin: 'document' as const };
  const pages = page === undefined ? {} : { text: page, pageStarts: [0] };
  const passages = texts.map((text) => passageOf(path, text));
  return identityOfFile(path, { ...NO_REFERENCES, ...titled, ...pages, ...more }, passages, english);
}

function partsOf(path: string, given?: Given): readonly string[] {
  return identityOf(path, given).parts.map(({ kind, value }) => `${kind} ${value}`);
}

test('a file name is taken apart', () => {
  const texts = ['This report on Form L-10 is of Orrin. Sales of Orrin rose, see Form L-10.', 'The gate of Orrin.'];
  assert.deepEqual(partsOf('ORRIN_2022_L10.pdf', { texts }), ['period 2022', 'name Orrin', 'type L-10']);
  assert.deepEqual(partsOf('2022 Q3 ORN.pdf'), ['period Q3 2022', 'name ORN']);
  assert.deepEqual(partsOf('RFC-793.txt'), ['number RFC 793']);
  assert.deepEqual(partsOf('odp-0484.rst', { texts: ['ODP: 484', 'An ODP says how.'] }), ['number ODP 484']);
  assert.deepEqual(partsOf('3085-edition-of-tides.md', { texts: ['- ODP PR: [tides/odps#3085](x)', 'This ODP is long.'] }), [
    'number ODP 3085',
    'name edition of tides',
  ]);
  assert.deepEqual(partsOf('manual-v2.1.pdf'), ['version v2.1', 'name manual']);
  assert.deepEqual(partsOf('annual-report-2023-final (2).pdf'), ['period 2023', 'name annual report', 'name final']);
  assert.deepEqual(partsOf('minutes 2024-05-31.md'), ['date 2024-05-31', 'name minutes']);
  assert.deepEqual(partsOf('20240531_minutes.md'), ['date 2024-05-31', 'name minutes']);
  assert.deepEqual(partsOf('OrrinAnnualReport.pdf'), ['name Orrin Annual Report']);
});

test('names that programs make up, and names without parts, say nothing', () => {
  for (const name of ['scan0001.pdf', '0279901b645e568591ad95dac2c2bf939ef0c00d.pdf', 'IMG_20.pdf', '7.pdf', '_.md', '(1).txt'])
    assert.deepEqual(
      partsOf(name).filter((part) => !part.startsWith('number IMG')),
      [],
      name,
    );
});

test('the first page of a report gives its kind, period and organization', () => {
  const page = ['FORM L-10', 'For the fiscal year ended June 30, 2023', 'TAMSAY BELLS, INC.', '(Name in full)', 'Some prose.'].join('\n');
  const texts = ['As Form L-10 says, Tamsay Bells grew.', 'The bells of Tamsay Bells ring, see Form L-10.'];
  const { organizations, parts } = identityOf('0279901b645e568591ad95dac2c2bf939ef0c00d.pdf', { title: 'FORM L-10', page, texts });
  assert.equal(organizations[0]?.value, 'TAMSAY BELLS, INC.');
  assert.deepEqual(
    parts.map(({ kind, value, from }) => `${kind} ${value} ${from}`),
    ['type L-10 title', 'period fiscal year 2023 firstPage'],
  );
});

test('a first page states the DOI and arXiv id of its document; one with more cites others, as does prose', () => {
  const idsOf = (given: Given): readonly string[] =>
    identityOf('a.pdf', given).parts.flatMap(({ kind, value, from }) => (kind === 'identifier' ? [`${value} ${from}`] : []));
  const page = 'On Tide Locks\nhttps://doi.org/10.1000/Locks.1\narXiv:2005.11401v4 [cs.CL] 12 Apr 2021\nSome prose.';
  assert.deepEqual(idsOf({ page }), ['10.1000/Locks.1 firstPage', '2005.11401 firstPage']);
  assert.deepEqual(idsOf({ page: 'On Tide Locks', runningLines: ['Vol. 3, doi:10.1000/locks.1'] }), ['10.1000/locks.1 runningLines']);
  assert.deepEqual(idsOf({ page: `References\ndoi:10.1000/a\ndoi:10.1000/b\ndoi:10.1000/c` }), []);
  assert.deepEqual(idsOf({ page: `${'It is long since this was said. '.repeat(4)} doi:10.1000/a` }), []);
  assert.deepEqual(idsOf({ title: 'Locks', texts: ['DOI: 10.1000/locks.1'] }), ['10.1000/locks.1 firstPage']);
  assert.deepEqual(idsOf({ title: 'Notes', texts: ['As in doi:10.1000/locks.1, they shut.'] }), []);
});

test('a quarter told by its end is also called as the text calls it', () => {
  const texts = ['In the third quarter of 2022 it rained, unlike in the third quarter of 2021.', 'The third quarter of 2022 was wet.'];
  assert.deepEqual(partsOf('a.pdf', { page: 'For the quarterly period ended June 25, 2022', texts }), [
    'period Q3 2022',
    'period quarter ended 2022-06-25',
  ]);
});

test('metadata counts, but the author of a file only where its first page has the name', () => {
  const field = (name: string, value: string): Field => ({ name, value });
  const fields = [field('Author', 'Jane Doe, John Roe <roe@example.org>'), field('Created', '29-Sep-2014'), field('Type', 'Minutes')];
  assert.deepEqual(partsOf('x.md', { title: 'X', fields, aliases: ['ODP 7', 'Tides'] }).slice(0, 6), [
    'author Jane Doe',
    'author John Roe',
    'date 2014-09-29',
    'type Minutes',
    'number ODP 7',
    'name Tides',
  ]);
  assert.deepEqual(partsOf('x.pdf', { title: 'X', fields: fields.slice(0, 2), page: 'By Jane Doe' }), ['author Jane Doe']);
});

test('control characters and marks of direction are never kept, and long titles are cut', () => {
  const hostile = `A\u202eB\u0007C ${'very '.repeat(600)}long`;
  const identity = identityOf(`x\u202ey\u0001.pdf`, { title: hostile, page: hostile, fields: [{ name: 'Type', value: 'a\u2066b' }] });
  assert.doesNotMatch(JSON.stringify(identity), /[\u202a-\u202e\u2066-\u2069]|\\u00/u);
  for (const { text } of identity.titles) assert.ok(text.length <= 200, text);
});

test('a page of 100,000 names takes bounded room', () => {
  const page = Array.from({ length: 100_000 }, (_, i) => `Acme ${i.toString(36)} Holdings, Inc.`).join('\n');
  const { titles, lines, parts, organizations, names } = identityOf('a.pdf', {
    page,
    runningLines: ['Acme'],
    texts: [page.slice(0, 50_000)],
  });
  assert.ok(titles.length <= 8 && lines.length <= 40 && parts.length <= 26 && organizations.length <= 4 && names.length <= 8);
});

test('short names on exchanges are names, in brackets and in rows of a table', () => {
  const page = 'TAMSAY BELLS, INC. (NYSE: TMB)\nCommon stock | TMBW | Orrin Stock Exchange\nNone | FORM | L-10';
  assert.deepEqual(
    partsOf('a.pdf', { page }).filter((part) => part.startsWith('name')),
    ['name TMB', 'name TMBW'],
  );
});

test('a title in the properties that no page shows is of a program or a template', () => {
  const titled = (value: string): readonly string[] =>
    identityOf('0279901b645e568591ad95dac2c2bf939ef0c00d.pdf', {
      title: 'Bells',
      page: 'Bells\nThe Annual Report of Tamsay',
      fields: [{ name: 'title', value }],
    }).titles.map(({ text }) => text);
  assert.ok(titled('Annual Report 2022').includes('Annual Report 2022'));
  assert.ok(!titled('BELLMAKER PDF').includes('BELLMAKER PDF'));
});

test('a title of 3,000 characters is cut, and its names stay short', () => {
  const { titles, parts, others } = identityOf('a.md', { title: 'Tides of Orrin '.repeat(200), texts: ['Tides rise.'] });
  assert.ok(titles.every(({ text }) => text.length <= 200));
  assert.ok(parts.every(({ value }) => value.length <= 200) && others.length === 0);
});
