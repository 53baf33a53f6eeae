import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../../../lab/questions/compose.ts';
import { recordsOf } from '../../../../lab/questions/records.ts';
import { rewordAndCheck, type WordingModel } from '../../../../lab/questions/reword.ts';
import { markdownSheet } from '../../../../lab/questions/sheet.ts';
import type { Draft } from '../../../../lab/questions/interfaces.ts';
import { allPairs, proposals, sourcePassages } from './questionDocuments.ts';

const passages = sourcePassages(proposals);
const { drafts } = await compose(passages, allPairs(passages), { count: 100, seed: 1, signal: new AbortController().signal });
const asked = 'Who is the author of the RFP that supersedes RFP 7?';
const draft: Draft = drafts.find(({ question }) => question === asked) ?? assert.fail();

/** A simulation that answers from two documents, says these words, and sees this difference. */
function simulation(
  wording: string | null,
  difference: string | null = null,
  understands = (question: string) => question !== '',
): WordingModel {
  return {
    answer: (question, seen) => Promise.resolve(understands(question) && seen?.length === 2 ? 'Amos Reed' : null),
    isRight: (answer, accepted) => accepted.includes(answer),
    reword: () => Promise.resolve(wording),
    differenceOf: () => Promise.resolve(difference),
  };
}

async function wordingOf(model: WordingModel): Promise<unknown> {
  const result = await rewordAndCheck(draft, model);
  return 'flaw' in result ? result.flaw : { question: result.draft.question, wording: result.draft.wording };
}

test('natural words replace those of the rules, which the record keeps', async () => {
  const natural = 'Who wrote the RFP that superseded RFP 7?';
  assert.deepEqual(await wordingOf(simulation(natural)), { question: natural, wording: { by: 'model', rules: asked } });
});

const inventions: readonly (readonly [wording: string, why: string])[] = [
  ['Who wrote the RFP that superseded an older one?', 'It drops “RFP 7”.'],
  ['Who wrote the RFP that superseded RFP 7 in 2004?', 'It adds “2004”.'],
  ['Who wrote the RFP that superseded RFP 7 in Norway?', 'It adds “Norway”.'],
  ['Did Amos Reed write the RFP that superseded RFP 7?', 'It adds “Amos Reed”.'],
  ['Tell me who wrote the RFP that superseded RFP 7.', 'It is not one sentence that asks.'],
  ['Which RFP is the one that supersedes RFP 7?', 'It asks only one step.'],
  ['Who wrote the RFP, if any, that superseded RFP 7? Who else?', 'It is not one sentence that asks.'],
];
for (const [wording, why] of inventions) {
  test(`${JSON.stringify(wording)} is not taken over`, async () => {
    assert.deepEqual(await wordingOf(simulation(wording)), { question: asked, wording: { by: 'rules', rejected: wording, why } });
  });
}

test('a wording stays out that another look finds different, or that the sources do not answer', async () => {
  const wording = 'Who wrote the RFP about RFP 7?';
  assert.deepEqual(await wordingOf(simulation(wording, 'It no longer says that it supersedes it.')), {
    question: asked,
    wording: { by: 'rules', rejected: wording, why: 'It no longer says that it supersedes it.' },
  });
  assert.deepEqual(await wordingOf(simulation(wording, null, (question) => question === asked)), {
    question: asked,
    wording: { by: 'rules', rejected: wording, why: 'Questions in these words cannot be answered from their sources.' },
  });
});

test('without words, or with the same, nothing is noted; an unfit question stays unfit', async () => {
  for (const same of [null, '', ` ${asked}\n`])
    assert.deepEqual(await wordingOf(simulation(same)), { question: asked, wording: undefined });
  assert.equal(await wordingOf(simulation('Who wrote the RFP that superseded RFP 7?', null, () => false)), 'unanswerable');
});

test('the sheet shows both wordings', async () => {
  const texts = new Map(passages.map(({ passage }) => [passage.path, passage.text]));
  const sheets: string[] = [];
  for (const wording of ['Who wrote the RFP that superseded RFP 7?', 'Who wrote the RFP?']) {
    const result = await rewordAndCheck(draft, simulation(wording));
    assert.ok('draft' in result);
    sheets.push(
      markdownSheet(
        recordsOf([result.draft], (path) => texts.get(path)),
        'ariadne questions review.md',
      ),
    );
  }
  assert.ok(sheets[0]?.includes(`Worded by the model. Before: ${asked}`));
  assert.ok(sheets[1]?.includes('Not reworded. The model wrote: Who wrote the RFP? It drops “RFP 7”.'));
});
