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

test('the one document that another mentions is described by that', async () => {
  const drafts = await composed(proposals);
  const created = drafts.find(({ question }) => question === 'When was the RFP created that RFP 31 mentions?');
  assert.deepEqual(created?.answers, ['9-May-2003']);
  assert.ok(created && quotesOf(created)[0]?.includes('This RFP builds on RFP 40'));
});

test('one of several documents that another mentions is described by the section that mentions it alone', async () => {
  const board = proposals['rfp-0031.md'] ?? assert.fail();
  const text = `${board.text} It is like RFP 7.`;
  const crowded = { ...board, text, mentions: { ...board.mentions, 'RFP 7': 'rfp-0007.md' } };
  const drafts = await composed({ ...proposals, 'rfp-0031.md': crowded });
  assert.ok(drafts.every(({ question }) => !question.includes('that RFP 31 mentions')));
  const passages = sourcePassages({ ...proposals, 'rfp-0031.md': board });
  const [own = assert.fail()] = passages.filter(({ passage }) => passage.path === 'rfp-0031.md');
  const more = { ...own.passage, id: 'more', headings: ['Costs'], text: 'It is like RFP 7.', runs: [0, 0, 17, 0] };
  const target = { path: 'rfp-0007.md', rows: [0] };
  const mention = { name: 'RFP 7', start: 11, end: 16, kind: 'link' as const, targets: [target], specificity: 1 };
  const all = [...passages, { passage: more, mentions: [mention] }];
  const { drafts: found } = await compose(all, allPairs(all), { count: 100, seed: 1, signal: new AbortController().signal });
  const author = found.find(({ question }) => question === 'Who is the author of the RFP that the section “Costs” of RFP 31 mentions?');
  assert.deepEqual(author?.answers, ['Jane Doe']);
});

test('dates of two documents are compared, also where one is only described', async () => {
  const drafts = await composed(proposals);
  const easy = drafts.find(({ question }) => /^Which RFP was created first, RFP \d+ or RFP \d+\?$/u.test(question));
  assert.ok(easy);
  const hard = drafts.filter(({ isHard }) => isHard);
  assert.ok(hard.length > 0 && hard.every(({ steps }) => steps.length === 3));
  assert.ok(
    hard.some(
      ({ question, answers }) => question === 'Which RFP was created first, RFP 31 or the RFP that RFP 31 mentions?' || answers[0] !== '',
    ),
  );
});

const linking = (title: string, links: Readonly<Record<string, string>>, fields = ''): Written => ({
  title,
  text: `${fields}This is what is said of ${Object.keys(links).join(' and of ')} by the keeper of the tower, who has been there.`,
  mentions: links,
});

test('the one document that two others mention among others is asked for', async () => {
  const [slack, spring, neap] = [{ 'Slack water': 'slack.md' }, { 'Spring tide': 'spring.md' }, { 'Neap tide': 'neap.md' }];
  const tides = {
    'slack.md': linking('Slack water', {}),
    'spring.md': linking('Spring tide', {}),
    'neap.md': linking('Neap tide', {}),
  };
  const of = async (b: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const own = { 'a.md': linking('What the board decided', { ...slack, ...spring }), 'b.md': linking('Why the gates are open', b) };
    const drafts = await composed({ ...tides, ...own });
    return drafts.filter(({ type }) => type === 'intersection').map(({ question, answers: [answer] }) => [question, answer]);
  };
  const both = 'Which document is mentioned in both the document “What the board decided” and the document “Why the gates are open”?';
  assert.deepEqual(await of({ ...slack, ...neap }), [[both, 'the document “Slack water”']]);
  assert.deepEqual(await of({ ...slack, ...spring }), [], 'two documents that share two single out none');
  assert.deepEqual(await of(slack), [], 'one that mentions nothing else gives the answer alone');
});

test('of several documents by one author, the one is asked for that mentions a document', async () => {
  const by = 'Author: Jane Doe\n\n';
  const drafts = await composed({
    'one.md': linking('What the board decided', {}, by),
    'two.md': linking('Why the gates are open', { 'Slack water': 'slack.md' }, by),
    'three.md': linking('A day at the locks', {}, by),
    'slack.md': linking('Slack water', {}),
  });
  const found = drafts.filter(({ key }) => key === 'other by author mentioning');
  assert.ok(found.length > 0 && found.every(({ answers: [answer] }) => answer === 'the document “Why the gates are open”'));
});

test('every question needs two documents, and none has its answer or the name that it describes', async () => {
  for (const draft of await composed(proposals)) {
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
