import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findDisagreements, type WalkedIndex } from '../../../src/check/disagreements/findDisagreements.ts';
import { Verdicts } from '../../../src/check/disagreements/verdicts.ts';
import type { FolderDisagreement } from '../../../src/protocol/disagreements.ts';
import type { IdentityPart } from '../../../src/protocol/identity.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { passageOf } from '../../support/passages.ts';
import { tempFolder, type Ending } from '../../support/tempFolder.ts';

type Given = Readonly<Record<string, string | readonly [text: string, kind: IdentityPart['kind'], value: string]>>;

/** Documents of one passage, with what identifies them. */
function indexOf(given: Given, titles: readonly string[] = []): WalkedIndex & { readonly reads: string[] } {
  const passages = Object.entries(given).map(([name, said], i): Passage => {
    const passage = { ...passageOf(name, typeof said === 'string' ? said : said[0]), title: titles[i] ?? 'The Varrow Isles' };
    if (typeof said === 'string') return passage;
    return { ...passage, identity: { title: name, titleFrom: 'fileName', parts: [{ kind: said[1], value: said[2], from: 'fileName' }] } };
  });
  const reads: string[] = [];
  return {
    keys: {
      rows: Int32Array.from(passages.keys()),
      paths: passages.map(({ path }) => path),
      contentHashes: passages.map(({ text }) => text),
    },
    passages: (rows) => {
      reads.push(...rows.map((row) => passages[row]!.path));
      return Promise.resolve(rows.map((row) => passages[row]!));
    },
    identityOf: (path) => passages.find((passage) => passage.path === path)?.identity,
    reads,
  };
}

interface Walked {
  readonly folder: string;
  readonly signal?: AbortSignal;
}

function walk(index: WalkedIndex, { folder, signal = new AbortController().signal }: Walked): Promise<readonly FolderDisagreement[]> {
  const keysFile = join(folder, 'statements.bin');
  return findDisagreements({ index, keysFile, verdicts: new Verdicts(folder), onProgress: () => undefined, signal });
}

/** Kind, and each side as its value with the documents that have it. */
async function found(t: Ending, given: Given, titles?: readonly string[]): Promise<readonly string[]> {
  return (await walk(indexOf(given, titles), { folder: tempFolder(t) })).map(
    ({ kind, sides }) =>
      `${kind}: ${sides.map(({ value, places }) => `${value} (${places.map(({ path }) => path).join(' ')})`).join(' / ')}`,
  );
}

const length = (metres: string): string => `Scaled from the drawing, the Orrin barrage is ${metres} metres long.`;
const designed = (name: string): string => `The mill was designed by ${name} for the town.`;

test('what many documents say is one disagreement, whatever surrounds it', async (t) => {
  const given = {
    a: `An old note. ${length('1,240')}`,
    b: `${length('1,190')} It is of stone.`,
    c: 'The Orrin barrage is 1,190 metres long between abutment faces, with a crest width of 7.3 metres.',
    d: length('1,240'),
    e: designed('Anna Holt'),
    f: designed('Osric Vane'),
    g: 'The mill has 12 wheels.',
  };
  assert.deepEqual(await found(t, given), [
    'conflict: 1,240 metres (a.md d.md) / 1,190 metres (b.md c.md)',
    'conflict: Anna Holt (e.md) / Osric Vane (f.md)',
  ]);
});

test('a later document updates, and one of another version or period speaks of that', async (t) => {
  const both = (kind: IdentityPart['kind'], one: string, other: string): Promise<readonly string[]> =>
    found(t, { b: [length('1,240'), kind, one], a: [length('1,190'), kind, other] });
  assert.deepEqual(await both('date', '2021-05', '2022-01-03'), ['update: 1,240 metres (b.md) / 1,190 metres (a.md)']);
  assert.deepEqual(await both('date', '2021', '2021-03'), ['conflict: 1,240 metres (b.md) / 1,190 metres (a.md)']);
  assert.deepEqual(await both('version', 'v1.2', 'v2.0'), []);
  assert.deepEqual(await both('period', 'fiscal year 2021', 'fiscal year 2022'), []);
});

test('reports of other organizations, and rows of tables, speak of something else', async (t) => {
  const both = (one: string, other: string): Promise<readonly string[]> =>
    found(t, { a: [length('1,240'), 'organization', one], b: [length('1,190'), 'organization', other] });
  assert.deepEqual(await both('Orrin Ltd', 'Varrow Ltd'), []);
  assert.equal((await both('Orrin Ltd', 'Orrin Ltd')).length, 1);
  const row = (metres: string): string => `Orrin barrage | Length at the crest: ${metres} metres | in metres`;
  assert.deepEqual(await found(t, { a: row('1,240'), b: row('1,190') }), []);
  const notes = 'The mill has 12 large wheels. The gate is 7 metres wide. The harbor has 30 boats of wood.';
  assert.equal((await found(t, { a: `${notes}\n${row('1,240')}`, b: `${notes}\n${row('1,190')}` })).length, 1);
});

test('one document, equal values and forms with a value for each document are no disagreement', async (t) => {
  assert.deepEqual(await found(t, { a: `${length('1,240')} ${length('1,190')}` }), []);
  assert.deepEqual(await found(t, { a: length('1,240'), b: 'Scaled from the drawing, the Orrin barrage is 1.24 km long.' }), []);
  assert.deepEqual(
    await found(t, Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`d${n}`, `It has ${n * 100} numbered copies here.`]))),
    [],
  );
  assert.deepEqual(
    await found(t, { a: 'See the survey of Orrin [12] for more words.', b: 'See the survey of Orrin [13] for more words.' }),
    [],
  );
  assert.deepEqual(
    await found(t, { a: 'Notable features of Varrow 3.8 include many.', b: 'Notable features of Varrow 3.9 include many.' }),
    [],
  );
});

test('code, addresses, labels and spellings are no disagreement', async (t) => {
  const notes = 'The mill has 12 large wheels. The gate is 7 metres wide. The harbor has 30 boats of wood.';
  const both = (one: string, other: string): Promise<readonly string[]> => found(t, { a: `${notes} ${one}`, b: `${notes} ${other}` });
  assert.equal((await both('The gate was opened in the end by Anna Holt.', 'The gate was opened in the end by Osric Vane.')).length, 1);
  assert.deepEqual(await both('In the end the gate had cost $5 a year.', 'In the end the gate had cost €5 a year.'), [
    'conflict: $5 (a.md) / €5 (b.md)',
  ]);
  assert.deepEqual(await both('The gate was opened in the end by Anna Holtman.', 'The gate was opened in the end by Ana Holtman.'), []);
  assert.deepEqual(await both('It calls the open(Gate) of the old mill.', 'It calls the open(Door) of the old mill.'), []);
  assert.deepEqual(
    await both('See the page https://orrin.example/Gate of this mill.', 'See the page https://orrin.example/Door of this mill.'),
    [],
  );
  assert.deepEqual(await both('Table 4 has the keys of all the gates.', 'Table 1 has the keys of all the gates.'), []);
});

test('a long sentence of other documents has to name what it is about', async (t) => {
  const said = (subject: string, year: string): string =>
    `${subject} was opened in ${year} near the harbor of Kelmouth and is kept by the Varrow Isles Trust.`;
  const both = (subject: string): Promise<readonly string[]> =>
    found(t, { a: said(subject, '1911'), b: said(subject, '1914') }, ['Old Schools', 'New Halls']);
  assert.equal((await both('The Holt School')).length, 1);
  assert.deepEqual(await both('The school'), []);
});

test('what both documents say is no disagreement', async (t) => {
  const log = 'At 23.10 the boat left with 12 men. At 22.57 the boat left with 14 men.';
  assert.deepEqual(await found(t, { a: log, b: log }), []);
});

test('a walk reads what is new, and goes on where it was stopped', async (t) => {
  const folder = tempFolder(t);
  const given = { a: 'The mill is 12 metres tall.', b: designed('Anna Holt'), c: 'No value.' };
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(walk(indexOf(given), { folder, signal: stopped.signal }), { name: 'AbortError' });
  const again = indexOf({ ...given, c: designed('Osric Vane') });
  const [one] = await walk(again, { folder });
  assert.deepEqual(again.reads, ['c.md', 'b.md', 'c.md']);
  assert.equal(one?.sides.length, 2);
  writeFileSync(join(folder, 'statements.bin'), 'ariadne-statements-7 damaged');
  assert.deepEqual(await walk(again, { folder }), [one]);
});

test('a verdict stays with the sentences, and goes where either changes or it is taken back', async (t) => {
  const folder = tempFolder(t);
  const verdictOf = async (given: Given): Promise<string | undefined> => (await walk(indexOf(given), { folder }))[0]?.verdict;
  const given = { a: length('1,240'), b: length('1,190') };
  const [one] = await walk(indexOf(given), { folder });
  await Verdicts.settle(folder, one!, 'both-right');
  assert.equal(await verdictOf({ ...given, b: `A new paragraph.\n\n${given.b}` }), 'both-right');
  assert.equal(await verdictOf({ ...given, b: length('1,191') }), undefined);
  await Verdicts.settle(folder, one!, 'same');
  assert.equal(await verdictOf(given), 'same');
  await Verdicts.settle(folder, one!, null);
  assert.equal(await verdictOf(given), undefined);
  const file = join(folder, '.ariadne-disagreements.json');
  assert.equal(existsSync(file), false);
  writeFileSync(file, '{');
  assert.throws(() => new Verdicts(folder), { code: 'verdicts-broken' });
});

/** Settles ten disagreements, one after the other. */
const settling = `
  import { Verdicts } from ${JSON.stringify(new URL('../../../src/check/disagreements/verdicts.ts', import.meta.url).href)};
  const [folder, name] = process.argv.slice(1);
  for (let i = 0; i < 10; i++) {
    const sides = [0, 1].map((side) => ({ places: [{ path: 'a.md', quote: name + i + side }] }));
    await Verdicts.settle(folder, { sides }, 'same');
  }`;

test('of the verdicts that two windows keep at the same time, none is lost', async (t) => {
  const folder = tempFolder(t);
  const names = ['one', 'other'];
  await Promise.all(names.map((name) => promisify(execFile)(process.execPath, ['--input-type=module', '-e', settling, folder, name])));
  const verdicts = new Verdicts(folder);
  const lost = names.flatMap((name) => Array.from({ length: 10 }, (_, i) => name + i)).filter((one) => !verdicts.of(`${one}0`, `${one}1`));
  assert.deepEqual(lost, []);
  assert.deepEqual(readdirSync(folder), ['.ariadne-disagreements.json']);
});
