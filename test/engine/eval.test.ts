/** `ariadne eval` on a small dataset with built-in models: what it prints and writes, and that it goes on where it was stopped. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import * as z from 'zod';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { runEvent } from '../../src/protocol/events.ts';
import { fold } from '../../src/trace/fold.ts';
import { runCli } from '../support/cli.ts';
import { readerFolder } from '../support/models/roleFolders.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { noSignals } from '../support/windows.ts';

const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const towns = ['Tarnholm', 'Kelmouth', 'Lorrimouth', 'Brannock', 'Hallan', 'Ostervik'];
const people = ['Ilse Brandvik', 'Osric Vane', 'Ines Tarrow', 'Greta Holm', 'Anselm Corr', 'Tove Lind'];
const candidatesOf = (i: number): readonly string[] => [`P/${i}`, `f-${i}`, `P/${(i + 1) % people.length}`];
/** Two hops each: who directed the film, and where were they born. */
const dataset = tempFolder(
  { after },
  {
    'corpus.jsonl': lines(
      people.flatMap((person, i) => [
        { id: `P/${i}`, title: person, text: `${person} was born in ${towns[i]} in ${1900 + i}.` },
        {
          id: `f-${i}`,
          title: `The Choir ${i + 1}`,
          text: `The Choir ${i + 1} is a film directed by ${person}. It was shown for ${i + 2} weeks.`,
        },
      ]),
    ),
    'questions.jsonl': lines([
      ...people.flatMap((person, i) => [
        {
          id: `one-${i}`,
          question: `Where was ${person} born?`,
          answers: [towns[i]],
          supporting: [`P/${i}`],
          candidates: candidatesOf(i),
          type: 'one-hop',
        },
        {
          id: `two-${i}`,
          question: `Where was the director of The Choir ${i + 1} born?`,
          answers: [towns[i]],
          supporting: [`f-${i}`, `P/${i}`],
          candidates: candidatesOf(i),
          type: 'bridge',
        },
      ]),
      { id: 'none', question: 'What did the pilot cutter Merganser weigh?', answers: [], supporting: [], type: 'unanswerable' },
    ]),
  },
);
const questionCount = 2 * people.length + 1;
const cache = { XDG_CACHE_HOME: tempFolder({ after }), LOCALAPPDATA: tempFolder({ after }), HOME: tempFolder({ after }) };

const byCut = z.strictObject({ '1': z.number(), '3': z.number(), '5': z.number(), '10': z.number() });
const evalJson = z.object({
  dataset: z.string(),
  questions: z.number(),
  pipelines: z.array(
    z.object({
      id: z.string(),
      em: z.number(),
      emContains: z.number(),
      f1: z.number(),
      recall: byCut,
      retrievals: z.number(),
      llmCalls: z.number(),
      promptTokens: z.number(),
      completionTokens: z.number(),
      seconds: z.number(),
      unscorable: z.number(),
      failed: z.number(),
    }),
  ),
});
const answerLine = z.object({ id: z.string(), pipeline: z.string(), answer: z.string().nullable(), log: z.string() });

function evalArgs(out: string, ...more: readonly string[]): readonly string[] {
  return ['eval', dataset, '--out', out, ...more];
}

function answersIn(out: string) {
  return readFileSync(join(out, 'answers.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => answerLine.parse(JSON.parse(line)));
}

/** Resolves when `count` answers are written. */
function answered(t: Ending, out: string, count: number): Promise<void> {
  mkdirSync(out, { recursive: true });
  return new Promise((resolve) => {
    const watcher = watch(out, () => {
      const file = join(out, 'answers.jsonl');
      if (existsSync(file) && readFileSync(file, 'utf8').split('\n').length > count) resolve();
    });
    t.after(() => watcher.close());
  });
}

test('the questions are asked of each pipeline; table, plot and results are written, and nothing into the dataset', async (t) => {
  const out = tempFolder(t);
  const { code, stdout, stderr } = await runWarmCli(evalArgs(out, '--json'), { env: cache });
  assert.equal(code, 0, stderr);
  const { questions, pipelines } = evalJson.parse(JSON.parse(stdout));
  assert.deepEqual([questions, pipelines.map(({ id }) => id)], [questionCount, ['retrieve-read', 'sunar-nar']]);
  for (const { id, em, emContains, f1, recall, unscorable, failed } of pipelines) {
    assert.ok(em <= emContains && em <= f1 && f1 > 0.4 && recall['10'] > 0.7, `${id} ${em} ${f1} ${recall['10']}`);
    assert.deepEqual([unscorable, failed], [1, 0]);
  }
  const answers = answersIn(out);
  assert.equal(answers.length, 2 * questionCount);
  assert.ok(answers.every(({ log }) => existsSync(log)));
  const markdown = readFileSync(join(out, 'RESULTS.md'), 'utf8');
  assert.match(markdown, /\| system \| n \| em \| em_cover \| em_cover_tokens \| f1_hotpot \| f1_squad \|/);
  assert.match(markdown, /## By type[\s\S]*\| bridge \| sunar-nar \| 6 \|/);
  assert.match(readFileSync(join(out, 'quality-cost.svg'), 'utf8'), /^<svg [\s\S]*sunar-nar[\s\S]*<\/svg>\n$/);
  assert.deepEqual(readdirSync(dataset).sort(), ['corpus.jsonl', 'questions.jsonl']);

  const again = await runWarmCli(evalArgs(out, '--json'), { env: cache });
  assert.deepEqual(evalJson.parse(JSON.parse(again.stdout)), { ...evalJson.parse(JSON.parse(stdout)) });
  assert.equal(answersIn(out).length, 2 * questionCount, 'nothing is asked twice');
  assert.match(
    again.stderr,
    new RegExp(`sunar-nar: ${questionCount} of ${questionCount} questions, ${questionCount} of them answered before`),
  );
});

test('in the setting of DRR-RAG, a question searches its own candidates only; one that lists none is refused first', async (t) => {
  const out = tempFolder(t);
  const among = evalArgs(out, '--pipelines', 'drr-rag', '--set', 'scope=candidates');
  const { code, stderr } = await runWarmCli([...among, '--limit', '6'], { env: cache });
  assert.equal(code, 0, stderr);
  const found = answersIn(out).map(({ log }) => {
    const events = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => runEvent.parse(JSON.parse(line)));
    return new Set(fold(events).retrievals.flatMap(({ results }) => results.map(({ passageId }) => passageId)));
  });
  assert.deepEqual(
    found.map(({ size }) => size),
    found.map(() => 3),
  );
  const refused = await runWarmCli(among, { env: cache });
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /System "drr-rag" searches the candidates of each question, but line 13 of questions\.jsonl lists none\./);
  const gold = await runWarmCli(evalArgs(out, '--pipelines', 'leapquery', '--set', 'subQuestions=gold'), { env: cache });
  assert.deepEqual([gold.code, gold.stdout], [2, '']);
  assert.match(
    gold.stderr,
    /System "leapquery" asks the sub-questions of the dataset, but line 1 of questions\.jsonl has no "decomposition"/,
  );
});

for (const end of ['kill', 'interrupt'] as const) {
  test(
    `after ${end === 'kill' ? 'its process was killed' : 'Ctrl+C'} the same command goes on: what was answered is not asked again`,
    { skip: end === 'interrupt' && noSignals },
    async (t) => {
      const out = tempFolder(t);
      const args = evalArgs(out, '--pipelines', 'sunar-nar', '--json');
      const cut = await runCli(args, { env: cache, [end]: answered(t, out, 3) });
      assert.equal(cut.code, end === 'kill' ? null : 3, cut.stderr);
      if (end === 'interrupt') assert.match(cut.stderr, /Stopped\. Stored results are kept\.\n$/);
      assert.deepEqual([cut.stdout, existsSync(join(out, 'RESULTS.md'))], ['', false]);
      const before = answersIn(out);
      assert.ok(before.length >= 3 && before.length < questionCount, `${before.length} answers`);
      const { code, stdout, stderr } = await runWarmCli(args, { env: cache });
      assert.equal(code, 0, stderr);
      const whole = answersIn(out);
      assert.deepEqual(whole.slice(0, before.length), before);
      assert.deepEqual([whole.length, new Set(whole.map(({ id }) => id)).size], [questionCount, questionCount]);
      assert.equal(evalJson.parse(JSON.parse(stdout)).questions, questionCount);
    },
  );
}

test('a sweep names its systems, its answers are those of the same systems under other names, and results keep the pipeline as id', async (t) => {
  const out = tempFolder(t);
  const swept = await runWarmCli(evalArgs(out, '--limit', '3', '--pipelines', 'sunar-nar', '--sweep', 'l=1..2', '--json'), { env: cache });
  assert.equal(swept.code, 0, swept.stderr);
  const named = z.object({ pipelines: z.array(z.object({ id: z.string(), system: z.string() })) }).parse(JSON.parse(swept.stdout));
  assert.deepEqual(
    named.pipelines.map(({ id, system }) => [id, system]),
    [
      ['sunar-nar', 'sunar-nar l=1'],
      ['sunar-nar', 'sunar-nar l=2'],
    ],
  );
  assert.equal(answersIn(out).length, 6);
  const again = await runWarmCli(evalArgs(out, '--limit', '3', '--system', 'narrow:sunar-nar,l=1', '--json'), { env: cache });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /narrow: 3 of 3 questions, 3 of them answered before/);
  assert.equal(answersIn(out).length, 6);
});

test('--limit takes the first questions, --set goes to the pipelines that have the parameter, and stdout has the table', async (t) => {
  const out = tempFolder(t);
  const { code, stdout, stderr } = await runWarmCli(evalArgs(out, '--limit', '3', '--set', 'maxSteps=2'), { env: cache });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^# .*, 3 questions\n[\s\S]*retrieve-read: n = 5, .*\n- sunar-nar: .*maxSteps = 2/);
  assert.equal(stdout, readFileSync(join(out, 'RESULTS.md'), 'utf8'));
});

const judgedJson = z.object({
  judge: z.object({ id: z.string(), reused: z.number(), costs: z.object({ llm_calls: z.number(), prompt_tokens: z.number() }) }).optional(),
  pipelines: z.array(
    z.object({
      acc: z.number().optional(),
      llmCalls: z.number(),
      abstained: z.number(),
      abstainedUnscorable: z.number(),
      scored: z.number(),
      scores: z.object({ em_cover_tokens: z.number() }),
      judged: z.object({ correct: z.number(), unasked: z.number(), judge_errors: z.number() }).optional(),
    }),
  ),
});

test('--judge adds acc; a judgment is asked for once, another judge is asked again, and its cost is its own', async (t) => {
  const out = tempFolder(t);
  const simulation = await startSimulation({ dataset });
  const other = await startSimulation({ dataset, faults: [{ kind: 'same-sentence', probability: 1 }] });
  t.after(() => simulation.close());
  t.after(() => other.close());
  const env = { ...cache, OPENAI_BASE_URL: simulation.baseUrl, OPENAI_API_KEY: 'k1', ARIADNE_JUDGE_API_KEY: 'k2' };
  const evaluate = async (...more: readonly string[]) => {
    const { code, stdout, stderr } = await runWarmCli(evalArgs(out, '--pipelines', 'retrieve-read', '--json', ...more), { env });
    assert.equal(code, 0, stderr);
    const { judge, pipelines } = judgedJson.parse(JSON.parse(stdout));
    const [pipeline = assert.fail()] = pipelines;
    return { judge, pipeline, markdown: readFileSync(join(out, 'RESULTS.md'), 'utf8') };
  };

  const { judge, pipeline, markdown } = await evaluate('--judge', 'openai:judge-a');
  const unasked = pipeline.abstained - pipeline.abstainedUnscorable;
  const judgments = pipeline.scored - unasked;
  assert.ok(pipeline.acc !== undefined && pipeline.acc > 0 && judgments > 0);
  assert.equal(pipeline.acc, pipeline.scores.em_cover_tokens);
  assert.deepEqual([pipeline.judged?.unasked, pipeline.judged?.judge_errors, pipeline.llmCalls], [unasked, 0, 0]);
  assert.deepEqual([judge?.id, judge?.reused, judge?.costs.llm_calls], ['openai:judge-a', 0, judgments]);
  assert.equal(simulation.requests.length, judgments);
  assert.ok(simulation.requests.every(({ role, headers }) => role === 'judge' && headers['authorization'] === 'Bearer k1'));
  assert.match(markdown, /\| rouge_l \| acc \|[\s\S]*## Judge[\s\S]*openai:judge-a/);

  const again = await evaluate('--judge', 'openai:judge-a');
  assert.deepEqual([again.pipeline, again.judge], [pipeline, judge && { ...judge, reused: judgments }]);
  assert.equal(simulation.requests.length, judgments, 'no judgment is asked for twice');

  const recomputed = await evaluate('--judge', 'openai:judge-b', '--judge-url', other.baseUrl);
  assert.deepEqual(
    [recomputed.pipeline.acc, recomputed.pipeline.judged?.judge_errors, simulation.requests.length],
    [0, judgments, judgments],
  );
  assert.ok(other.requests.length > 0 && other.requests.every(({ headers }) => headers['authorization'] === 'Bearer k2'));

  const without = await evaluate();
  assert.deepEqual([without.pipeline.acc, without.pipeline.judged, without.judge], [undefined, undefined, undefined]);
  assert.doesNotMatch(without.markdown, /\bacc\b|[Jj]udge/);
});

const refused: readonly { readonly name: string; readonly args: readonly string[]; readonly code: number; readonly says: RegExp }[] = [
  { name: 'a pipeline that is none', args: ['--pipelines', 'sunar-nar,crystal-ball'], code: 2, says: /no pipeline "crystal-ball"/ },
  {
    name: 'a parameter that no pipeline has',
    args: ['--set', 'speed=9'],
    code: 2,
    says: /None of retrieve-read, sunar-nar has a parameter speed/,
  },
  { name: 'a limit that is none', args: ['--limit', '0'], code: 2, says: /--limit takes a whole number/ },
  { name: 'a judge that is no chat model', args: ['--judge', 'builtin'], code: 2, says: /--judge takes openai:MODEL/ },
  { name: 'a model for BERTScore that is not local', args: ['--bertscore', 'builtin'], code: 2, says: /--bertscore takes hf:ORG\/NAME/ },
  { name: 'the address of no judge', args: ['--judge-url', 'http://127.0.0.1:9/v1'], code: 2, says: /Add --judge/ },
  { name: 'a pipeline that the reasoner cannot run', args: ['--pipelines', 'direct'], code: 2, says: /needs a language model/ },
];
for (const { name, args, code, says } of refused) {
  test(`${name}: exit code ${code}, and a line that helps`, async (t) => {
    const result = await runWarmCli(evalArgs(tempFolder(t), ...args), { env: cache });
    assert.deepEqual([result.code, result.stdout], [code, '']);
    assert.match(result.stderr, says);
    assert.doesNotMatch(result.stderr, /\n\s+at /, 'no stack');
  });
}

test('a model that is not there ends the evaluation at the first question; the line says so', async (t) => {
  const out = tempFolder(t);
  const env = { ...cache, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const { code, stderr } = await runWarmCli(evalArgs(out, '--chat', 'openai:none', '--concurrency', '1'), { env });
  assert.equal(code, 3);
  assert.match(stderr, /could not be reached .*The evaluation stops\. Rerun the command to continue\.\n$/);
  assert.equal(answersIn(out).length, 1);
});

test('a broken line of a dataset is named', async (t) => {
  const folder = tempFolder(t, {
    'corpus.jsonl': '{"id": "a", "text": "x"}\n',
    'questions.jsonl': '{"id": "1", "question": "Who?", "answers": []}\nWho?\n',
  });
  const { code, stderr } = await runWarmCli(['eval', folder], { env: cache });
  assert.deepEqual(
    [code, stderr],
    [3, `${join(folder, 'questions.jsonl')}, line 2: this is not JSON. Fix the line, then evaluate again.\n`],
  );
});

test('calibrate fits a local reader, saves it for its model, and refuses a dataset that says nothing', async (t) => {
  const home = tempFolder(t);
  const env = { XDG_CACHE_HOME: home, LOCALAPPDATA: home, HOME: home };
  const reader = `folder:${readerFolder(t, 'paris', 'france')}`;
  // Of twelve quotes of which the reader is sure, four are wrong; where it is not sure, it is wrong.
  const animals = Array.from({ length: 20 }, (_, i) => ({ name: `animal${i}`, isSure: i < 12, isRight: i % 3 > 0 && i < 12 }));
  const files = {
    'corpus.jsonl': lines(
      animals.map(({ name, isSure }) => ({ id: name, text: `${name} lives ${isSure ? 'in Paris in France' : 'by the river'}.` })),
    ),
    'questions.jsonl': lines(
      animals.map(({ name, isRight }) => ({
        id: name,
        question: `${name} ?`,
        answers: [isRight ? 'Paris in France' : 'Spain'],
        supporting: [name],
      })),
    ),
  };
  const dataset = tempFolder(t, files);
  const args = ['--reader', reader, '--first-stage', 'bm25', '--json'];
  const { code, stdout, stderr } = await runWarmCli(['calibrate', dataset, ...args], { env });
  assert.equal(code, 0, stderr);
  const outcome = z.object({ answered: z.number(), right: z.number(), logLoss: z.number() });
  const border = z.object({ nullThreshold: z.number(), temperature: z.number() });
  const found = z
    .object({ questions: z.literal(20), saved: z.literal(true), border, byDefault: outcome, heldOut: outcome })
    .parse(JSON.parse(stdout));
  assert.deepEqual([found.byDefault.answered, found.byDefault.right], [12 / 20, 8 / 12]);
  assert.ok(found.heldOut.logLoss < found.byDefault.logLoss);
  assert.ok(found.border.temperature > 1, 'it is less sure than before');

  const tested = await runWarmCli(['models', 'test', reader, '--role', 'reader'], { env });
  assert.match(tested.stdout, new RegExp(`is calibrated with 20 questions of ${basename(dataset)}`));

  const unrelated = tempFolder(t, { ...files, 'questions.jsonl': lines([{ id: '1', question: 'animal1 ?', answers: ['Spain'] }]) });
  const failed = await runWarmCli(['calibrate', unrelated, ...args], { env });
  assert.equal(failed.code, 3);
  assert.match(failed.stderr, /cannot be calibrated with this dataset: none of its quotes is an accepted answer\. Choose another dataset/);
});

test('calibrate asks each question in three ways and chooses thresholds; without a model it says so', async (t) => {
  const out = tempFolder(t);
  const simulation = await startSimulation({ dataset, knows: 0.5 });
  t.after(() => simulation.close());
  const env = { ...cache, OPENAI_BASE_URL: simulation.baseUrl, OPENAI_API_KEY: 'k' };
  const args = ['calibrate', dataset, '--out', out, '--limit', '6', '--json'];
  const { code, stdout, stderr } = await runWarmCli([...args, '--chat', 'openai:simulation'], { env });
  assert.equal(code, 0, stderr);
  const found = z
    .object({
      questions: z.number(),
      score: z.number(),
      byDefault: z.object({ score: z.number() }),
      chosen: z.object({ alpha: z.number(), beta: z.number() }),
      settings: z.object({ 'ariadne.pipelineParameters': z.object({ 'self-dc': z.object({ alpha: z.number(), beta: z.number() }) }) }),
    })
    .parse(JSON.parse(stdout));
  assert.equal(found.questions, 6);
  assert.ok(found.score >= found.byDefault.score);
  assert.equal(answersIn(out).length, 18);

  const without = await runWarmCli(args, { env: cache });
  assert.deepEqual([without.code, without.stdout], [2, '']);
  assert.match(without.stderr, /Confidence comes from a language model, and none is chosen\. Choose a model with --chat/);
});
