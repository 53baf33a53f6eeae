import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { registerBaselines } from '../lab/pipelines/baselines.ts';
import { pipelines as allPipelines } from '../src/pipelines/registry.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import type { Trace } from '../src/protocol/trace.ts';
import { heaviestChain } from '../src/trace/criticalPath.ts';
import { fold } from '../src/trace/fold.ts';
import { readRunLog } from '../src/trace/runLog.ts';
import { modelRounds } from './criticalPath.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { atMost, fitLine, percentile, timed, withTempFolder, type Bench, type BenchReport } from './harness.ts';

const root = join(import.meta.dirname, '..');
const latencyMs = 200;
const rounds = 3;
const maxTimesPath = 1.1;
const maxOverheadMs = 2;
/** Chains of one to four sub-questions, for measuring the time besides model, retrieval and reranking. */
const chains = [
  'How long is the Orrin barrage?',
  'Where was the engineer who designed the Orrin barrage born?',
  'When was the birthplace of the designer of the Quillan Gate plant flooded?',
  'What is the highest point of the island where the birthplace of the designer of the Orrin barrage lies?',
];
const chainRounds = 7;
/** With these parameters Self-DC splits what this model does not know; otherwise it would look it up. */
const splitting = { method: 'prob', alpha: 0.1, beta: 0.1 };
/** A chain, a comparison of two chains, and a single fact. */
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
        registerBaselines();
        for (const { id } of allPipelines) {
          for (const question of quick ? questions.slice(0, 1) : questions) runs.push(await fastest(id, question));
          log(`${id}: ${Math.max(...runs.filter((run) => run.id === id).map(timesPath)).toFixed(3)} × its critical path`);
        }
        for (const question of quick ? [] : questions) runs.push(await fastest('self-dc', question, splitting));
        const inTurn: Run[] = [];
        for (let round = 0; round < (quick ? 1 : chainRounds); round++) {
          for (const chain of chains) inTurn.push(await once('sunar-nar', chain));
        }
        return report(runs, overheadOf(inTurn));
      } finally {
        await engine.close();
        model.stop();
      }

      async function fastest(id: string, question: string, params: Record<string, unknown> = {}): Promise<Run> {
        const runs: Run[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++) runs.push(await once(id, question, params));
        return runs.reduce((best, run) => (timesPath(run) < timesPath(best) ? run : best));
      }

      async function once(id: string, question: string, params: Record<string, unknown> = {}): Promise<Run> {
        const runId = randomUUID();
        const request = { runId, question, pipeline: id, params, models: { ...builtinModels, chat: 'openai:simulation' } };
        const { ms, result } = await timed(() => engine.runs.ask(request, signal));
        const trace = fold(await readRunLog(result.log));
        if (trace.status === 'failed') throw new Error(`${id} failed: ${trace.failure}`);
        return { id, ms, trace };
      }
    }),
};

interface Run {
  readonly id: string;
  readonly ms: number;
  readonly trace: Trace;
}

/** The time of model, retrieval, reranking and entailment if everything that can run at once does. */
function pathMs({ trace }: Run): number {
  return modelRounds(trace) * latencyMs + heaviestChain(trace, (node) => toolMs(trace, node));
}

function timesPath(run: Run): number {
  return run.ms / pathMs(run);
}

/** The tools' time for one node, or for all. */
function toolMs({ retrievals, reranks, nli }: Trace, of?: string): number {
  return [...retrievals, ...reranks, ...nli].reduce((sum, { node, ms }) => (of === undefined || node === of ? sum + ms : sum), 0);
}

interface Overhead {
  /** Median over the rounds, by number of sub-questions. */
  readonly medianMs: Readonly<Record<string, number>>;
  readonly perRunMs: number;
  readonly perSubQuestionMs: number;
}

/** For a system with sequential calls: the time besides model, retrieval and reranking, from a line through runs of different length. */
function overheadOf(runs: readonly Run[]): Overhead {
  const ofLength = new Map<number, number[]>();
  for (const { ms, trace } of runs) {
    const subQuestions = trace.nodes.filter(({ kind }) => kind === 'sub_question').length;
    const own = ms - trace.llmCalls.reduce((sum, call) => sum + call.ms, 0) - toolMs(trace);
    ofLength.set(subQuestions, [...(ofLength.get(subQuestions) ?? []), own]);
  }
  const medians = [...ofLength].map(([length, own]) => [length, percentile(own, 0.5)] as const);
  const { slope, intercept } = fitLine(medians);
  return { medianMs: Object.fromEntries(medians), perRunMs: intercept, perSubQuestionMs: slope };
}

function report(runs: readonly Run[], overhead: Overhead): BenchReport {
  const rows = runs.map((run) => ({
    pipeline: run.id,
    question: run.trace.question,
    calls: run.trace.totals.llmCalls,
    rounds: modelRounds(run.trace),
    pathSeconds: pathMs(run) / 1000,
    seconds: run.ms / 1000,
    timesPath: timesPath(run),
  }));
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

/** Runs in a separate process, so that it takes no time from the engine's. */
async function startSimulation(): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const script = join(root, 'lab', 'simulate.ts');
  const child = spawn(process.execPath, [script, '--dataset', join(root, 'samples'), '--latency', String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /^listening (\S+)$/.exec(line)?.[1];
    if (baseUrl !== undefined) return { baseUrl, stop: () => child.kill() };
  }
  throw new Error('the simulation did not start');
}
