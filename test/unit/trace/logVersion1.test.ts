/**
 * Logs of version 1 are read and folded as if they were of today's version, and replayed where the prompts of their calls have not changed
 * since. A change on purpose of a pipeline or its prompts can end the replay of its log, as it does for the logs of users.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { logVersion } from '../../../src/protocol/events.ts';
import { replay } from '../../../src/run/replay.ts';
import { fold } from '../../../src/trace/fold.ts';
import { parseLog } from '../../../src/trace/logText.ts';
import { outcomeOf, version1Runs } from '../../support/goldenRuns.ts';

/** Of methods whose prompts are still those of version 1. */
const withSamePrompts = new Set(['direct', 'cot', 'cot-few-shot']);

for (const { name, text, outcome } of version1Runs()) {
  const isReplayed = withSamePrompts.has(name);
  test(`${name}: its log of version 1 loses nothing, folds to the same${isReplayed ? ' and replays' : ''}`, async () => {
    const events = parseLog(text, name);
    const named = text.replaceAll('"docId":', '"passageId":').replace('"logVersion":1', `"logVersion":${logVersion}`);
    assert.deepEqual(events, eventsOf(named));
    assert.deepEqual(parseLog(named.replace(`"logVersion":${logVersion}`, '"logVersion":1'), name), events, 'what version 2 continued');
    assert.deepEqual(JSON.parse(JSON.stringify(outcomeOf(fold(events)))), outcome);
    assert.equal((await replay(events)).difference === undefined, isReplayed);
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
