/** Logs of version 1 are read and folded as if they were of today's version. Their prompts have changed since, so none is replayed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { logVersion } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { parseLog } from '../../../src/trace/logText.ts';
import { outcomeOf, version1Runs } from '../../support/goldenRuns.ts';

for (const { name, text, outcome } of version1Runs()) {
  test(`${name}: its log of version 1 loses nothing and folds to the same`, () => {
    const events = parseLog(text, name);
    const named = text.replaceAll('"docId":', '"passageId":').replace('"logVersion":1', `"logVersion":${logVersion}`);
    assert.deepEqual(events, eventsOf(named));
    assert.deepEqual(parseLog(named.replace(`"logVersion":${logVersion}`, '"logVersion":1'), name), events, 'what version 2 continued');
    assert.deepEqual(JSON.parse(JSON.stringify(outcomeOf(fold(events)))), outcome);
  });
}

/** As they are in the text, with no schema. */
function eventsOf(text: string): unknown {
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
}

test('a log of a newer version says so', () => {
  const [{ text } = { text: '' }] = version1Runs();
  const newer = text.replace('"logVersion":1', `"logVersion":${logVersion + 1}`);
  assert.throws(
    () => parseLog(newer, 'run.jsonl'),
    (error) => isAriadneError(error, 'log-too-new') && /run\.jsonl.*Update Ariadne/.test(error.message),
  );
});
