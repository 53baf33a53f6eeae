import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DocumentNames } from '../../../src/indexing/identity/documentNames.ts';
import type { IdentityPart } from '../../../src/protocol/identity.ts';

const organization = (value: string): IdentityPart => ({ kind: 'organization', value, from: 'firstPage' });
const named = (value: string): IdentityPart => ({ kind: 'name', value, from: 'fileName' });
const said = (value: string): IdentityPart => ({ kind: 'name', value, from: 'passages' });
const period = (value: string): IdentityPart => ({ kind: 'period', value, from: 'firstPage' });
const type = (value: string): IdentityPart => ({ kind: 'type', value, from: 'firstPage' });

/** Passages. */
const long = 100;

function namesOf(documents: Readonly<Record<string, readonly IdentityPart[]>>): DocumentNames {
  const names = new DocumentNames();
  for (const [path, parts] of Object.entries(documents)) names.add(path, parts, long);
  return names;
}

const reports = namesOf({
  'tarrow-2021.pdf': [organization('Tarrow Harbor Works, Inc.'), period('fiscal year 2021'), type('L-10')],
  'tarrow-2022.pdf': [organization('Tarrow Harbor Works, Inc.'), period('fiscal year 2022'), type('L-10')],
  'tarrow-2023.pdf': [organization('Tarrow Harbor Works, Inc.'), period('fiscal year 2023'), type('L-10')],
  'BELLMARE_2022_L10.pdf': [named('BELLMARE'), period('2022'), type('L10')],
  'OSTRANDWATERWORKS_2022Q3.pdf': [named('OSTRANDWATERWORKS'), said('Ostrand')],
  'notes.md': [named('notes')],
});

test('the name of an organization in short, with a year, prefers its report of that year, then the next', async () => {
  const { preferred, meant, content } = await reports.identify('Is Tarrow capital intensive based on FY2022 data?');
  assert.deepEqual(preferred, ['tarrow-2022.pdf', 'tarrow-2023.pdf', 'tarrow-2021.pdf']);
  assert.deepEqual(
    meant.map(({ words, total }) => [words, total]),
    [['Tarrow', 3]],
  );
  assert.equal(content, 'Is capital intensive based on data?');
});

test('a name in short means all documents of the organization, also where only one of them says it so', async () => {
  const names = namesOf({
    'a.pdf': [organization('TARROW.COM, INC.'), period('Q1 2023'), said('Tarrow')],
    'b.pdf': [organization('TARROW.COM, INC.'), period('Q2 2023')],
    'c.pdf': [organization('Bell/Mare Ltd'), period('Q2 2023')],
    'd.pdf': [named('OSTRAND'), period('Q2 2023')],
  });
  assert.deepEqual((await names.identify('What did Tarrow announce in Q2 2023?')).preferred, ['b.pdf', 'a.pdf']);
  assert.deepEqual((await names.identify('What did Bell announce?')).preferred, ['c.pdf']);
});

test('names of files are met by words that they run together, by their first letters, and without capitals', async () => {
  const first = async (question: string): Promise<string | undefined> => (await reports.identify(question)).preferred[0];
  assert.equal(await first('What did Ostrand Water Works spend in Q3 2022?'), 'OSTRANDWATERWORKS_2022Q3.pdf');
  assert.equal(await first('What are the dues of BELL?'), 'BELLMARE_2022_L10.pdf');
  assert.equal(await first("what is bellmare's capex"), 'BELLMARE_2022_L10.pdf');
  assert.equal(await first('What did THW pay?'), 'tarrow-2023.pdf');
});

test('a year that a report is not of stays in what is asked for', async () => {
  assert.equal((await reports.identify('What were the dues of Bellmare in 2021?')).content, 'What were the dues of in 2021?');
});

test('without a year the newest comes first, and more so where it is asked for', async () => {
  const weights = async (question: string): Promise<readonly number[]> =>
    (await reports.identify(question)).groups.flat().map(({ weight }) => weight);
  const [newest = 0, older = 0] = await weights('What are the dues of Tarrow in the latest L-10?');
  assert.ok(newest > older);
  assert.deepEqual((await reports.identify('What are the dues of Tarrow?')).preferred[0], 'tarrow-2023.pdf');
  assert.equal(new Set(await weights('What are the dues of Tarrow?')).size, 1);
});

test('the newest is not preferred over those that it is compared with', async () => {
  const weights = async (question: string): Promise<readonly number[]> =>
    (await reports.identify(question)).groups.flat().map(({ weight }) => weight);
  const [newest = 0, older = 0] = await weights('How did the dues of Tarrow in the latest L-10 change from those in previous reports?');
  assert.ok(newest > older && older > 0.8 * newest);
});

test('each year that is asked for has its share, however many documents are of another', async () => {
  const names = new DocumentNames();
  for (let i = 0; i < 200; i++) names.add(`new-${i}.pdf`, [organization('Tarrow Inc.'), period('fiscal year 2022')], long);
  names.add('old.pdf', [organization('Tarrow Inc.'), period('fiscal year 2019')], long);
  const [first, second] = (await names.identify('Compare the dues of Tarrow in FY 2019 and FY 2022.')).groups.flat();
  assert.equal(first?.path, 'old.pdf');
  assert.ok(first.weight > 0.8 && (second?.weight ?? 0) < 0.4);
});

test('two named organizations are two groups', async () => {
  const { groups } = await reports.identify('Compare Tarrow and Bellmare in 2022');
  assert.deepEqual(
    groups.map(([best]) => best?.path),
    ['tarrow-2022.pdf', 'BELLMARE_2022_L10.pdf'],
  );
});

test('the name of most documents counts beside one of others, not beside one that some of its own have', async () => {
  const { meant, unknown } = await reports.identify('Compare the dues of Tarrow and Ostrand.');
  assert.deepEqual([meant.map(({ words }) => words), unknown], [['Tarrow', 'Ostrand'], []]);
  const most = namesOf({
    'atlas.pdf': [organization('Tarrow Harbor Works'), named('Atlas')],
    'bolt.pdf': [organization('Tarrow Harbor Works'), named('Bolt')],
    'crane.pdf': [organization('Tarrow Harbor Works'), named('Crane')],
    'ostrand.pdf': [organization('Ostrand Water')],
  });
  const groupsOf = async (question: string): Promise<string[][]> =>
    (await most.identify(question)).groups.map((group) => group.map(({ path }) => path).sort());
  assert.deepEqual(await groupsOf('Compare the dues of Tarrow Harbor and Ostrand Water.'), [
    ['atlas.pdf', 'bolt.pdf', 'crane.pdf'],
    ['ostrand.pdf'],
  ]);
  assert.deepEqual(await groupsOf('How heavy is the Atlas of Tarrow Harbor?'), [['atlas.pdf']]);
});

test('a document named with a common word is only a little preferred where the word is written as one', async () => {
  const weightOf = async (question: string): Promise<number> => (await reports.identify(question)).groups[0]?.[0]?.weight ?? 0;
  assert.ok((await weightOf('What do the notes of Anna say?')) < 0.5);
  assert.ok((await weightOf('What do the Notes say?')) > 0.9);
});

test('a name that passages of other documents have, too, chooses less, and none where most are of others', async () => {
  const ask = async (question: string, paths: readonly string[]): Promise<readonly (number | string)[]> => {
    const { groups, content } = await reports.identify(question, (names) => Promise.resolve(names.map(() => paths)));
    return [groups[0]?.[0]?.weight ?? 0, content];
  };
  const question = 'What do the Notes say?';
  const [alone] = await ask(question, ['notes.md']);
  const [shared = 0] = await ask(question, ['notes.md', 'notes.md', 'tarrow-2021.pdf']);
  assert.ok(typeof alone === 'number' && typeof shared === 'number' && alone > 0.8 && shared > 0 && shared < 0.6 * alone);
  assert.deepEqual(await ask(question, ['notes.md', 'tarrow-2021.pdf', 'tarrow-2022.pdf']), [0, question]);
});

test('a part of a name means what the whole name is about', async () => {
  const said = (names: readonly string[]): Promise<readonly (readonly string[])[]> =>
    Promise.resolve(names.map((name) => [name === 'Tarrow Bay Club' ? 'notes.md' : 'tarrow-2022.pdf']));
  assert.deepEqual((await reports.identify('Who leads the Tarrow Bay Club?', said)).groups, []);
  assert.equal((await reports.identify('Who leads Tarrow?', said)).groups[0]?.length, 3);
});

test('a number means its document, however short that is and whoever mentions it', async () => {
  const names = new DocumentNames();
  const number = (value: string, from: IdentityPart['from']): IdentityPart => ({ kind: 'number', value, from });
  names.add('0012-bells.md', [number('BP 12', 'fileName'), named('bells')], 2);
  names.add('0013-dues.md', [number('BP 13', 'fileName'), named('dues')], 2);
  const saidBy13 = (all: readonly string[]): Promise<readonly (readonly string[])[]> => Promise.resolve(all.map(() => ['0013-dues.md']));
  assert.deepEqual((await names.identify('What does BP-0012 say?', saidBy13)).preferred, ['0012-bells.md']);
  assert.equal((await names.identify('Who wrote BP 12?')).content, 'Who wrote BP 12?');
  const preferenceOf = async (question: string): Promise<number> => (await names.identify(question)).groups[0]?.[0]?.preference ?? 0;
  assert.ok((await preferenceOf('What does BP 12 say?')) > 0.5);
  assert.ok((await preferenceOf('What does Bells say?')) < 0.01);
});

test('an abbreviation means those that it begins beside those that it is a name of', async () => {
  const names = namesOf({
    'a.pdf': [named('TRW'), period('2021')],
    'b.pdf': [named('TRWHARBOR'), period('2022')],
    'c.pdf': [named('BELL')],
  });
  assert.deepEqual((await names.identify('What are the dues of TRW?')).preferred, ['a.pdf', 'b.pdf']);
});

test('a name that no document has is told, and prefers nothing', async () => {
  const { unknown, groups, content } = await reports.identify("What is Quellish's revenue?");
  assert.deepEqual([unknown, groups, content], [['Quellish'], [], "What is Quellish's revenue?"]);
});

test('a question that names forty documents means each', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const harbors = Array.from({ length: 40 }, (_, i) => `Harbor${letters[i % 26]}${letters[Math.floor(i / 26)]}`);
  const names = namesOf(Object.fromEntries(harbors.map((name) => [`${name}.pdf`, [organization(`${name} Ltd`)]])));
  const { meant, groups, preferred } = await names.identify(`Compare the dues of ${harbors.join(', ')}.`);
  assert.deepEqual([meant.length, groups.length, preferred.length], [40, 40, 20]);
});

test('a name that five thousand documents share tells none apart', async () => {
  const names = new DocumentNames();
  for (let i = 0; i < 5000; i++)
    names.add(`report-${i}.pdf`, [organization('Tarrow Inc.'), period(`fiscal year ${2000 + (i % 20)}`)], long);
  const { meant, groups } = await names.identify('What are the dues of Tarrow?');
  assert.deepEqual([meant[0]?.total, meant[0]?.documents.length], [5000, 20]);
  assert.deepEqual(groups, []);
  assert.ok(((await names.identify('What are the dues of Tarrow in FY 2007?')).groups[0]?.[0]?.weight ?? 0) > 0.8);
});

test('any question: places are in order, groups share no document, weights are in (0, 1]; removed documents are gone', async () => {
  const words = fc.constantFrom(
    'Tarrow',
    'tarrow',
    'BELL',
    'Bellmare',
    'notes',
    'FY22',
    '2022',
    'L-10',
    'latest',
    "'s",
    'Q3',
    'the',
    'Ostrand',
    '&',
    'Ünë',
    '日本',
  );
  const anyPart = fc.record({
    kind: fc.constantFrom('name', 'organization', 'number', 'type', 'period', 'author'),
    value: fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.array(words, { maxLength: 5 }).map((some) => some.join(' ')),
    ),
    from: fc.constantFrom('fileName', 'passages'),
  }) as fc.Arbitrary<IdentityPart>;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyPart, { maxLength: 6 }), { maxLength: 8 }),
      fc.array(fc.oneof(words, fc.string({ maxLength: 12 })), { maxLength: 12 }).map((some) => some.join(' ')),
      async (documents, question) => {
        const names = new DocumentNames();
        documents.forEach((parts, i) => names.add(`${i}.md`, parts, long));
        const { meant, groups, content } = await names.identify(question);
        let end = 0;
        for (const one of meant) {
          assert.ok(one.start >= end && one.end > one.start && one.words === question.slice(one.start, one.end));
          assert.ok(one.documents.length > 0 && one.documents.length <= one.total);
          end = one.end;
        }
        const paths = groups.flat().map(({ path }) => path);
        assert.equal(new Set(paths).size, paths.length);
        assert.ok(groups.flat().every(({ weight }) => weight > 0 && weight <= 1));
        assert.ok(/\S/.test(content) || content === question);
        documents.forEach((_, i) => names.remove(`${i}.md`));
        const after = await names.identify(question);
        assert.deepEqual([after.meant, after.groups, after.content], [[], [], question]);
      },
    ),
  );
});
