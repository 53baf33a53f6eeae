import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { isAriadneError } from '../../../src/base/errors.ts';
import { labCommands } from '../../../lab/commands/commands.ts';
import { cliCommands } from '../../../src/cli/commands.ts';
import { loadCommands } from '../../../src/cli/program.ts';
import { parsed, refuseIdle } from '../../../src/cli/effects.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const commands = await loadCommands({ ...cliCommands, ...labCommands });

/** The sentence that refuses a command line; empty for one that is not refused. */
function refusal(name: string, ...args: readonly string[]): string {
  const options = commands[name]?.options ?? {};
  try {
    refuseIdle(options, parseArgs({ args: [...args], options: parsed(options), allowPositionals: true }));
    return '';
  } catch (error) {
    assert.ok(isAriadneError(error, 'usage'), String(error));
    return error.message;
  }
}

const server = ['--timeout=5', '--connect-timeout=5', '--header=A: b'];
const prices = '--price=1,2';

/** By command, what is given, and the options that have no effect then, one at a time. */
const idle: readonly (readonly [command: string, given: readonly string[], without: readonly string[]])[] = [
  ['index', [], ['--chat=openai:m', '--reranker=hf:a/b', '--entailment=hf:a/b', '--reader=hf:a/b', '--planner=openai:m']],
  ['index', [], [...server, '--first-token-timeout=5']],
  ['index', ['--embedder=openai:m'], ['--no-adapt', '--first-token-timeout=5']],
  ['search', [], ['--reranker=hf:nobody/none', '--first-stage=bm25']],
  ['search', ['--method=dense'], ['--reranker=hf:nobody/none', '--first-stage=linked']],
  ['search', ['--method=nar'], ['--chat=openai:m', '--entailment=hf:a/b', '--reader=hf:a/b', '--planner=openai:m']],
  ['ask', ['--pipeline=retrieve-read'], ['--reranker=hf:a/b', '--entailment=hf:a/b', '--planner=openai:m']],
  ['ask', ['--pipeline=sunar'], []],
  ['ask', ['--chat=openai:m'], ['--reader=hf:a/b', prices, '--strict', '--as-typed']],
  ['ask', ['--first-stage=bm25'], ['--any-document']],
  ['search', ['--method=dense'], ['--any-document']],
  ['search', ['--method=nar', '--first-stage=hybrid'], ['--any-document']],
  ['ask', ['--form=short'], ['--strict']],
  ['ask', ['--from=log'], [prices]],
  ['ask', ['--from=log', '--form=short'], ['--strict']],
  ['ask', ['--from=log', '--pipeline=self-ask'], ['--reranker=hf:a/b']],
  ['table', [], ['--reranker=hf:a/b', '--entailment=hf:a/b', '--planner=openai:m', prices]],
  ['table', ['--chat=openai:m'], ['--reader=hf:a/b']],
  ['refresh', [], ['--planner=openai:m', prices]],
  ['refresh', ['--pin=run'], ['--check', '--chat=openai:m', '--embedder=openai:m', '--max-calls=5', ...server]],
  ['refresh', ['--unpin=run'], ['--check']],
  ['eval', ['--pipelines=retrieve-read,self-ask'], ['--reranker=hf:a/b', '--entailment=hf:a/b', ...server, '--first-token-timeout=5']],
  ['eval', ['--pipelines=retrieve-read'], ['--planner=openai:m', '--judge-url=http://x/v1']],
  ['eval', ['--judge=openai:j', '--judge-url=http://x/v1'], ['--header=A: b']],
  ['eval', ['--system=A:sunar-nar,reranker=hf:a/b,embedder=hf:a/b,chat=openai:m,first-stage=dense'], []],
  ['eval', ['--system=A:sunar-nar,reranker=hf:a/b'], ['--reranker=hf:a/c']],
  ['eval', ['--system=A:sunar-nar,chat=openai:m'], ['--chat=openai:o', '--reader=hf:a/b']],
  ['eval', ['--system=A:sunar-nar,embedder=hf:a/b'], ['--embedder=hf:a/c']],
  ['eval', ['--system=A:sunar-nar,first-stage=dense'], ['--first-stage=bm25']],
  ['calibrate', ['--chat=openai:m'], ['--reader=hf:a/b']],
  ['calibrate', ['--reader=hf:a/b'], ['--set=tau=2', '--concurrency=2', '--reranker=hf:a/b', '--planner=openai:m', '--timeout=5']],
  ['questions', ['folder'], [...server, '--first-token-timeout=5']],
  ['models', [], ['--from=x', '--role=chat', '--unused']],
  ['models', ['pull', 'hf:a/b'], ['--role=chat', '--unused']],
  ['models', ['test', 'hf:a/b'], ['--from=x']],
];

test('an option without effect beside the others is refused by name', () => {
  for (const [command, given, without] of idle) {
    assert.equal(refusal(command, ...given), '', `${command} ${given.join(' ')}`);
    for (const option of without) {
      const name = /^--[a-z-]+/.exec(option)?.[0] ?? '';
      const said = refusal(command, ...given, option);
      assert.ok(said.startsWith(`${name} has no effect. `), `${command} ${given.join(' ')} ${option}: ${said}`);
      // Why, and what to do.
      assert.match(said, /\. .*\b(?:leave|add)\b/i, said);
    }
  }
});

/** What is given together and all has an effect. */
const effective: readonly (readonly [command: string, ...args: readonly string[]])[] = [
  ['index', '--embedder=openai:m', '--yes', ...server],
  ['index', '--embedder=hf:a/b', '--connect-timeout=5'],
  ['index', '--embedder=builtin', '--no-adapt'],
  ['search', '--method=nar', '--reranker=hf:a/b', '--first-stage=bm25', '--scope=x', '--k=3'],
  ['ask', '--pipeline=sunar', '--reranker=hf:a/b', '--entailment=hf:a/b', '--planner=openai:m', '--reader=hf:a/b'],
  ['ask', '--chat=openai:m', '--form=auto', '--strict', '--max-usd=1', prices, '--follow=run', '--as-typed', '--yes'],
  ['ask', '--chat=openai:m', '--estimate', prices, '--max-calls=5', '--log=x'],
  ['ask', '--from=log', '--strict', '--reranker=hf:a/b', '--timeout=5'],
  ['ask', '--resume=log', '--reranker=hf:a/b', '--yes'],
  ['table', '--estimate', prices, '--reader=hf:a/b', '--concurrency=2'],
  ['refresh', '--check', '--max-usd=1', prices, '--chat=openai:m'],
  ['refresh', '--pin=a', '--unpin=b', '--storage=x'],
  ['eval', '--pipelines=all', '--reranker=hf:a/b', '--entailment=hf:a/b', '--planner=openai:m', '--timeout=5', '--first-stage=dense'],
  ['eval', '--judge=openai:j', '--judge-url=http://x/v1', '--timeout=5', '--first-token-timeout=5', '--connect-timeout=5'],
  ['eval', '--judge=openai:j', '--header=A: b'],
  ['eval', '--system=A:sunar-nar,chat=openai:m', '--pipelines=sunar-nar', '--chat=openai:o', ...server],
  ['calibrate', '--chat=openai:m', '--set=maxSubQuestions=2', '--concurrency=2', '--timeout=5'],
  ['calibrate', '--reader=hf:a/b', '--first-stage=dense', '--connect-timeout=5'],
  ['questions', 'folder', '--chat=openai:m', ...server, '--count=3'],
  ['models', 'pull', 'hf:a/b', '--from=x', '--yes'],
  ['models', 'test', 'hf:a/b', '--role=chat', '--yes'],
  ['models', 'remove', '--unused'],
];

test('options that have an effect are taken', () => {
  for (const [command, ...args] of effective) assert.equal(refusal(command, ...args), '', `${command} ${args.join(' ')}`);
});

test('a review sheet takes no option of a new dataset', (t) => {
  const sheet = `${tempFolder(t, { 'review.md': '' })}/review.md`;
  assert.equal(refusal('questions', sheet), '');
  for (const option of ['--count=3', '--seed=2', '--out=x', '--storage=x', '--chat=openai:m'])
    assert.match(refusal('questions', sheet, option), /^--[a-z]+ has no effect\. A review sheet/);
});
