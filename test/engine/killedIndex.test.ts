/**
 * A process that indexes is killed, as by a power cut, at many moments; whoever opens the index next must find it sound and go on from it.
 */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { delay } from '../../src/base/abort.ts';
import { messageOf } from '../../src/base/errors.ts';
import { vectorTableOf } from '../../src/indexing/vectorCache.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { bundle } from '../support/bundle.ts';
import { root } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import type { FromIndexChild, IndexWork } from '../support/indexChild.ts';
import { assertWhole, contentsOf, type IndexContents } from '../support/indexCheck.ts';
import { engineFiles } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const documents = 40;
const { kernels } = engineFiles();

/** `ARIADNE_KILLS` says another number; a hundred take two minutes. killedBetweenSteps.test.ts looks between all steps. */
const kills = Number(process.env['ARIADNE_KILLS'] ?? 6);
/** How many of a hundred kills meet each kind of work. */
const shares: Readonly<Record<IndexWork, number>> = { first: 34, edit: 24, index: 18, optimize: 12, adopt: 12 };
const works = Object.keys(shares) as IndexWork[];
/** A kill comes so long after the begin of the work at most, in times of how long it takes. */
const latest = 1.1;

test(`killed at ${kills} moments, an index is sound when opened, whole after the next pass, and nothing stored is embedded again`, async (t) => {
  const random = seededRandom(11);
  const plan = works
    .flatMap((work) => Array.from({ length: Math.round((kills * shares[work]) / 100) }, () => ({ work, place: random() })))
    .sort((a, b) => a.place - b.place);
  const programs = await bundle(t, {
    child: join(root, 'test', 'support', 'indexChild.ts'),
    reader: join(root, 'src', 'corpus', 'readWorker.ts'),
  });
  const target = { folder: tempFolder(t), storage: tempFolder(t), programs };
  writeDocuments(target.folder, documents);
  const takesMs = await durations(target);
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
  const differences: string[] = [];
  for (const [round, { work }] of plan.entries()) {
    if (work === 'first' && random() < 0.3) rmSync(target.storage, { recursive: true, force: true });
    else if (work === 'first') writeDocuments(target.folder, documents, round);
    const afterMs = random() * latest * takesMs[work];
    try {
      await killAt(target, round, work, afterMs, checkPass);
      before = await contentsOf(target.storage);
    } catch (error) {
      differences.push(`killed for the ${round + 1}. time, ${work}, after ${Math.round(afterMs)} ms: ${messageOf(error)}`);
      // What is wrong now would be wrong the next time too.
      rmSync(target.storage, { recursive: true, force: true });
      before = undefined;
    }
  }
  assert.deepEqual(differences, []);
  await killAt(target, 0, 'edit', 0, checkPass);
  t.diagnostic(`${plan.length} kills; ${reused} passes after a kill found vectors to go on with`);
  assert.ok(reused > kills / 20);
  await index(target.folder, target.storage);
  const fresh = tempFolder(t);
  await index(target.folder, fresh);
  const [killed, scratch] = [await assertWhole(target.storage, staticDimension), await assertWhole(fresh, staticDimension)];
  assert.deepEqual(killed.passages, scratch.passages);
  assert.deepEqual([...killed.vectors.keys()], [vectorTableOf(killed.model)], 'vectors of models that are not in use are left');
});

/** How long each kind of work takes here and now. */
async function durations(target: Target): Promise<Readonly<Record<IndexWork, number>>> {
  const takesMs: Record<IndexWork, number> = { first: 0, edit: 0, index: 0, optimize: 0, adopt: 0 };
  for (const work of works) {
    const child = start(target, 1);
    let beganAtMs = 0;
    takesMs[work] = await untilKilled(child, (message) => {
      if (message.kind === 'indexed' && work !== 'first') child.send(work);
      else if (beganAtMs > 0) return performance.now() - beganAtMs;
      else if (message.kind === 'began' && message.work === work) beganAtMs = performance.now();
      return undefined;
    });
  }
  return takesMs;
}

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
  let isTimed = false;
  await untilKilled(child, (message) => {
    if (message.kind === 'indexed' && work !== 'first') {
      return onIndexed(message.summary.embedded).then(() => {
        child.send(work);
        return undefined;
      });
    }
    if (message.kind !== 'began' || message.work !== work || isTimed) return undefined;
    isTimed = true;
    return delay(afterMs).then(() => true);
  });
}

/** Kills the process when one of its messages is answered with something else than undefined, and returns that. */
async function untilKilled<T>(
  child: ChildProcess,
  answer: (message: FromIndexChild) => T | undefined | Promise<T | undefined>,
): Promise<T> {
  try {
    return await new Promise<T>((resolve, reject) => {
      child.on('message', (message: FromIndexChild) => {
        if (message.kind === 'failed') return reject(new Error(message.message));
        Promise.resolve(answer(message)).then((value) => value !== undefined && resolve(value), reject);
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('the process ended by itself')));
    });
  } finally {
    await kill(child);
  }
}
