/** Records golden logs, with the simulation as the chat model over samples/. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { format } from 'oxfmt';
import * as z from 'zod';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { silentLogger } from '../../src/base/logger.ts';
import { Engine } from '../../src/engine/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { runEvent, type RunEvent } from '../../src/protocol/events.ts';
import type { AnswerForm } from '../../src/protocol/writtenAnswer.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root } from './cli.ts';
import { goldenFiles, goldenFolder, goldenRunOf, outcomeOf } from './goldenRuns.ts';
import { engineFiles } from './kernel.ts';

const samples = join(root, 'samples');
const seeds = [0, 1, 2, 3];

/** @throws Error for a pipeline when no question and seed give a run with the wanted branch */
export async function recordGoldenRuns(pipelines: readonly string[]): Promise<void> {
  const storage = mkdtempSync(join(tmpdir(), 'ariadne-golden-'));
  const server = { baseUrl: '' };
  const engine = await openEngineWith(server, storage);
  mkdirSync(goldenFolder, { recursive: true });
  try {
    await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
    for (const pipeline of pipelines) await write(pipeline, await firstThatShows(pipeline, engine, server));
  } finally {
    await engine.close();
    rmSync(storage, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @param server the server with the engine's chat model, which changes with each run */
function openEngineWith(server: { readonly baseUrl: string }, storage: string): Promise<Engine> {
  return Engine.open(
    { folder: join(samples, 'docs'), storage },
    {
      logger: silentLogger,
      fetch: (url, init) => fetch(url, init),
      chatBaseUrl: () => server.baseUrl,
      onIndexProgress: () => undefined,
      onRunEvent: () => undefined,
      files: engineFiles(),
    },
  );
}

async function write(pipeline: string, events: readonly RunEvent[]): Promise<void> {
  const files = goldenFiles(pipeline);
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  writeFileSync(files.log, gzipSync(lines.join(''), { level: 9 }));
  const outcome = JSON.stringify(outcomeOf(fold(events)));
  const { code } = await format(files.outcome, outcome, { printWidth: 140 });
  writeFileSync(files.outcome, code);
}

async function firstThatShows(pipeline: string, engine: Engine, server: { baseUrl: string }): Promise<readonly RunEvent[]> {
  const { pipeline: asked, form, knows, error, params, shows, what } = goldenRunOf(pipeline);
  for (const seed of seeds) {
    const simulation = await startSimulation({ dataset: samples, seed, knows, error });
    server.baseUrl = simulation.baseUrl;
    try {
      for (const question of questions()) {
        const events = await run(engine, { pipeline: asked, form, params, question });
        if (shows(fold(events))) return events;
      }
    } finally {
      await simulation.close();
    }
  }
  throw new Error(
    `No question of samples/ gives a run of ${pipeline} with ${what}: change what its golden run is in test/support/goldenRuns.ts.`,
  );
}

function questions(): readonly string[] {
  const lines = readFileSync(join(samples, 'questions.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question);
}

async function run(
  engine: Engine,
  asked: {
    readonly pipeline: string;
    readonly form: AnswerForm;
    readonly params: Readonly<Record<string, unknown>>;
    readonly question: string;
  },
): Promise<readonly RunEvent[]> {
  const models = { ...builtinModels, chat: 'openai:simulation' };
  const runId = crypto.randomUUID();
  const { log } = await engine.runs.ask({ ...asked, params: { ...asked.params }, runId, models }, new AbortController().signal);
  return (await readRunLog(log)).map(neutral);
}

/** The event without data that depends on the machine or the date. */
function neutral(event: RunEvent): RunEvent {
  const anywhere = { startedAtUtc: '2026-01-01T00:00:00.000Z', runId: 'golden', folder: '/docs', indexEpoch: 'golden' };
  const told = { ...event, at: event.n, ...(event.kind === 'run-started' ? anywhere : {}) };
  return runEvent.parse(JSON.parse(JSON.stringify(told), (key, value: unknown) => (key === 'ms' ? 1 : value)));
}
