import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Logger } from '../../../../src/base/logger.ts';
import { chatTimeoutFrom, ChatServers, type ChatServersOptions } from '../../../../src/models/library/chatServers.ts';
import { fullShape } from '../../../../src/models/chat/requestShape.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const server = 'http://key:secret@127.0.0.1:8080/v1';
const later = { ...fullShape, n: false };

function open(t: TestContext): {
  readonly file: string;
  readonly said: string[];
  readonly engine: (more?: Partial<ChatServersOptions>) => ChatServers;
} {
  const file = join(tempFolder(t), 'storage', 'chat-servers.json');
  const said: string[] = [];
  const logger: Logger = { log: (level, tag, message) => said.push(`${level} ${tag} ${message}`) };
  return { file, said, engine: (more = {}) => new ChatServers({ file, logger, ...more }) };
}

test('what one engine learns the next one knows, of this model of this server alone', (t) => {
  const { file, engine } = open(t);
  const first = engine().sharedBy(server, 'tiny').shapes;
  first.learn(first.shape, { n: false });
  const next = engine();
  assert.deepEqual(
    {
      own: first.shape,
      next: next.sharedBy(`${server}/`, 'tiny').shapes.shape,
      otherModel: next.sharedBy(server, 'large').shapes.shape,
      otherServer: next.sharedBy('http://127.0.0.1:9/v1', 'tiny').shapes.shape,
    },
    { own: later, next: later, otherModel: fullShape, otherServer: fullShape },
  );
  assert.doesNotMatch(readFileSync(file, 'utf8'), /secret|127\.0/);
});

test('all runs share one memory and one limit per server', (t) => {
  const servers = open(t).engine({ requestsAtOnce: 3 });
  const [one, other] = [servers.sharedBy(server, 'tiny'), servers.sharedBy(server, 'large')];
  assert.deepEqual(
    [one.limit === other.limit, one.limit.concurrency, one.shapes === servers.sharedBy(server, 'tiny').shapes, one.shapes === other.shapes],
    [true, 3, true, false],
  );
  assert.notEqual(servers.sharedBy('http://127.0.0.1:9/v1', 'tiny').limit, one.limit);
});

test('two engines of one storage keep what the other has learned', (t) => {
  const { engine } = open(t);
  const [a, b] = [engine(), engine()];
  const [left, right] = [a.sharedBy(server, 'left').shapes, b.sharedBy(server, 'right').shapes];
  left.learn(left.shape, { seed: false });
  right.learn(right.shape, { logprobs: false });
  const after = engine();
  assert.deepEqual(
    [after.sharedBy(server, 'left').shapes.shape, after.sharedBy(server, 'right').shapes.shape],
    [
      { ...fullShape, seed: false },
      { ...fullShape, logprobs: false },
    ],
  );
});

test('a file that is damaged, of another version, or no file is reported, ignored, and written again', (t) => {
  const contents = [
    '',
    '{"version": 1, "models": {"a"',
    'null',
    '{"version": 2, "models": {}}',
    '{"version":1,"models":{"k":{"shape":7}}}',
  ];
  for (const content of contents) {
    const { file, said, engine } = open(t);
    mkdirSync(join(file, '..'));
    writeFileSync(file, content);
    const { shapes } = engine().sharedBy(server, 'tiny');
    assert.deepEqual(shapes.shape, fullShape);
    assert.match(said[0] ?? '', /^warn chat What was learned about chat servers cannot be read/, content);
    shapes.learn(shapes.shape, { n: false });
    assert.deepEqual(engine().sharedBy(server, 'tiny').shapes.shape, later, content);
  }
  const { file, said, engine } = open(t);
  mkdirSync(file, { recursive: true });
  const { shapes } = engine().sharedBy(server, 'tiny');
  shapes.learn(shapes.shape, { n: false });
  assert.deepEqual(shapes.shape, later, 'this engine still knows it');
  assert.match(said.at(-1) ?? '', /^warn chat What was learned about chat servers cannot be saved/);
});

test('a file that is not there is nothing to tell, and nothing learned writes none', (t) => {
  const { file, said, engine } = open(t);
  const { shapes } = engine().sharedBy(server, 'tiny');
  shapes.learn(shapes.shape, { n: true });
  assert.deepEqual([said, existsSync(file)], [[], false]);
});

test('after a month a server is given another chance', (t) => {
  const { engine } = open(t);
  const day = 24 * 60 * 60 * 1000;
  const { shapes } = engine({ nowMs: () => 0 }).sharedBy(server, 'tiny');
  shapes.learn(shapes.shape, { n: false });
  const at = (nowMs: number) => engine({ nowMs: () => nowMs }).sharedBy(server, 'tiny').shapes.shape;
  assert.deepEqual([at(29 * day), at(31 * day)], [later, fullShape]);
});

test('a time limit is what was given, but no more than a timer can wait for, and never none', () => {
  assert.deepEqual(['400', '1e12', 'Infinity', '-5', '0', 'soon', '', undefined].map(chatTimeoutFrom), [
    400,
    86_400_000,
    86_400_000,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
