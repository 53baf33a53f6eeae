/** Logs of version 1 are read and folded as if they were of today's version. Their prompts have changed since, so none is replayed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { logVersion } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { parseLog } from '../../../src/trace/logText.ts';
import { outcomeOf, version1Runs } from '../../support/goldenRuns.ts';

for (const { name, text, outcome } of version1Runs()) {
  test(`${name}: its log of version 1 loses no event and folds to what it was`, () => {
    const events = parseLog(text, name);
    assert.deepEqual(
      events.map(({ n, kind }) => `${n} ${kind}`),
      linesOf(text).map(({ n, kind }) => `${n} ${kind}`),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(outcomeOf(fold(events)))), outcome);
  });
}

/** The lines as they are, with no schema. */
function linesOf(text: string): readonly { readonly n: number; readonly kind: string }[] {
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as readonly { n: number; kind: string }[];
}

test('a log that version 1 began and version 2 went on with names passages in both ways', () => {
  const { name, text } = version1Runs().find((run) => run.text.includes('"docId":')) ?? assert.fail('no log names a passage');
  const middle = text.indexOf('\n', text.length / 2);
  const both = text.slice(0, middle) + text.slice(middle).replaceAll('"docId":', '"passageId":');
  assert.deepEqual(parseLog(both, name), parseLog(text, name));
});

test('a log of a newer version says so', () => {
  const [{ text } = { text: '' }] = version1Runs();
  const newer = text.replace('"logVersion":1', `"logVersion":${logVersion + 1}`);
  assert.throws(
    () => parseLog(newer, 'run.jsonl'),
    (error) => isAriadneError(error, 'log-too-new') && /run\.jsonl.*Update Ariadne/.test(error.message),
  );
});
