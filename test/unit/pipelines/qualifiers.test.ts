/** What tells an answer apart from others of its name reaches the next question and search, not the final answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDrr } from '../../support/drrWorld.ts';
import { ask } from '../lab/pipelines/baselineScripts.ts';
import { play, said } from './play.ts';

test('drr-rag: the next sub-question names the answer with what tells it apart; the answer stays short', async () => {
  const [county, next] = ['Which county has film T?', 'What borders Brown County (Wisconsin)?'];
  const { trace, asked } = await runDrr({
    plans: [{ '1': county, '2': 'What borders {sub_question_1_answer}?' }],
    facts: { [county]: { answer: 'Brown County' }, [next]: { answer: 'Oconto County' } },
    play: {
      'drr.answer': ({ question }) =>
        question === county ? said('Brown County', { qualifier: 'Wisconsin' }) : said(question === next ? 'Oconto County' : null),
    },
  });
  const [first, second] = trace.nodes.filter(({ kind }) => kind === 'sub_question');
  assert.deepEqual([first?.answer, first?.qualifier, second?.resolvedText], ['Brown County', 'Wisconsin', next]);
  assert.ok(trace.retrievals.some(({ query }) => query === next));
  assert.ok(asked.some(({ role }) => role === 'drr.integrate'));
  assert.equal(trace.answer, 'Brown County|Oconto County');
});

test('self-ask: the next step is told what tells the answer apart, the last one is not', async () => {
  const script = {
    'selfask.step': [ask('Which county has film T?'), { action: 'answer', answer: null } as const],
    read: [said('Brown County', { qualifier: 'Wisconsin' })],
    'selfask.finish': [{ answer: 'Brown County' }],
  };
  const { trace } = await play('self-ask', script);
  assert.deepEqual(
    trace.nodes.map(({ id, qualifier }) => [id, qualifier]).filter(([, qualifier]) => qualifier),
    [['s1', 'Wisconsin']],
  );
  assert.equal(trace.answer, 'Brown County');
});
