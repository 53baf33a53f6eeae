/** What a hub, its store of large files and the network between can do to a download. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { seededRandom } from '../../../../src/base/seededRandom.ts';
import { encoderDtypes } from '../../../../src/models/dtypes.ts';
import { hubToken, startHub, type HubCall, type HubRepository, type Trick } from '../../../support/hubServer.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { agreed, contentOf, graphBytes, leftovers, repository, rightContent, setUp } from './testModel.ts';

const model = { name: 'org/tiny' };
const isGraph = ({ path }: HubCall): boolean => path.includes('model_quantized.onnx?');

/** Does `trick` at the first `times` requests that `at` accepts. */
function firstTimes(times: number, at: (call: HubCall) => boolean, trick: Trick): (call: HubCall) => Trick | undefined {
  let left = times;
  return (call) => (at(call) && left-- > 0 ? trick : undefined);
}

interface Passing {
  readonly name: string;
  readonly trick: (call: HubCall) => Trick | undefined;
  /** Requests for the graph at the store of large files. */
  readonly graphRequests: number;
}

const slept = (status: number, after?: string): Trick => ({
  kind: 'status',
  status,
  ...(after === undefined ? {} : { headers: { 'retry-after': after } }),
});

const passing: readonly Passing[] = [
  { name: 'is cut three times', trick: firstTimes(3, isGraph, { kind: 'cut', afterBytes: 70_000 }), graphRequests: 4 },
  {
    name: 'is cut and then has no ranges',
    trick: orElse(firstTimes(1, isGraph, { kind: 'cut', afterBytes: 70_000 }), { kind: 'no-ranges' }),
    graphRequests: 2,
  },
  {
    name: 'sends another range',
    trick: (
      (cut, wrong) => (call: HubCall) =>
        call.range === undefined ? cut(call) : wrong(call)
    )(firstTimes(1, isGraph, { kind: 'cut', afterBytes: 70_000 }), firstTimes(1, isGraph, { kind: 'wrong-range' })),
    graphRequests: 3,
  },
  { name: 'sends nothing for too long', trick: firstTimes(1, isGraph, { kind: 'hang', afterBytes: 70_000 }), graphRequests: 2 },
  { name: 'sends other bytes once', trick: firstTimes(1, isGraph, { kind: 'other-bytes' }), graphRequests: 2 },
  { name: 'sends too many bytes once', trick: firstTimes(1, isGraph, { kind: 'more-bytes' }), graphRequests: 2 },
  { name: 'is overloaded', trick: firstTimes(2, isGraph, slept(503)), graphRequests: 3 },
  { name: 'asks to wait', trick: firstTimes(1, isGraph, slept(429, '7')), graphRequests: 2 },
  { name: 'asks to wait before it lists', trick: firstTimes(1, ({ path }) => path.startsWith('/api/'), slept(429, '7')), graphRequests: 1 },
];

for (const { name, trick, graphRequests } of passing) {
  test(`a hub that ${name}: the model is right in the end`, async (t) => {
    // Short only where it is tested: on a busy machine, any reply may pause.
    const { hub, store, folder, waits } = await setUp(t, name === 'sends nothing for too long' ? { stallMs: 2_000 } : {});
    hub.trick = trick;
    const stored = await store.ensure(model, agreed);
    assert.deepEqual(contentOf(stored.folder), rightContent);
    assert.deepEqual(leftovers(folder), []);
    assert.equal(hub.calls.filter(isGraph).length, graphRequests);
    if (name.startsWith('asks to wait')) assert.ok(waits.includes(7_000));
  });
}

interface Failing {
  readonly name: string;
  readonly trick?: (call: HubCall) => Trick | undefined;
  readonly repository?: HubRepository;
  /** The token that is sent. Default: none. */
  readonly key?: string;
  readonly code: string;
  readonly message: RegExp;
  /** Whether what has arrived is kept for the next try. */
  readonly isKept?: true;
}

/** In place of the weights of the usual model. */
function precisions(...names: readonly string[]): HubRepository['files'] {
  const { 'onnx/model.onnx': _full, 'onnx/model_quantized.onnx': _small, ...others } = repository.files;
  return { ...others, ...Object.fromEntries(names.map((name) => [`onnx/model_${name}.onnx`, Buffer.alloc(10)])) };
}

const always = (at: (call: HubCall) => boolean, trick: Trick) => firstTimes(Infinity, at, trick);
const isListing = ({ path }: HubCall): boolean => path.startsWith('/api/');

const failing: readonly Failing[] = [
  {
    name: 'always sends other bytes',
    trick: always(isGraph, { kind: 'other-bytes' }),
    code: 'model-damaged',
    message: /checksum differs.*mirror/,
  },
  {
    name: 'always breaks off at once',
    trick: always(isGraph, { kind: 'cut', afterBytes: 0 }),
    code: 'door-broken|model-unreachable',
    message: /cut off|breaks off/,
  },
  {
    name: 'never recovers',
    trick: always(isGraph, slept(500)),
    code: 'model-unreachable',
    message: /answered 500.*continues where it stopped/,
  },
  {
    name: 'asks to wait for an hour',
    trick: always(isListing, slept(429, '3600')),
    code: 'model-unreachable',
    message: /Try again in 3600 seconds/,
  },
  {
    name: 'is behind a login page',
    trick: always(isListing, { kind: 'web-page' }),
    code: 'model-unreadable',
    message: /sent a web page.*login page/,
  },
  {
    name: 'is behind a login page after the listing',
    trick: always(isGraph, { kind: 'web-page' }),
    code: 'model-unreadable',
    message: /instead of onnx\/model_quantized\.onnx/,
  },
  { name: 'lists nonsense', trick: always(isListing, slept(200)), code: 'model-unreadable', message: /did not list the files/ },
  { name: 'lost the file', trick: always(isGraph, slept(404)), code: 'model-unknown', message: /no model "org\/tiny" that you may read/ },
  {
    name: 'redirects in circles',
    trick: always(isGraph, { kind: 'redirect', to: '/org/tiny/onnx/model_quantized.onnx?again' }),
    code: 'door-redirected',
    message: /does not follow/,
  },
  {
    name: 'redirects to a file on this machine',
    trick: always(isGraph, { kind: 'redirect', to: 'file:///etc/passwd' }),
    code: 'door-redirected',
    message: /does not follow/,
  },
  {
    name: 'hides the repository',
    repository: { ...repository, access: 'private' },
    code: 'model-refused',
    message: /no model "org\/tiny" that you may read.*token/,
  },
  {
    name: 'gates the repository',
    repository: { ...repository, access: 'gated' },
    code: 'model-refused',
    message: /grants access one by one\. Ask for access at http:\/\/127\.0\.0\.1:\d+\/org\/tiny, then set your token/,
  },
  {
    name: 'gates the repository for the account of the token',
    repository: { ...repository, access: 'closed' },
    key: hubToken,
    code: 'model-refused',
    message:
      /one by one, or your token lacks it\. Ask for access at http:\/\/127\.0\.0\.1:\d+\/org\/tiny, then try again, or set another token/,
  },
  {
    name: 'does not know the token',
    repository,
    key: 'hf_another',
    code: 'model-refused',
    message: /does not accept your token, so org\/tiny was not downloaded\. The token is wrong, or it has expired\./,
  },
  {
    name: 'has no ONNX files',
    repository: { files: { 'config.json': Buffer.from('{}'), 'tokenizer.json': Buffer.from('{}') } },
    code: 'model-unfit',
    message: /no ONNX files/,
  },
  {
    name: 'has weights for graphics cards only',
    repository: { files: precisions('fp16', 'q4f16') },
    code: 'model-unfit',
    message: /^org\/tiny has only weights for graphics cards \(fp16, q4f16\)\. Choose a model with q8 or fp32 weights, or add #fp16 /,
  },
  {
    name: 'has no tokenizer',
    repository: { files: { 'config.json': Buffer.from('{}'), 'onnx/model.onnx': Buffer.alloc(10) } },
    code: 'model-unfit',
    message: /no tokenizer\.json/,
  },
];

for (const { name, trick, code, message, ...rest } of failing) {
  test(`a hub that ${name}: one sentence, and no model`, async (t) => {
    const { hub, store } = await setUp(t, {
      repositories: { 'org/tiny': rest.repository ?? repository },
      ...(rest.key === undefined ? {} : { key: rest.key }),
    });
    if (trick) hub.trick = trick;
    await assert.rejects(store.ensure(model, { ...agreed, dtypes: encoderDtypes }), (error) => {
      assert.ok(isAriadneError(error));
      assert.match(error.code, new RegExp(`^(?:${code})$`));
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual(await store.installed(), []);
    // The next try, with a hub that behaves, is not harmed by what is left.
    if (rest.repository) return;
    hub.trick = () => undefined;
    assert.deepEqual(contentOf((await store.ensure(model, agreed)).folder), rightContent);
  });
}

test('a process that is killed anywhere while it downloads loses nothing and leaves nothing', async (t) => {
  const hub = await startHub(t, { 'org/tiny': repository });
  const random = seededRandom(14);
  for (let round = 0; round < 3; round++) {
    const folder = join(tempFolder(t), 'models');
    hub.trick = (call) => (isGraph(call) ? { kind: 'slow', pieceBytes: 3_000 } : undefined);
    for (let kills = 0; kills < 2; kills++) await killAt(folder, hub.url, Math.floor(random() * graphBytes));
    hub.trick = () => undefined;
    const { store } = await setUp(t, {
      folder,
      hubUrl: () => hub.url,
      fetch: (await import('../../../support/hubServer.ts')).hubDoor(hub.url).fetch,
    });
    const stored = await store.ensure(model, agreed);
    assert.deepEqual(contentOf(stored.folder), rightContent);
    assert.deepEqual(leftovers(folder), []);
  }
});

/** Ends when the process was killed, or was faster. */
async function killAt(folder: string, hubUrl: string, bytes: number): Promise<void> {
  const child = fork(join(import.meta.dirname, '../../../support/hubChild.ts'), [folder, hubUrl, 'org/tiny'], { execArgv: [] });
  child.on('message', (message) => {
    if (typeof message === 'number' && message >= bytes) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('exit', resolve));
}

function orElse(first: (call: HubCall) => Trick | undefined, then: Trick): (call: HubCall) => Trick | undefined {
  return (call) => first(call) ?? (isGraph(call) ? then : undefined);
}
