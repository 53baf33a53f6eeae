/** Answers that are written out: what is checked, marked and cited, and that they survive like the rest of a run. */
import { writtenFormOf } from '../../../src/protocol/writtenAnswer.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { ChatModel, Entailment, EntailmentLabel } from '../../../src/models/models.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { planAsk, planRerun, planResume } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import { canResume } from '../../../src/run/resume.ts';
import { fold } from '../../../src/trace/fold.ts';
import { planOf, runPlan, timeless } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';
import { index, question, pipeline, Writer, parts, run, written, sentences } from '../../support/composing.ts';

const cast = ({ tide }: Readonly<Record<string, number>>): string => `The tide bell was cast in 1952 [${tide}: "cast in 1952"].`;

test('a sentence with words that its passage has is supported, and cited with the whole sentence as the document has it', async () => {
  const answer = await written(cast);
  assert.deepEqual(sentences(answer), ['supported 1']);
  assert.deepEqual(
    answer.citations.map(({ path, quote, startLine }) => [path, quote, startLine]),
    [['tide.md', 'The tide bell of Nether Coll was cast in 1952.', 1]],
  );
  assert.equal(answer.sentences[0]?.text, 'The tide bell was cast in 1952.');
  assert.equal(writtenFormOf(answer), 'explained');
});

test('what a sentence gets wrong is said', async () => {
  const answer = await written(({ tide, rope }) =>
    [
      `It was cast in 1953 [${tide}: "cast in 1952"].`,
      `It weighs 60 kg [${tide}: "It weighs 48 kg"].`,
      `It was cast by Ines Tarrow [${tide}: "cast in 1952"].`,
      `The bell of Nether Coll was not cast in 1952 [${tide}: "cast in 1952"].`,
      `The rope was replaced after the storm [${rope}: "not replaced after the storm"].`,
      'Pilots liked its sound.',
      `It hangs in a tower [${tide}: "hangs in the old tower"].`,
      `Every ferry was late on the old line [${tide}: "cast in 1952"].`,
      'It rings at noon [memory].',
    ].join(' '),
  );
  assert.deepEqual(sentences(answer), [
    'contradicted date 1',
    'contradicted number 1',
    'unsupported name 1',
    'contradicted negation 1',
    'contradicted negation 1',
    'unsupported no-quote 0',
    'unsupported quote-missing 0',
    'unsupported words 1',
    'own-knowledge 0',
  ]);
});

test('numbers and dates that follow from those of the quotes are no doubt', async () => {
  const answer = await written(({ tide, yard }) => {
    const both = `[${tide}: "cast in 1952"] [${yard}: "cast in 1949"]`;
    return `The two dates of the bell are 3 years apart ${both}. The bell was cast around the 1950s or before ${both}. Two documents date the bell ${both}.`;
  });
  assert.deepEqual(sentences(answer), ['not-checked 2', 'not-checked 2', 'not-checked 2']);
});

test('a quote may have other dashes, marks, spaces and cuts; it is shown as the document has it', async () => {
  const answer = await written(({ rope }) => `The rope is of tarred hemp [${rope}: 'A rope of "tarred" hemp - 12 m … holds  the bell']`);
  assert.deepEqual(sentences(answer), ['supported 1']);
  assert.equal(answer.citations[0]?.quote, 'A rope of “tarred” hemp – 12 m long – holds the bell.');
});

test('a quote that differs in a word is told with both words, and cited where the document has it', async () => {
  const answer = await written(({ tide }) => `The bell was cast in 1952 [${tide}: "bell of Nether Coll was cast in 1953"].`);
  assert.deepEqual(sentences(answer), ['unsupported quote-differs 1']);
  assert.deepEqual(answer.sentences[0]?.why, { kind: 'quote-differs', words: '1953', has: '1952' });
});

test('a quote of what a document is known by cites the document', async () => {
  const titled = { ...passageOf('rfc/3085.txt', 'Number 3085\n\nA gate wakes the next one.'), title: 'RFC 3085' };
  const passage = {
    ...titled,
    range: { ...titled.range, startLine: 2, endLine: 3 },
    text: 'A gate wakes the next one.',
    runs: [0, 13, 26, 2],
  };
  const own = {
    sourceLines: async (_path: string, start: number, end: number) => ['RFC 3085', '', 'A gate wakes the next one.'].slice(start - 1, end),
  };
  const model = new Writer(() => 'This is RFC 3085 [1: "RFC 3085"]. RFC 3085 wakes the next gate [1: "wakes the next one"].');
  const asked = runPlan(planOf(pipeline, { question, form: 'auto' }), model, {
    index: new MemoryIndex([passage]),
    parts: { ...parts, ...own },
  });
  const { written: answer } = fold(await asked);
  assert.deepEqual(
    answer?.citations.map(({ quote, startLine }) => [quote, startLine]),
    [
      ['RFC 3085', 1],
      ['A gate wakes the next one.', 3],
    ],
  );
  assert.deepEqual(
    answer?.sentences.map(({ support, shown }) => [support, shown?.map(({ words, from }) => `${words} from ${from}`)]),
    [
      ['supported', undefined],
      ['not-checked', ['RFC 3085 from title']],
    ],
  );
});

test('of a quote with something left out, each half is cited', async () => {
  const answer = await written(({ tide }) => `The bell was cast and weighs something [${tide}: "The tide bell … weighs 48 kg"].`);
  assert.equal(answer.citations[0]?.quote, 'The tide bell of Nether Coll was cast in 1952. It weighs 48 kg.');
});

test('characters that nobody sees are in no answer', async () => {
  const answer = await written(({ tide }) => `It was\u202e cast\u0007 in \u001b[31m1952\u2066 [${tide}: "cast\u200f in 1952"].`);
  assert.equal(answer.sentences[0]?.text, 'It was cast in 1952.');
  assert.doesNotMatch(JSON.stringify(answer), /\\u00(?:07|1b)|[\u0007\u001b\u200f\u202e\u2066]/u);
});

test('words of another passage than the named one are cited where they are', async () => {
  const events = await run(new Writer(({ rope }) => `It was cast in 1952 [${rope}: "of Nether Coll was cast in 1952"].`));
  const { written: answer, nodes } = fold(events);
  assert.equal(answer?.citations[0]?.path, 'tide.md');
  assert.deepEqual(nodes.find(({ kind }) => kind === 'compose')?.flags, ['quote_moved:1']);
});

test('a passage that is named without words is quoted where it comes closest', async () => {
  const answer = await written(({ tide }) => `The tide bell was cast in 1952 [${tide}]. Nobody rings it [99].`);
  assert.deepEqual(sentences(answer), ['supported 1', 'unsupported no-quote 0']);
});

test('a list, a table, disagreement and gaps keep their form', async () => {
  const answer = await written(({ tide, rope, yard }) =>
    [
      'The bell in short:',
      `- It was cast in 1952 [${tide}: "cast in 1952"].`,
      `- It hangs on hemp [${rope}: "tarred"].`,
      '',
      '| Thing | Date | Weight |',
      '|---|---|---|',
      `| Bell | 1952 [${tide}: "cast in 1952"] | 48 kg [${tide}: "48 kg"] |`,
      '| Rope | — | n/a |',
      `CONFLICT: The chart says 1952, the yard book 1949 [${tide}: "cast in 1952"] [${yard}: "cast in 1949"].`,
      'NOT STATED: Who cast it.',
    ].join('\n'),
  );
  assert.deepEqual(
    answer.blocks.map(({ kind }) => kind),
    ['paragraph', 'list', 'table'],
  );
  const table = answer.blocks[2];
  assert.ok(table?.kind === 'table');
  assert.deepEqual(table.columns, ['Thing', 'Date', 'Weight']);
  assert.deepEqual(
    table.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell.map((at) => answer.sentences[at]?.text).join())]),
    [
      ['Bell', '1952', '48 kg'],
      ['Rope', '', ''],
    ],
  );
  assert.deepEqual(answer.notStated, ['Who cast it.']);
  assert.deepEqual(
    answer.conflicts.map((at) => answer.sentences[at]?.citations.length),
    [2],
  );
  assert.equal(writtenFormOf(answer), 'table');
  assert.ok(answer.sentences.every(({ why }) => why === undefined));
});

test('a conflict that the model does not speak of is shown with both sides, and not where it does', async () => {
  const dispute: Readonly<Record<string, string>> = {
    first: 'The tide bell of Nether Coll weighs 48 kg.',
    second: 'In all, the tide bell of Nether Coll weighs 60 kg.',
  };
  const own = new MemoryIndex(Object.entries(dispute).map(([id, text]) => passageOf(id, text)));
  const sourceLines = async (path: string): Promise<readonly string[]> => [dispute[path.replace(/\.md$/, '')] ?? ''];
  const answered = async (reply: ConstructorParameters<typeof Writer>[0]): Promise<Trace> =>
    fold(await runPlan(planOf(pipeline, { question, form: 'auto' }), new Writer(reply), { index: own, parts: { ...parts, sourceLines } }));
  const silent = await answered(({ first }) => `The bell weighs 48 kg [${first}: "weighs 48 kg"].`);
  const [at = -1] = silent.written?.conflicts ?? [];
  const said = silent.written?.sentences[at];
  assert.equal(said?.text, 'The answer says “48 kg”, another passage “60 kg”.');
  assert.deepEqual(
    silent.written?.citations.filter(({ n }) => said?.citations.includes(n)).map(({ path }) => path),
    ['first.md', 'second.md'],
  );
  assert.deepEqual(silent.nodes.find(({ kind }) => kind === 'compose')?.flags, ['conflict_untold:1']);
  const open = await answered(
    ({ first, second }) =>
      `The bell weighs 48 kg [${first}: "weighs 48 kg"].\nCONFLICT: The two weights differ [${first}: "weighs 48 kg"] [${second}: "weighs 60 kg"].`,
  );
  assert.deepEqual(open.written?.conflicts.length, 1);
  assert.deepEqual(open.nodes.find(({ kind }) => kind === 'compose')?.flags, []);
});

test('what the words of the question call for is asked for, in the log, and asked for again from there', async () => {
  const request = { runId: 'run', pipeline: 'retrieve-read', params: {}, models: builtinModels, form: 'auto' } as const;
  assert.equal(planAsk({ ...request, question: 'When was the bell cast?' }).spec.chosenForm, undefined);
  const { chosenForm } = planAsk({ ...request, question: 'Compare the bells of Coll and Holm.' }).spec;
  assert.equal(chosenForm, 'table');
  const model = new Writer(cast);
  const events = await run(model, { chosenForm });
  assert.match(
    model.asked
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? '',
    /Write a table in Markdown/,
  );
  const trace = fold(events);
  assert.deepEqual([trace.form, trace.chosenForm, trace.written && writtenFormOf(trace.written)], ['auto', 'table', 'explained']);
  assert.deepEqual(trace.nodes.find(({ kind }) => kind === 'compose')?.flags, ['form_differs']);
  assert.equal((await replay(events, () => pipeline)).difference, undefined);
});

test('a written answer leads where the question calls for its form, whatever form was asked for', async () => {
  const leads = async (asked: string): Promise<unknown> => (await written(cast, { question: asked, form: 'explained' })).leads;
  assert.deepEqual([await leads(question), await leads('How was the tide bell cast?')], [undefined, true]);
});

test('prose where a table was asked for is shown, and said', async () => {
  const trace = fold(await run(new Writer(cast), { form: 'table' }));
  assert.equal(trace.written && writtenFormOf(trace.written), 'explained');
  assert.deepEqual(trace.nodes.find(({ kind }) => kind === 'compose')?.flags, ['form_differs']);
});

test('strict leaves out what nothing supports, and counts it', async () => {
  const answer = await written((numbers) => `${cast(numbers)} Pilots liked its sound.\n\nIt is loved by all.`, { strict: true });
  assert.deepEqual(sentences(answer), ['supported 1']);
  assert.deepEqual([answer.dropped, answer.blocks.length], [2, 1]);
});

test('strict cites nothing for what it leaves out, and says so when nothing is left', async () => {
  const wrong = ({ yard }: Readonly<Record<string, number>>): string => `It was cast in 1951 [${yard}: "cast in 1949"].`;
  const answer = await written((numbers) => `${cast(numbers)} ${wrong(numbers)}`, { strict: true });
  assert.deepEqual(
    answer.citations.map(({ path }) => path),
    ['tide.md'],
  );
  const trace = fold(await run(new Writer(wrong), { strict: true }));
  assert.deepEqual([trace.written, trace.answer], [undefined, '1952']);
  assert.match(trace.nodes.find(({ kind }) => kind === 'compose')?.failure ?? '', /left out/);
});

test('an answer that was cut, or is in another language than the question, says so', async () => {
  const flagsOf = async (reply: ConstructorParameters<typeof Writer>[0], finishReason: string): Promise<readonly string[] | undefined> => {
    const { nodes } = fold(await run(new Writer(reply, finishReason)));
    return nodes.find(({ kind }) => kind === 'compose')?.flags;
  };
  assert.deepEqual(await flagsOf(cast, 'length'), ['reply_cut']);
  const german = ({ tide }: Readonly<Record<string, number>>): string =>
    `Die Glocke wurde im Jahr 1952 für die Kirche gegossen [${tide}: "cast in 1952"].`;
  assert.deepEqual(await flagsOf(german, 'stop'), ['language_differs']);
});

test('a reply that declines is no answer', async () => {
  const trace = fold(await run(new Writer(() => 'I’m sorry, but I can’t help with that.')));
  assert.deepEqual([trace.written, trace.answer], [undefined, '1952']);
  const node = trace.nodes.find(({ kind }) => kind === 'compose');
  assert.deepEqual([node?.status, node?.flags], ['failed', ['declined']]);
  assert.match(node?.failure ?? '', /declined/);
});

for (const [label, support] of [
  ['entailment', 'supported'],
  ['neutral', 'unsupported'],
  ['contradiction', 'contradicted'],
] as const satisfies readonly (readonly [EntailmentLabel, string])[]) {
  test(`with an entailment model, ${label} makes a sentence ${support}`, async () => {
    const pairs: string[] = [];
    const entailment: Entailment = {
      id: 'folder:nli',
      label: async (asked) =>
        asked.map(({ premise, hypothesis }) => {
          pairs.push(`${premise} => ${hypothesis}`);
          return { label, probabilities: { entailment: 0, neutral: 0, contradiction: 0, [label]: 1 } };
        }),
    };
    const answer = await written(cast, {}, { entailment });
    assert.equal(answer.sentences[0]?.support, support);
    assert.deepEqual(pairs, ['tide: The tide bell of Nether Coll was cast in 1952. => The tide bell was cast in 1952.']);
  });
}

test('a document that changed since it was indexed carries nothing any more', async () => {
  const answer = await written(cast, {}, { sourceLines: async () => ['Something else.'] });
  assert.deepEqual(sentences(answer), ['unsupported quote-missing 0']);
});

test('a model that writes nothing, or fails, leaves the short answer', async () => {
  const failing: ChatModel = {
    id: 'openai:gone',
    complete: () => Promise.reject(new AriadneError('chat-unauthorized', 'The key is wrong.')),
  };
  for (const [model, failure] of [
    [new Writer(() => ''), /wrote nothing/],
    [failing, /key is wrong/],
  ] as const) {
    const trace = fold(await run(model));
    assert.equal(trace.answer, '1952');
    assert.equal(trace.written, undefined);
    assert.equal(trace.status, 'degraded');
    assert.match(trace.nodes.find(({ kind }) => kind === 'compose')?.failure ?? '', failure);
  }
});

test('a budget that is spent leaves the short answer, and says so', async () => {
  const trace = fold(await run(new Writer(cast), { budget: { llmCalls: 0 } }));
  assert.deepEqual([trace.answer, trace.written, trace.status], ['1952', undefined, 'degraded']);
  assert.ok(trace.flags.includes('budget_exhausted'));
});

test('a run that writes its answer executes again to the same events, and goes on from wherever it was cut', async () => {
  const model = new Writer(cast);
  const events = await run(model);
  assert.equal((await replay(events, () => pipeline)).difference, undefined);
  const whole = timeless(events);
  for (let cut = 1; cut < events.length; cut++) {
    const before = events.slice(0, cut);
    if (!canResume(before)) continue;
    const again = new Writer(cast);
    const resumed = planResume(before, { run: { runId: 'run' } }, undefined, () => pipeline);
    const after = await runPlan(resumed, again, { index, parts });
    assert.deepEqual(timeless(after), whole, `cut after event ${cut}`);
    const isWritten = before.some((event) => event.kind === 'recorded' && event.node === 'compose');
    assert.equal(again.asked.length, isWritten ? 0 : 1);
  }
});

test('another form repeats nothing but the call that writes, and the step can be asked again', async () => {
  const events = await run(new Writer(cast));
  const list = ({ tide }: Readonly<Record<string, number>>): string => `- It was cast in 1952 [${tide}: "cast in 1952"].`;
  const rerun = async (request: object): Promise<{ readonly trace: Trace; readonly calls: number }> => {
    const model = new Writer(list);
    const base = { runId: 'next', from: { runId: 'run' }, edits: {} };
    const plan = planRerun(events, { ...base, ...request }, () => pipeline);
    return { trace: fold(await runPlan(plan, model, { index, parts })), calls: model.asked.length };
  };
  const other = await rerun({ form: 'list' });
  assert.deepEqual([other.trace.written && writtenFormOf(other.trace.written), other.calls], ['list', 1]);
  assert.equal((await rerun({})).calls, 0);
  const again = await rerun({ edits: { rerun: ['compose'] } });
  assert.deepEqual([again.trace.written && writtenFormOf(again.trace.written), again.calls], ['list', 1]);
});
