import { test } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import { answerView } from '../../webview-ui/src/answerView.ts';
import { flagSentence, toldFlags } from '../../src/trace/dag/flagWords.ts';
import { added, started, traceOf } from './log.ts';

test('flags of the run and its steps become notes in plain words, each once', () => {
  const flagged = traceOf(
    started('q?'),
    added('s1', 0),
    added('s2', 1),
    added('meta', 2, { kind: 'meta' }),
    added('s3', 3),
    { kind: 'flagged', flag: 'role_unavailable:sunar.asu' },
    { kind: 'flagged', flag: 'budget_exhausted' },
    { kind: 'node-changed', node: 's2', flag: 'dropped:2' },
    { kind: 'node-changed', node: 'meta', flag: 'from_a_later_version:x' },
    { kind: 'node-changed', node: 's3', status: 'superseded', flag: 'no_evidence' },
  );
  assert.deepEqual(answerView(flagged).notes, [
    'Without a language model, a simpler version of this part of the published method runs: uncertainty feedback.',
    'A limit was reached before the last step.',
    'Step 2: 2 passages did not fit the model and were left out.',
    'From a later version.',
  ]);
});

test('without an answer no note speaks of one', () => {
  const end = { kind: 'run-finished', status: 'ok', answer: null, abstained: true, stopReason: 'done', bytesSent: 0 } as const;
  const notes = (answer: string | null): readonly string[] => {
    const flagged: readonly NewRunEvent[] = [
      { kind: 'node-changed', node: 's1', status: 'unsupported', set: { answer }, flag: 'no_evidence' },
      { kind: 'node-changed', node: 's1', flag: 'refine_failed' },
      { kind: 'node-changed', node: 'meta', flag: 'mer_fallback' },
    ];
    const ended = { ...end, answer, abstained: answer === null };
    return answerView(traceOf(started('q?'), added('s1', 0), added('meta', 1, { kind: 'meta' }), ...flagged, ended)).notes;
  };
  assert.deepEqual(notes(null), ['Step 1: No passage answers this.', 'Step 1: The check against the evidence could not run.']);
  assert.ok(notes('Ann').includes('Step 1: No passage supports the answer.'));
  for (const flag of notes(null)) assert.doesNotMatch(flag, /\b(?:the|this) answer\b|using/);
});

test('a run says which changes it does not know', () => {
  const said = ([6, 1, 'unknown'] as const).map((unindexed) => {
    const { notes, unindexed: words } = answerView(traceOf(started('q?', { unindexed })));
    return [words, ...notes];
  });
  assert.deepEqual(said, [
    ['6 changed files not indexed yet', '6 changed files were not indexed yet when this was asked. Ask again to include them.'],
    ['1 changed file not indexed yet', '1 changed file was not indexed yet when this was asked. Ask again to include it.'],
    ['Changes not indexed yet', 'The folder was still being scanned for changes when this was asked. Ask again to include them.'],
  ]);
});

test('the code of a failure is no note: its message is', () => {
  assert.deepEqual(toldFlags(['call_failed:sunar.step', 'chat-server-error', 'folded:2']), ['call_failed:sunar.step', 'folded:2']);
});

test('every flag and role of the engine has words', () => {
  const root = join(import.meta.dirname, '..', '..');
  const known = new Set<string>();
  for (const file of globSync('src/{engine,pipelines,reasoning,retrieval}/**/*.ts', { cwd: root })) {
    const flags = readFileSync(join(root, file), 'utf8').matchAll(/\bflag(?:Node|Once|s\.add)?\b[^;\n]*?['`]([a-z]+(?:_[a-z]+)+)[:'`]/g);
    for (const [, flag = ''] of flags) known.add(flag);
  }
  assert.ok(known.has('mer_fallback') && known.has('nli_failed') && known.has('role_unavailable'), 'flags are found in the sources');
  const wordless = (sentence: string, id: string): boolean => sentence.toLowerCase() === `${id.replaceAll('_', ' ')}.`;
  assert.deepEqual(
    [...known].filter((flag) => wordless(flagSentence(`${flag}:1`), flag)),
    [],
  );
  const roles = globSync('src/reasoning/roles/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bid: '([a-z.]+)'/g)].map(([, id = '']) => id),
  );
  assert.ok(roles.includes('sunar.mer') && roles.includes('compose'), 'roles are found in the sources');
  assert.deepEqual(
    roles.filter((role) => flagSentence(`call_failed:${role}`).includes('one of its tasks')),
    [],
  );
});
