/**
 * A process that measures one peer. It prints JSON.
 *
 * usage: process.ts PEER index|search|update|first WORK STORAGE PROGRAM; WORK has `docs`, `passages.json`, `questions.json`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer, PeerPassage } from './peer.ts';
import { peers } from './peers.ts';
import { cpuMsWithPrograms, programPeakBytes } from './program.ts';

/** A passage list long enough for its first five documents. */
const depth = 100;
const resultsAsked = 10;
const edits = 10;

const [name = '', action = '', work = '', storage = '', program = ''] = process.argv.slice(2);
const open = peers[name];
if (!open) throw new Error(`There is no peer "${name}".`);
const documents = join(work, 'docs');
const peer = await open({ storage, documents, program });
const actions: Readonly<Record<string, (peer: Peer) => Promise<object>>> = { index, search, update, first };
const act = actions[action];
if (!act) throw new Error(`There is no action "${action}".`);
const done = await act(peer);
await peer.close();
process.stdout.write(JSON.stringify({ ...done, peakBytes: programPeakBytes() }));

function passages(): readonly PeerPassage[] {
  return JSON.parse(readFileSync(join(work, 'passages.json'), 'utf8')) as PeerPassage[];
}

function questions(): readonly string[] {
  return JSON.parse(readFileSync(join(work, 'questions.json'), 'utf8')) as string[];
}

async function index(on: Peer): Promise<object> {
  await on.index(passages());
  return {};
}

/** All questions once for what they find, which also warms up, then once for the time. */
async function search(on: Peer): Promise<object> {
  const [found, ms]: [string[][], number[]] = [[], []];
  for (const question of questions()) found.push([...new Set(await on.search(question, depth))].slice(0, 5));
  const cpuBefore = cpuMsWithPrograms();
  for (const question of questions()) {
    const began = performance.now();
    await on.search(question, resultsAsked);
    ms.push(performance.now() - began);
  }
  return { found, ms, cpuMs: (cpuMsWithPrograms() - cpuBefore) / ms.length };
}

/** Its words are asked one by one where nothing has all of the question. */
async function first(on: Peer): Promise<object> {
  const [question = ''] = questions();
  const words = (question.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length);
  for (const query of [question, ...words]) if ((await on.search(query, resultsAsked)).length > 0) return {};
  throw new Error('nothing was found');
}

/** Edits of documents, each until a word that only it has is found. Without the time to read and cut the file, but for Ariadne. */
async function update(on: Peer): Promise<object> {
  const { readDocument } = await import('../../src/corpus/readDocument.ts');
  const { defaultDiscovery } = await import('../../src/protocol/indexRequests.ts');
  const { isEditable, peerPassages } = await import('./passages.ts');
  const byPath = Map.groupBy(passages(), ({ path }) => path);
  const paths = [...byPath.keys()].filter(isEditable);
  let nextRow = passages().length;
  const [ms, cpuMs]: [number[], number[]] = [[], []];
  for (let edit = 0; edit < edits; edit++) {
    const path = paths[Math.floor((edit * paths.length) / edits)]!;
    // With a number, so that no two words have the same stem.
    const word = `zq${edit}x`;
    const file = join(documents, path);
    const before = readFileSync(file);
    writeFileSync(file, `${before.toString('utf8')}\n\nThe ${word} was added.\n`);
    const cut = await readDocument(documents, { path }, defaultDiscovery);
    const changed = peerPassages(cut.passages, nextRow);
    nextRow += changed.length;
    const [began, cpuBefore] = [performance.now(), cpuMsWithPrograms()];
    await on.replace(
      (byPath.get(path) ?? []).map(({ row }) => row),
      changed,
    );
    const found = await on.search(word, resultsAsked);
    ms.push(performance.now() - began);
    cpuMs.push(cpuMsWithPrograms() - cpuBefore);
    writeFileSync(file, before);
    if (!found.includes(path)) throw new Error(`"${word}" was not found where it was written`);
  }
  return { ms, cpuMs };
}
