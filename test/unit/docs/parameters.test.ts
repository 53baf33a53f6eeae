import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePipeline } from '../../../src/pipelines/registry.ts';
import type { PipelineInfo } from '../../../src/protocol/pipelineInfo.ts';
import { allPipelines, pipelineOf } from '../../support/allPipelines.ts';
import { repositoryTexts } from '../../support/docReferences.ts';

const specification = repositoryTexts('docs/pipelines/*.md')
  .map(({ text }) => text)
  .join('\n');

type Parameter = PipelineInfo['parameters'][number];

function cellsOf(section: string): readonly (readonly string[])[] {
  const [, text = ''] = specification.split(`\n## ${section} Parameters\n`);
  const [, , ...rows] = (text.split('\n#')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The first table of a section. A row of several parameters has their defaults in the same order. */
function rowsOf(section: string): readonly { readonly name: string; readonly byDefault: string; readonly legal: string }[] {
  return cellsOf(section).flatMap(([names = '', defaults = '', , legal = '']) => {
    const named = [...names.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []);
    const values = named.length === 1 ? [defaults] : defaults.split(', ');
    return named.map((name, i) => ({ name, byDefault: values[i] ?? '', legal: named.length === 1 ? legal : '' }));
  });
}

function assertTrue(
  { name, default: byDefault, minimum, maximum }: Parameter,
  said: { readonly byDefault: string; readonly legal: string },
): void {
  const expected = typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault);
  if (byDefault !== undefined) assert.equal(said.byDefault.replace(/^`([^`]+)`.*$/, '$1'), expected, `default of ${name}`);
  const range = /^([\d.]+)–([\d.,]+)/.exec(said.legal);
  if (range) assert.deepEqual([Number(range[1]), Number(range[2]?.replaceAll(',', ''))], [minimum, maximum], `range of ${name}`);
}

const sections = [
  ['sunar', '2.1'],
  ['leapquery', '3.1'],
  ['self-dc', '4.1'],
  ['drr-rag', '5.1'],
  ['bridge-rag', '11.1'],
] as const;
for (const [id, section] of sections) {
  test(`pipelines.md ${section} has the parameters of ${id} with their defaults and ranges`, () => {
    const { parameters } = describePipeline(pipelineOf(id));
    const rows = rowsOf(section);
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), parameters.map(({ name }) => name).toSorted());
    for (const parameter of parameters) {
      const said = rows.find(({ name }) => name === parameter.name);
      if (said) assertTrue(parameter, said);
    }
  });
}

for (const section of ['7.12', '8.6']) {
  test(`pipelines.md ${section} has the parameters of its systems with their defaults and ranges`, () => {
    const rows = cellsOf(section);
    const systems = [...new Set(rows.map(([system = '']) => system.replaceAll('`', '')))];
    const parameters = systems.flatMap((id) => describePipeline(pipelineOf(id)).parameters.map((parameter) => ({ id, ...parameter })));
    assert.deepEqual(
      rows.map(([system, name]) => `${system} ${name}`),
      parameters.map(({ id, name }) => `\`${id}\` \`${name}\``),
    );
    for (const [i, parameter] of parameters.entries()) {
      const [, , byDefault = '', legal = ''] = rows[i] ?? [];
      assertTrue(parameter, { byDefault, legal });
      if (parameter.choices) assert.equal(legal, parameter.choices.join(', '), `choices of ${parameter.name}`);
    }
  });
}

test('every pipeline with parameters has them in a table of pipelines.md', () => {
  const inTables = ['7.12', '8.6'].flatMap((section) => cellsOf(section).map(([system = '']) => system.replaceAll('`', '')));
  const described = new Set([...sections.map(([id]) => id as string), ...inTables]);
  const missing = allPipelines.filter((pipeline) => describePipeline(pipeline).parameters.length > 0 && !described.has(pipeline.id));
  // SUNAR-NAR has those of SUNAR without uncertainty feedback.
  assert.deepEqual(
    missing.map(({ id }) => id),
    ['sunar-nar'],
  );
});

test('every pipeline that searches says how many passages it reads, with parameters that it has', () => {
  for (const pipeline of allPipelines) {
    const { passages = [], parameters } = describePipeline(pipeline);
    const { retrievals } = pipeline.bound(pipeline.parameters.parse({}));
    assert.equal(passages.length > 0, retrievals > 0, pipeline.id);
    const names = parameters.flatMap(({ name, type }) => (type === 'integer' ? [name] : []));
    assert.ok(
      passages.every((name) => names.includes(name)),
      pipeline.id,
    );
  }
});
