/** A process that indexes is killed, as by a power cut, at many moments; whoever opens the index next must find it sound and go on from it. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { messageOf } from '../../src/base/errors.ts';
import { vectorTableOf } from '../../src/index/vectorCache.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { builtinModels, defaultDiscovery } from '../../src/protocol/engine.ts';
import { bundle } from '../support/bundle.ts';
import { root } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import type { FromIndexChild, IndexWork } from '../support/indexChild.ts';
import { assertWhole, contentsOf, type IndexContents } from '../support/indexCheck.ts';
import { engineParts } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const documents = 40;
const { kernels } = engineParts();

/** Kills in all, and for each kind of work how long after its begin at most. */
const rounds: Readonly<Record<IndexWork, { readonly kills: number; readonly withinMs: number }>> = {
  first: { kills: 34, withinMs: 500 },
  edit: { kills: 24, withinMs: 400 },
  index: { kills: 18, withinMs: 400 },
  optimize: { kills: 12, withinMs: 150 },
  adopt: { kills: 12, withinMs: 250 },
};

test('killed at a hundred moments, an index is sound when opened, whole after the next pass, and nothing stored is embedded again', async (t) => {
  const random = seededRandom(11);
  const plan = (Object.keys(rounds) as IndexWork[])
    .flatMap((work) => Array.from({ length: rounds[work].kills }, () => ({ work, place: random() })))
    .sort((a, b) => a.place - b.place);
  const programs = await bundle(t, {
    child: join(root, 'test', 'support', 'indexChild.ts'),
    reader: join(root, 'src', 'corpus', 'readWorker.ts'),
  });
  const target = { folder: tempFolder(t), storage: tempFolder(t), programs };
  writeDocuments(target.folder, documents);
  let before: IndexContents | undefined;
  let reused = 0;
  /** The pass that follows a kill embeds at most what had no vector. */
  const checkPass = async (embedded: number): Promise<void> => {
    const now = await assertWhole(target.storage, staticDimension);
    const stored = before?.vectors.get(vectorTableOf(now.model));
    const missing = [...now.contentHashes].filter((hash) => !stored?.has(hash)).length;
    assert.ok(embedded <= missing, `${embedded} embedded, ${missing} missing`);
    if (missing < now.contentHashes.size) reused++;
  };
  for (const [round, { work }] of plan.entries()) {
    if (work === 'first' && random() < 0.3) rmSync(target.storage, { recursive: true });
    else if (work === 'first') writeDocuments(target.folder, documents, round);
    const at = `killed for the ${round + 1}. time, ${work}`;
    try {
      await killAt(target, round, work, random() * rounds[work].withinMs, checkPass);
      before = await contentsOf(target.storage);
    } catch (error) {
      throw new Error(`${at}: ${messageOf(error)}`, { cause: error });
    }
  }
  await killAt(target, 0, 'edit', 0, checkPass);
  t.diagnostic(`${reused} passes after a kill found vectors to go on with`);
  assert.ok(reused > 5);
  await index(target.folder, target.storage);
  const fresh = tempFolder(t);
  await index(target.folder, fresh);
  const [killed, scratch] = [await assertWhole(target.storage, staticDimension), await assertWhole(fresh, staticDimension)];
  assert.deepEqual(killed.passages, scratch.passages);
  assert.deepEqual([...killed.vectors.keys()], [vectorTableOf(killed.model)], 'vectors of models that are not in use are left');
});

async function index(folder: string, storage: string): Promise<void> {
  const { engine } = await openEngine(folder, storage);
  try {
    await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
  } finally {
    await engine.close();
  }
}

interface Target {
  readonly folder: string;
  readonly storage: string;
  /** Folder of the bundled programs. */
  readonly programs: string;
}

function start({ folder, storage, programs }: Target, seed: number): ChildProcess {
  const args = [folder, storage, kernels, join(programs, 'reader.js'), String(seed)];
  return fork(join(programs, 'child.js'), args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Runs a process until it does `work`, and kills it so long after that began. `onIndexed` checks what its first pass left. */
async function killAt(
  target: Target,
  seed: number,
  work: IndexWork,
  afterMs: number,
  onIndexed: (embedded: number) => Promise<void>,
): Promise<void> {
  const child = start(target, seed);
  try {
    await new Promise<void>((resolve, reject) => {
      let isTimed = false;
      child.on('message', (message: FromIndexChild) => {
        if (message.kind === 'failed') reject(new Error(message.message));
        else if (message.kind === 'indexed' && work !== 'first') onIndexed(message.summary.embedded).then(() => child.send(work), reject);
        else if (message.kind === 'began' && message.work === work && !isTimed) {
          isTimed = true;
          setTimeout(resolve, afterMs);
        }
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('the process ended by itself')));
    });
  } finally {
    await kill(child);
  }
}
