import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { systemsOf } from '../../../../lab/commands/evalSystems.ts';
import { withBaselines } from '../../../support/allPipelines.ts';
import { repositoryRoot } from '../../../support/docReferences.ts';

withBaselines();

function systems(values: Parameters<typeof systemsOf>[0]['values']) {
  return systemsOf({ values, positionals: [] });
}

function names(values: Parameters<typeof systemsOf>[0]['values']): readonly string[] {
  return systems(values).map(({ name }) => name);
}

describe('the systems to compare', () => {
  test('are two pipelines by default, those named, or only own systems', () => {
    assert.deepEqual(names({}), ['retrieve-read', 'sunar-nar']);
    assert.deepEqual(names({ pipelines: 'direct, direct,ircot' }), ['direct', 'ircot']);
    assert.deepEqual(names({ system: ['a:sunar-nar,k=3', 'b:sunar-nar'] }), ['a', 'b']);
    assert.deepEqual(names({ pipelines: 'retrieve-read', system: ['a:sunar-nar'] }), ['retrieve-read', 'a']);
  });

  test('have the first stage and models of the command, unless they name their own', () => {
    const [plain, own] = systems({
      'first-stage': 'bm25',
      chat: 'openai:a',
      system: ['plain:ircot', 'own:ircot,first-stage=dense,chat=openai:b,reranker=folder:models/x'],
    }).map(({ system }) => system);
    assert.deepEqual([plain?.firstStage, plain?.models.chat, plain?.models.reranker], ['bm25', 'openai:a', 'builtin']);
    assert.deepEqual([own?.firstStage, own?.models.chat, own?.models.reranker], ['dense', 'openai:b', `folder:${resolve('models/x')}`]);
  });

  test('all search what --scope names, which is checked before anything is indexed', () => {
    const scopes = systems({ scope: ['in:notes/', 'type:md'], pipelines: 'direct,ircot' }).map(({ system }) => system.scope);
    assert.deepEqual(scopes, ['in:notes/ type:md', 'in:notes/ type:md']);
    assert.deepEqual(Object.keys(systems({})[0]?.system ?? {}).includes('scope'), false);
    assert.throws(() => systems({ scope: ['year:>'] }), { code: 'scope-invalid' });
  });

  test('--set gives a value to systems that have the parameter and no value', () => {
    const found = systems({ set: ['l=3'], system: ['given:sunar-nar,l=7', 'not:sunar-nar', 'none:direct'] });
    assert.deepEqual(
      found.map(({ system }) => system.params['l']),
      [7, 3, undefined],
    );
  });

  test('--knowledge says what answers may rest on in all systems that read documents, except those with a value', () => {
    const found = systems({ knowledge: 'evidence-then-memory', system: ['ircot', 'own:ircot,knowledge=as-published', 'direct'] });
    assert.deepEqual(
      found.map(({ system }) => system.params['knowledge']),
      ['evidence-then-memory', 'as-published', undefined],
    );
    assert.throws(() => systems({ knowledge: 'evidence', system: ['direct'] }), /none of direct reads documents/);
    assert.throws(() => systems({ knowledge: 'memory', system: ['ircot'] }), /--knowledge is one of evidence, evidence-then-memory/);
  });

  test('--passages gives all systems as many passages, whatever the parameter is called, except those with a value', () => {
    const set = ['sunar-nar', 'leapquery', 'self-dc', 'drr-rag', 'ircot', 'retrieve-read', 'mine:self-ask,n=2', 'direct'];
    const found = systems({ passages: '7', system: [...set, 'own:iter-retgen,T=3'] }).map(
      ({ name, system: { params } }) => [name, params] as const,
    );
    const shown = found.map(([name, { l, k, K, n, merTop }]) =>
      name === 'sunar-nar' ? [name, l, merTop] : [name, name === 'ircot' ? K : name === 'leapquery' || name === 'drr-rag' ? k : n],
    );
    assert.deepEqual(shown, [
      ['sunar-nar', 7, 7],
      ['leapquery', 7],
      ['self-dc', 7],
      ['drr-rag', 7],
      ['ircot', 7],
      ['retrieve-read', 7],
      ['mine', 2],
      ['direct', undefined],
      ['own', 7],
    ]);
    assert.throws(() => systems({ passages: '7', pipelines: 'direct,cot' }), {
      message: '--passages: none of direct, cot reads passages.',
    });
    assert.throws(() => systems({ passages: '0' }), { message: /--passages takes a whole number from 1/ });
    assert.throws(() => systems({ passages: '30', pipelines: 'auto-rag-lite' }), { message: /^Parameter n of auto-rag-lite/ });
  });

  test('a pipeline of "all" that cannot run is left out, a named system is not', () => {
    const found = systems({ pipelines: 'all', system: ['mine:direct'] });
    assert.deepEqual(
      found.filter(({ isNamed }) => isNamed).map(({ name }) => name),
      ['mine'],
    );
  });

  const wrong: readonly (readonly [string, Parameters<typeof systemsOf>[0]['values'], RegExp])[] = [
    ['named twice', { pipelines: 'direct', system: ['direct:ircot'] }, /^Two systems are named "direct"/],
    ['with a value out of range', { pipelines: 'sunar-nar', sweep: ['k=15..17'] }, /Parameter k of sunar-nar: .*16/],
    ['of no pipeline', { pipelines: ' , ' }, /--pipelines takes ids/],
    ['with --set of no parameter', { set: ['speed=9'] }, /None of retrieve-read, sunar-nar has a parameter speed/],
  ];
  for (const [name, values, says] of wrong) {
    test(`${name} are refused`, () => assert.throws(() => systems(values), { message: says }));
  }
});

const folder = join(repositoryRoot, 'bench', 'systems');
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  test(`bench/systems/${file} names systems that differ`, () => {
    const found = systems({ systems: join(folder, file) });
    assert.ok(found.length >= 4);
    const kept = found.filter(({ system }, i) => found.findIndex((other) => JSON.stringify(other.system) === JSON.stringify(system)) === i);
    // The default is in several sweeps of one file.
    assert.ok(found.length - kept.length <= 2, `${kept.length} of ${found.length}`);
  });
}
