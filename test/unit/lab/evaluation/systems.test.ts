import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { parseSweep } from '../../../../lab/evaluation/sweep.ts';
import { parseSystem, plainSystem, readSystems, refuseRepeatedNames, swept } from '../../../../lab/evaluation/systems.ts';
import type { PipelineInfo } from '../../../../src/protocol/pipelineInfo.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const parameter = (name: string): PipelineInfo['parameters'][number] => ({ name, description: '', type: 'integer' });
const known: readonly PipelineInfo[] = [
  { id: 'walk', title: '', description: '', paper: '', parameters: [parameter('k'), parameter('graph')] },
  { id: 'chain', title: '', description: '', paper: '', parameters: [parameter('reader')] },
];

function refused(code: string, says: RegExp): (error: unknown) => boolean {
  return (error) => isAriadneError(error) && error.code === code && says.test(error.message);
}

describe('a system on the command line', () => {
  test('has a name, a pipeline and what differs from the defaults', () => {
    assert.deepEqual(parseSystem('deep walk: walk, k=10,first-stage=hybrid, graph=both,chat=openai:org/model:2', known), {
      name: 'deep walk',
      pipeline: 'walk',
      params: { k: 10, graph: 'both' },
      firstStage: 'hybrid',
      models: { chat: 'openai:org/model:2' },
    });
  });

  test('without a name is named after what it says', () => {
    assert.equal(parseSystem('walk,k=3', known).name, 'walk k=3');
    assert.equal(parseSystem('walk', known).name, 'walk');
  });

  test('a parameter named like a role is the parameter; the model is <role>-model', () => {
    const { params, models } = parseSystem('a:chain,reader=chain,reader-model=hf:x/y', known);
    assert.deepEqual([params, models], [{ reader: 'chain' }, { reader: 'hf:x/y' }]);
  });

  const wrong: readonly (readonly [text: string, code: string, says: RegExp])[] = [
    ['', 'usage', /--system takes NAME:pipeline/],
    [':walk', 'usage', /--system takes NAME:pipeline/],
    ['a:walkk', 'pipeline-unknown', /no pipeline "walkk"\. Did you mean "walk"\?/],
    ['a:walk,kk=3', 'parameter-invalid', /System "a": walk has no parameter kk\. Did you mean "k"/],
    ['a:walk,k', 'usage', /System "a": "k" is not name=value/],
    ['a:walk,first-stage=best', 'usage', /the first stage is one of bm25, dense, hybrid, linked, not "best"/],
  ];
  for (const [text, code, says] of wrong) {
    test(`"${text}" is refused`, () => assert.throws(() => parseSystem(text, known), refused(code, says)));
  }
});

describe('a sweep', () => {
  const values = (text: string): readonly unknown[] => parseSweep(text).values;

  test('is a list, a range with both ends, or a range with steps', () => {
    assert.deepEqual(values('k=1..4'), [1, 2, 3, 4]);
    assert.deepEqual(values('k=1,5..6,10'), [1, 5, 6, 10]);
    assert.deepEqual(values('alpha=0.1..0.7:0.2'), [0.1, 0.3, 0.5, 0.7]);
    assert.deepEqual(values('graph=neighbors,both'), ['neighbors', 'both']);
    assert.deepEqual(values('mer=true,false'), [true, false]);
    assert.deepEqual(values('k=2,2'), [2]);
  });

  for (const [text, says] of [
    ['k', /--sweep takes name=values/],
    ['k=', /an empty value/],
    ['k=1,,2', /an empty value/],
    ['k=5..1', /the range has no values/],
    ['k=0..1000000', /more than 100/],
    ['k=1..2:0', /the step is not a number above 0/],
    ['k=0.5..2', /fractions need a step/],
  ] as const) {
    test(`"${text}" is refused`, () => assert.throws(() => parseSweep(text), refused('usage', says)));
  }

  test('varies what has the parameter and leaves the rest; several are combined', () => {
    const systems = swept(
      [plainSystem('walk', known), plainSystem('chain', known)],
      [parseSweep('k=1..2'), parseSweep('graph=neighbors,both')],
      known,
    );
    assert.deepEqual(
      systems.map(({ name, params }) => [name, params]),
      [
        ['walk k=1 graph=neighbors', { k: 1, graph: 'neighbors' }],
        ['walk k=1 graph=both', { k: 1, graph: 'both' }],
        ['walk k=2 graph=neighbors', { k: 2, graph: 'neighbors' }],
        ['walk k=2 graph=both', { k: 2, graph: 'both' }],
        ['chain', {}],
      ],
    );
  });

  test('takes the first stage and the models too', () => {
    const systems = swept([plainSystem('walk', known)], [parseSweep('first-stage=bm25,dense'), parseSweep('chat=a,b')], known);
    assert.deepEqual(
      systems.map(({ firstStage, models }) => [firstStage, models.chat]),
      [
        ['bm25', 'a'],
        ['bm25', 'b'],
        ['dense', 'a'],
        ['dense', 'b'],
      ],
    );
  });

  test('over a parameter that is none is refused, and so are too many systems', () => {
    const systems = [plainSystem('walk', known), plainSystem('chain', known)];
    assert.throws(
      () => swept(systems, [parseSweep('grap=1..3')], known),
      refused('parameter-invalid', /--sweep: none of walk, chain has a parameter grap\. Did you mean "graph"\?/),
    );
    assert.throws(
      () => swept(systems, [parseSweep('k=1..20'), parseSweep('graph=1..20')], known),
      refused('usage', /make 401 systems; at most 100/),
    );
  });
});

test('a system named twice is refused', () => {
  assert.throws(
    () => refuseRepeatedNames([parseSystem('a:walk', known), parseSystem('a:chain', known)]),
    refused('usage', /^Two systems are named "a"\. Give one of them another name\.$/),
  );
});

describe('a file of systems', () => {
  const read = (t: Parameters<typeof tempFolder>[0], content: unknown) => {
    const folder = tempFolder(t, { 'systems.json': typeof content === 'string' ? content : JSON.stringify(content) });
    return readSystems(join(folder, 'systems.json'), known);
  };

  test('lists systems, each with sweeps, and sweeps of all', (t) => {
    const systems = read(t, {
      about: 'Walks.',
      systems: [
        { name: 'short', about: 'a note', pipeline: 'walk', params: { k: 1 }, firstStage: 'bm25', models: { reranker: 'x' } },
        { name: 'long', pipeline: 'walk', sweep: { k: '8..9' } },
        { pipeline: 'chain' },
      ],
      sweep: { graph: ['both'] },
    });
    assert.deepEqual(systems, [
      { name: 'short graph=both', pipeline: 'walk', params: { k: 1, graph: 'both' }, firstStage: 'bm25', models: { reranker: 'x' } },
      { name: 'long k=8 graph=both', pipeline: 'walk', params: { k: 8, graph: 'both' }, models: {} },
      { name: 'long k=9 graph=both', pipeline: 'walk', params: { k: 9, graph: 'both' }, models: {} },
      { name: 'chain', pipeline: 'chain', params: {}, models: {} },
    ]);
    assert.deepEqual(read(t, [{ pipeline: 'chain' }]), systems.slice(3));
  });

  for (const [name, content, says] of [
    ['no JSON', '{', /systems\.json: this is not JSON/],
    ['another form', '{"system": []}', /systems\.json: expected \{"systems": \[…\]\}/],
    ['no systems', { systems: [] }, /systems\.json: there are no systems/],
    ['a field that is none', [{ pipeline: 'walk', parms: {} }], /system 1: unknown field parms/],
    ['a first stage that is none', [{ pipeline: 'walk', firstStage: 'best' }], /system 1: firstStage: /],
    ['a pipeline that is none', [{ pipeline: 'stroll' }], /no pipeline "stroll"/],
    ['a parameter that is none', [{ pipeline: 'walk', params: { l: 1 } }], /System "walk": walk has no parameter l/],
  ] as const) {
    test(`with ${name} is refused`, (t) => assert.throws(() => read(t, content), says));
  }

  test('that does not exist is refused', () => {
    assert.throws(() => readSystems(join('no', 'such.json'), known), refused('usage', /the file cannot be read/));
  });
});
