import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipelines as allPipelines } from '../src/pipelines/registry.ts';
import { builtinModels, defaultDiscovery } from '../src/protocol/engine.ts';
import type { Trace } from '../src/protocol/trace.ts';
import { fold } from '../src/trace/fold.ts';
import { readRunLog } from '../src/trace/runLog.ts';
import { modelRounds } from './criticalPath.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { atMost, timed, withTempFolder, type Bench, type BenchReport } from './harness.ts';

const root = join(import.meta.dirname, '..');
const latencyMs = 200;
const rounds = 3;
const maxTimesPath = 1.1;
const maxOverheadMs = 5;
/** A chain, two chains to compare, and one fact. */
const questions = [
  'Where was the engineer who designed the Orrin barrage born?',
  'Were the designers of the Orrin barrage and the Tamsay Narrows station born in the same town?',
  'Who designed the Orrin barrage?',
];

export const pipelines: Bench = {
  name: 'pipelines',
  describe: `every pipeline with a simulated model that takes ${latencyMs} ms for a reply, against its critical path [flat in what may run at once]`,
  run: ({ quick, signal, log }) =>
    withTempFolder(async (storage) => {
      const model = await startSimulation();
      const folder = join(root, 'samples', 'docs');
      const engine = await openBareEngine(folder, storage, model.baseUrl);
      try {
        await engine.index(defaultDiscovery, builtinModels, { signal });
        const runs: Run[] = [];
        for (const { id } of allPipelines) {
          for (const question of quick ? questions.slice(0, 1) : questions) runs.push(await fastest(id, question));
          log(`${id}: ${Math.max(...runs.filter((run) => run.id === id).map(timesPath)).toFixed(3)} × its critical path`);
        }
        return report(runs);
      } finally {
        await engine.close();
        model.stop();
      }

      async function fastest(id: string, question: string): Promise<Run> {
        const runs: Run[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++) {
          const runId = randomUUID();
          const request = { runId, question, pipeline: id, params: {}, models: { ...builtinModels, chat: 'openai:simulation' } };
          const { ms, result } = await timed(() => engine.ask(request, signal));
          const trace = fold(await readRunLog(result.log));
          if (trace.status === 'failed') throw new Error(`${id} failed: ${trace.failure}`);
          runs.push({ id, ms, trace });
        }
        return runs.reduce((best, run) => (timesPath(run) < timesPath(best) ? run : best));
      }
    }),
};

interface Run {
  readonly id: string;
  readonly ms: number;
  readonly trace: Trace;
}

/** What the model, retrieval, reranking and entailment take when all that may run at once does. */
function pathMs({ trace }: Run): number {
  return modelRounds(trace) * latencyMs + toolMs(trace);
}

function timesPath(run: Run): number {
  return run.ms / pathMs(run);
}

function toolMs({ retrievals, reranks, nli }: Trace): number {
  return [...retrievals, ...reranks, ...nli].reduce((sum, { ms }) => sum + ms, 0);
}

interface Overhead {
  readonly perRunMs: number;
  readonly perSubQuestionMs: number;
}

/** Of a system whose calls come one after the other: what is neither model nor retrieval nor reranking, by a line through runs of different length. */
function overheadOf(runs: readonly Run[]): Overhead {
  const points = runs.map(({ ms, trace }) => ({
    subQuestions: trace.nodes.filter(({ kind }) => kind === 'sub_question').length,
    ms: ms - trace.llmCalls.reduce((sum, call) => sum + call.ms, 0) - toolMs(trace),
  }));
  const [meanX, meanY] = [mean(points.map(({ subQuestions }) => subQuestions)), mean(points.map(({ ms }) => ms))];
  const spread = points.reduce((sum, { subQuestions }) => sum + (subQuestions - meanX) ** 2, 0);
  const slope = points.reduce((sum, { subQuestions, ms }) => sum + (subQuestions - meanX) * (ms - meanY), 0) / spread;
  return { perRunMs: meanY - slope * meanX, perSubQuestionMs: slope };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function report(runs: readonly Run[]): BenchReport {
  const rows = runs.map((run) => ({
    pipeline: run.id,
    question: run.trace.question,
    calls: run.trace.totals.llmCalls,
    rounds: modelRounds(run.trace),
    pathSeconds: pathMs(run) / 1000,
    seconds: run.ms / 1000,
    timesPath: timesPath(run),
  }));
  const overhead = overheadOf(runs.filter(({ id }) => id === 'sunar-nar'));
  return {
    columns: ['pipeline', 'calls', 'rounds', 'critical path s', 's', '× path'],
    rows: rows.map(({ pipeline, calls, rounds: inTurn, pathSeconds, seconds, timesPath: times }) => [
      pipeline,
      calls,
      inTurn,
      pathSeconds,
      seconds,
      times,
    ]),
    checks: [
      ...[...new Set(rows.map(({ pipeline }) => pipeline))].map((id) =>
        atMost(
          `${id}: time over critical path`,
          Math.max(...rows.filter(({ pipeline }) => pipeline === id).map((row) => row.timesPath)),
          maxTimesPath,
        ),
      ),
      atMost('sunar-nar: own time per sub-question, ms', overhead.perSubQuestionMs, maxOverheadMs),
    ],
    json: { latencyMs, simulation: true, runs: rows, overhead },
  };
}

/** In a process of its own, so that it takes no time from the engine's. */
async function startSimulation(): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const script = join(root, 'scripts', 'simulate.ts');
  const child = spawn(process.execPath, [script, '--dataset', join(root, 'samples'), '--latency', String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /^listening (\S+)$/.exec(line)?.[1];
    if (baseUrl !== undefined) return { baseUrl, stop: () => child.kill() };
  }
  throw new Error('the simulation did not start');
}
