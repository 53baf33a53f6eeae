import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { compareSystems } from '../../../../lab/evaluation/comparison.ts';
import { confidencePlot } from '../../../../lab/evaluation/confidencePlot.ts';
import type { EvalRecord } from '../../../../lab/evaluation/evalRecord.ts';
import { reportPage } from '../../../../lab/evaluation/page/page.ts';
import { recommend } from '../../../../lab/evaluation/recommendation.ts';
import { summarize } from '../../../../lab/evaluation/summary.ts';
import { coursesOf, sweepPlot } from '../../../../lab/evaluation/sweepPlot.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import { recordOf } from './evalRecords.ts';

const firstStage = 'bm25' as const;

function measuredOf(name: string, right: number, params: Readonly<Record<string, unknown>>, decision?: EvalRecord['decision']) {
  const records = Array.from({ length: 40 }, (_, i): EvalRecord => {
    const record = recordOf('self-dc', i, Number(i < right), 0);
    return decision ? { ...record, decision } : record;
  });
  return { name, system: { pipeline: 'self-dc', params, models: builtinModels, firstStage }, records };
}

function pageOf(measured: readonly ReturnType<typeof measuredOf>[], dataset = 'cities'): string {
  const f1 = 'f1_hotpot';
  const systems = measured.map(({ name, records }) => summarize({ name, pipeline: 'self-dc' }, records));
  const { pairs, intervals } = compareSystems(measured, f1);
  return reportPage({
    dataset,
    questions: 40,
    setup: ['models: none'],
    f1,
    systems,
    comparisons: pairs,
    recommendation: recommend(systems, measured, { f1, pairs, known: [] }),
    singleSearch: new Map(),
    intervals: new Map([...intervals].map(([name, { f1: interval }]) => [name, interval])),
    measured,
  });
}

const sweep = [1, 2, 3].map((k) => measuredOf(`dc k=${k}`, 10 * k, { k }, { subQuestions: k, confidence: k / 4, branch: 'retrieve' }));

describe('the report page', () => {
  const page = pageOf(sweep);

  test('is whole: nothing is loaded from elsewhere, and its one script is the one that is allowed', () => {
    assert.doesNotMatch(page, /(?:src|href)="(?!#)|url\(|@import/);
    const [, text = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
    assert.ok(page.includes(`script-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`));
  });

  test('recommends a system, with its settings to copy', () => {
    assert.match(page, /Recommended for these documents: dc k=3<\/h2>/);
    const [, settings = ''] = /<pre id="settings"[^>]*>([^<]*)<\/pre>/.exec(page) ?? [];
    assert.deepEqual(JSON.parse(settings.replaceAll('&quot;', '"')), {
      'ariadne.pipeline': 'self-dc',
      'ariadne.pipelineParameters': { 'self-dc': { k: 3 } },
      'ariadne.firstStage': 'bm25',
    });
  });

  test('has a plot for each cost, the sweep, the confidences, and a table of all pairs, facets and decisions', () => {
    for (const title of ['model calls', 'tokens', 'searches']) assert.ok(page.includes(`aria-label="f1_hotpot against ${title}"`), title);
    assert.ok(page.includes('aria-label="f1_hotpot, % by k, with 95 % intervals"'));
    assert.equal(page.match(/confidence in the whole question/g)?.length, 3);
    assert.match(page, /<td class="better" title="dc k=3 − dc k=1: \+50\.00, 95 % interval/);
    assert.match(page, /f1_hotpot by type, in percent/);
    assert.match(page, /<th scope="col">split<\/th>[\s\S]*<th scope="col">retrieve<\/th>/);
  });

  test('every table has heads with a scope, and every link of the page a target', () => {
    for (const [, head = ''] of page.matchAll(/<th\b([^>]*)>/g)) assert.match(head, /scope="(?:col|row)"/);
    for (const [, id = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(page.includes(`id="${id}"`), id);
  });

  test('escapes the names of dataset and systems', () => {
    const hostile = pageOf([measuredOf('<script>alert(1)</script>', 3, {}), measuredOf('"b" & c', 4, {})], '<img src=x>');
    assert.doesNotMatch(hostile, /<script>alert|<img/);
    assert.match(hostile, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  });

  test('of one system without sub-questions has neither comparison nor recommendation', () => {
    const single = pageOf([measuredOf('only', 3, {}, { subQuestions: 0 })]);
    assert.doesNotMatch(single, /Every pair|Recommended|Sweeps|Confidence and decomposition/);
  });
});

describe('a sweep in a plot', () => {
  const swept = (name: string, params: Readonly<Record<string, unknown>>) => ({
    name,
    system: { pipeline: 'p', params, models: builtinModels, firstStage },
    quality: 0.5,
    low: 0.4,
    high: 0.6,
  });

  test('is a line for each group of systems that differ in one number only', () => {
    const systems = [1, 2, 3].flatMap((k) => ['x', 'y'].map((graph) => swept(`s k=${k} graph=${graph}`, { k, graph })));
    const courses = coursesOf(systems);
    assert.deepEqual(
      courses.map(({ parameter, lines }) => [parameter, lines.map(({ name, points }) => [name, points.map(({ value }) => value)])]),
      [
        [
          'k',
          [
            ['s graph=x', [1, 2, 3]],
            ['s graph=y', [1, 2, 3]],
          ],
        ],
      ],
    );
    assert.equal(sweepPlot(courses[0] ?? assert.fail(), 'F1').match(/<polyline/g)?.length, 2);
  });

  test('needs three values', () => assert.deepEqual(coursesOf([swept('a', { k: 1 }), swept('b', { k: 2 })]), []));
});

test('confidences are counted in tenths, right and not, and a summary says what share was split', () => {
  const decisions = [0, 0.05, 0.3, 0.95, 1, null].map((confidence, i) => ({ subQuestions: i, confidence, branch: i < 4 ? 'a' : 'b' }));
  const records = decisions.map((decision, i) => ({ ...recordOf('self-dc', i, 1, 0), decision }));
  const { decisions: found } = summarize({ name: 'x', pipeline: 'self-dc' }, records);
  assert.deepEqual(found, {
    n: 6,
    decomposed: 4 / 6,
    subQuestions: 2.5,
    branches: { a: 4, b: 2 },
    confidence: { right: [2, 0, 0, 1, 0, 0, 0, 0, 0, 2], wrong: new Array<number>(10).fill(0), missing: 1 },
  });
  assert.match(confidencePlot('x', found?.confidence ?? assert.fail()), /<title>confidence 0\.9 to 1: 2 right<\/title>/);
  assert.equal(summarize({ name: 'x', pipeline: 'self-dc' }, [recordOf('self-dc', 1, 1, 0)]).decisions, null);
});
