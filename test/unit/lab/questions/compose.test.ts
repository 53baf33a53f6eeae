import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../../../lab/questions/compose.ts';
import type { Draft } from '../../../../lab/questions/interfaces.ts';
import { allPairs, proposals, sourcePassages, type Written } from './questionDocuments.ts';

async function composed(documents: Readonly<Record<string, Written>>, count = 100): Promise<readonly Draft[]> {
  const passages = sourcePassages(documents);
  const { drafts } = await compose(passages, allPairs(passages), { count, seed: 1, signal: new AbortController().signal });
  return drafts;
}

function quotesOf({ steps }: Draft): readonly string[] {
  return steps.flatMap(({ places }) => places.map(({ passage, start, end }) => passage.text.slice(start, end)));
}

test('a field that names another document leads to what that one says', async () => {
  const drafts = await composed(proposals);
  const author = drafts.find(({ question }) => question === 'Who is the author of the RFP that supersedes RFP 7?');
  assert.deepEqual(author?.answers, ['Amos Reed']);
  assert.deepEqual(author && quotesOf(author), ['Superseded-By: 31', 'Author: Amos Reed <amos@example.org>']);
  assert.deepEqual(
    author?.steps.map(({ question, answer, dependsOn }) => ({ question, answer, dependsOn })),
    [
      { question: 'Which RFP is the one that supersedes RFP 7?', answer: 'RFP 31', dependsOn: [] },
      { question: 'Who is the author of #1?', answer: 'Amos Reed', dependsOn: [0] },
    ],
  );
});

test('a sentence that names another document describes it', async () => {
  const drafts = await composed(proposals);
  const created = drafts.find(({ question }) => question === 'When was the RFP created that RFP 31 builds on?');
  assert.deepEqual(created?.answers, ['9-May-2003']);
  assert.ok(created && quotesOf(created)[0]?.includes('This RFP builds on RFP 40'));
});

test('a sentence that says more than its verb before the name describes nothing', async () => {
  const board = proposals['rfp-0031.md'];
  assert.ok(board);
  const text = board.text.replace('builds on RFP 40', 'depends on the Accepted RFP 40');
  const drafts = await composed({ ...proposals, 'rfp-0031.md': { ...board, text } });
  assert.ok(drafts.every(({ question }) => !question.includes('depends on')));
});

test('dates of two documents are compared, also where one is only described', async () => {
  const drafts = await composed(proposals);
  const easy = drafts.find(({ question }) => /^Which RFP was created first, RFP \d+ or RFP \d+\?$/u.test(question));
  assert.ok(easy);
  const hard = drafts.filter(({ isHard }) => isHard);
  assert.ok(hard.length > 0 && hard.every(({ steps }) => steps.length === 3));
  assert.ok(
    hard.some(
      ({ question, answers }) => question === 'Which RFP was created first, RFP 31 or the RFP that RFP 31 builds on?' || answers[0] !== '',
    ),
  );
});

const people: Readonly<Record<string, Written>> = {
  'ada.md': { title: 'Ada Brandvik', text: 'Ada Brandvik was born in Kelmouth on 4 March 1871. She was a surveyor of the harbour.' },
  'osric.md': { title: 'Osric Vane', text: 'Osric Vane was born in Hallan in 1880. He died in Lorrimouth on 17 May 1957.' },
  'barrage.md': {
    title: 'Orrin barrage',
    text: 'Ada Brandvik designed the barrage in 1902. It is the oldest of the stations in the islands.',
  },
};

test('what one document says of a person stands in for the name in a question on another', async () => {
  const drafts = await composed(people);
  const born = drafts.find(({ question }) => question === 'Where was the person who designed the Orrin barrage in 1902 born?');
  assert.deepEqual(born?.answers, ['Kelmouth']);
  assert.deepEqual(born && quotesOf(born), [
    'Ada Brandvik designed the barrage in 1902.',
    'Ada Brandvik was born in Kelmouth on 4 March 1871.',
  ]);
  assert.ok(drafts.some(({ question }) => /^Who was born first, .+ or .+\?$/u.test(question)));
});

test('a row of a table says when something happened to what its document is about', async () => {
  const drafts = await composed({
    'gate.md': {
      title: 'Quillan Gate',
      text: 'Item: Commissioned; Value: 28 June 1953\nItem: Mode; Value: ebb generation\n\nIt is the largest of the stations in the islands, and the last of them that was built by the Board.',
    },
    'narrows.md': {
      title: 'Tamsay Narrows',
      text: 'Ground was broken in 1921, and the Tamsay Narrows station was commissioned on 3 May 1926 in driving rain. It is the oldest plant in the islands that is in service.',
    },
  });
  const [first] = drafts;
  assert.equal(first?.question.replace(/, .*/u, ''), 'Which was commissioned first');
  assert.deepEqual(first.answers, ['the Tamsay Narrows station']);
  assert.ok(quotesOf(first).includes('Item: Commissioned; Value: 28 June 1953'));
});

test('the first of several dates is no answer', async () => {
  const drafts = await composed({
    ...people,
    'barrage.md': {
      title: 'Orrin barrage',
      text: 'Ada Brandvik designed the barrage in 1902 and 1903. It is the oldest of the stations in the islands.',
    },
  });
  assert.ok(drafts.length > 0 && drafts.every(({ answers }) => answers[0] !== '1902'));
});

test('one person whom two documents name among others is asked for', async () => {
  const about = (names: readonly string[]): string =>
    names.map((name) => `The engineer ${name} said that the gates of the barrage were to be closed.`).join(' ');
  const drafts = await composed({
    'a.md': { title: 'What the board decided on Monday', text: about(['Jane Rowe', 'Amos Reed', 'Mara Lind']) },
    'b.md': { title: 'Why the gates stay open for now', text: about(['Tove Berg', 'Jane Rowe', 'Ivo Falk']) },
    'c.md': { title: 'A day at the locks of the harbour', text: about(['Ivo Falk', 'Tove Berg', 'Nils Aas']) },
  });
  const shared = drafts.filter(({ type }) => type === 'intersection');
  assert.deepEqual(
    shared.map(({ answers }) => answers),
    [['Jane Rowe']],
    'two documents that share two people single out none',
  );
});

test('every question needs two documents, and none has its answer or the name that it describes', async () => {
  for (const draft of [...(await composed(proposals)), ...(await composed(people))]) {
    assert.ok(new Set(draft.steps.flatMap(({ places }) => places.map(({ passage }) => passage.path))).size >= 2, draft.question);
    const [answer = ''] = draft.answers;
    if (draft.type !== 'comparison') assert.ok(!draft.question.includes(answer), draft.question);
    for (const { dependsOn } of draft.steps)
      for (const before of dependsOn)
        if (draft.type === 'bridge') assert.ok(!draft.question.includes(draft.steps[before]?.answer ?? ''), draft.question);
  }
});

test('documents in other languages yield nothing, and are counted', async () => {
  const german = {
    'ada.md': {
      title: 'Ada Brandvik',
      text: 'Ada Brandvik wurde 1871 in Kelmouth geboren und hat das Sperrwerk 1902 entworfen, das die Stadt bis heute schützt.',
    },
    'osric.md': {
      title: 'Osric Vane',
      text: 'Osric Vane wurde 1880 in Hallan geboren und ist 1957 in Lorrimouth gestorben, wo er auch begraben liegt.',
    },
  };
  const passages = sourcePassages(german);
  const found = await compose(passages, allPairs(passages), { count: 10, seed: 1, signal: new AbortController().signal });
  assert.deepEqual(found, { drafts: [], documents: 0, leftOut: 2 });
});

test('the same seed makes the same questions', async () => {
  const questions = async (): Promise<readonly string[]> => (await composed(proposals, 5)).map(({ question }) => question);
  assert.deepEqual(await questions(), await questions());
});
