import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatModel, ChatReply, ChatRequest, CompletionOptions } from '../../../src/models/models.ts';
import type { Writing } from '../../../src/protocol/writing.ts';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { answerSoFar, ShownReply } from '../../../src/reasoning/shownReply.ts';
import { MapMemo, passageOf, RecordingTrace } from './scriptedChat.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

/** What is seen of each beginning of a reply, without repetitions. */
function seenOf(reply: string, isObject: boolean): readonly string[] {
  const seen = Array.from({ length: reply.length + 1 }, (_, end) => answerSoFar(reply.slice(0, end), isObject));
  return seen.filter((text, i) => i > 0 && text !== seen[i - 1]);
}

test('of an object only its answer is seen, as it grows, never its form', () => {
  assert.deepEqual(seenOf('{"reasoning": "The \\"answer\\": x.", "answer": "Ada", "citations": [1]}', true), ['A', 'Ad', 'Ada']);
  assert.deepEqual(seenOf('```json\n{"facts": ["answer"], "answer": "a\\u00e9\\n\\"b"}\n```', true), ['a', 'aé', 'aé\n"', 'aé\n"b']);
  assert.deepEqual(seenOf('{"answer": 1871, "abstain": false}', true), ['1871']);
  assert.deepEqual(seenOf('{"answer": "\\ud83d\\ude00!"}', true), ['😀', '😀!']);
  assert.deepEqual(seenOf('{"answer": null, "abstain": true}', true), []);
  assert.deepEqual(seenOf('{"action": "ask", "sub_question": "Who?", "answer": ""}', true), []);
  assert.deepEqual(seenOf('I think that "answer": "x"', true), []);
});

test('of plain text all is seen but thoughts; saying that there is none is no answer', () => {
  assert.deepEqual(seenOf('<think>Hm, "Ada"?</think>\n\nAda', false).slice(-3), ['A', 'Ad', 'Ada']);
  assert.equal(answerSoFar('<think>Hm, Ada', false), '');
  assert.equal(answerSoFar('{"answer": "unknown"', true), '');
});

test('what is shown is not shown more often than it can be read, and its end always', () => {
  let now = 0;
  const shown: string[] = [];
  const reply = new ShownReply({ isObject: false, show: (text) => shown.push(text), now: () => now });
  for (const letter of 'abcdefghij') {
    reply.add(letter);
    now += 30;
  }
  reply.end();
  assert.deepEqual(shown, ['a', 'abcd', 'abcdefg', 'abcdefghij']);
  reply.restart();
  assert.equal(shown.at(-1), '');
  now += 1000;
  reply.add('x'.repeat(20_000));
  reply.add('y');
  reply.end();
  assert.equal(shown.at(-1)?.length, 8_000);
});

/** Writes its reply in parts, the second time after a try that failed. */
class WritingModel implements ChatModel {
  readonly id = 'writing';
  readonly heard: boolean[] = [];

  async complete({ role }: ChatRequest, { onText, onRestart }: CompletionOptions = {}): Promise<ChatReply> {
    this.heard.push(onText !== undefined);
    onText?.('{"answer": "Augusta');
    onRestart?.();
    const text = role === 'leap.gaps' ? '{"gaps": [], "sub_questions": []}' : '{"answer": "Ada", "citations": [1]}';
    onText?.(text);
    return { text, promptTokens: 1, completionTokens: 1, estimated: false, finishReason: 'stop' };
  }
}

test('a role that answers is shown with its node while it is written; plans, samples and recalled replies are not', async () => {
  const model = new WritingModel();
  const seen: Writing[] = [];
  const memo = new MapMemo();
  const reasoner = reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo, onWriting: (writing) => seen.push(writing) }));
  const call = { node: 's1', signal: new AbortController().signal };
  const input = { question: 'Who?', passages: [passageOf('Ada', 'Ada wrote it.')], cot: false };
  await reasoner.perform(allRoles.read, input, { ...call, isFinal: true });
  const shown = ['Augusta', '', 'Ada'].map((text) => ({ node: 's1', text, isFinal: true }));
  assert.deepEqual(seen, shown);
  await reasoner.perform(allRoles.read, input, call);
  await reasoner.sample(allRoles.read, { ...input, question: 'Which?' }, 2, call);
  await reasoner.perform(allRoles['leap.gaps'], { question: 'Who?', passages: [], asked: [] }, call);
  assert.deepEqual([seen.length, model.heard], [3, [true, false, false, false]]);
});
