/** What the checks of written answers catch of a simulated model's faults, one kind at a time. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSimulation } from '../scripts/simulate/startSimulation.ts';
import { writingSlips } from '../scripts/simulate/writingSlips.ts';
import { readDataset } from '../src/evaluation/dataset.ts';
import { documentFolder } from '../src/evaluation/workingFolder.ts';
import { builtinModels, defaultDiscovery } from '../src/protocol/engine.ts';
import type { Trace } from '../src/protocol/trace.ts';
import type { AnswerForm } from '../src/protocol/writtenAnswer.ts';
import { isAbstention } from '../src/reasoning/abstention.ts';
import { fold } from '../src/trace/fold.ts';
import { readRunLog } from '../src/trace/runLog.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { atLeast, atMost, withTempFolder, type Bench } from './harness.ts';
import { checkedClaims } from './writtenClaims.ts';

const samples = join(import.meta.dirname, '..', 'samples');
/** Of a large dataset, spread evenly. */
const mostQuestions = 60;
const forms: readonly AnswerForm[] = ['explained', 'list', 'table'];
const kinds = ['none', ...Object.keys(writingSlips)];

interface Counts {
  readonly sentences: number;
  readonly doubted: number;
  readonly moved: number;
}

export const compose: Bench = {
  name: 'compose',
  describe: 'faults of a simulated model in answers that are written out, and how many of them are marked',
  run: ({ quick, signal, log, dataset = samples }) =>
    withTempFolder(async (storage) => {
      const data = readDataset(dataset, isAbstention);
      const every = Math.max(1, Math.floor(data.questions.length / mostQuestions));
      const questions = data.questions.filter((_, i) => i % every === 0).slice(0, quick ? 4 : mostQuestions);
      const { folder } = documentFolder(data, join(storage, 'documents'));
      const rows: (readonly [string, Counts])[] = [];
      for (const kind of kinds) {
        const simulation = await startSimulation({ dataset, slips: kind === 'none' ? {} : { [kind]: 1 } });
        const engine = await openBareEngine(folder, join(storage, 'index'), simulation.baseUrl);
        try {
          await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
          const traces: Trace[] = [];
          for (const [i, { question }] of questions.entries()) {
            const models = { ...builtinModels, chat: 'openai:simulation' };
            const form = forms[i % forms.length] ?? 'auto';
            const request = { runId: randomUUID(), question, pipeline: 'sunar-nar', params: {}, models, form };
            traces.push(fold(await readRunLog((await engine.runs.ask(request, signal)).log)));
          }
          rows.push([kind, countsOf(traces)]);
          log(`${kind}: ${traces.length} questions`);
        } finally {
          await engine.close();
          await simulation.close();
        }
      }
      const [[, clean] = ['none', countsOf([])], ...faulty] = rows;
      const claims = checkedClaims();
      const worded = (isFalse: boolean): Counts => {
        const own = claims.filter(({ fault }) => (fault !== undefined) === isFalse);
        return { sentences: own.length, doubted: own.filter(({ isMarked }) => isMarked).length, moved: 0 };
      };
      const [truly, falsely] = [worded(false), worded(true)];
      return {
        columns: ['fault in every sentence', 'what it is', 'sentences', 'marked', 'cited where the words are'],
        rows: [
          ...rows.map(([kind, { sentences, doubted, moved }]) => [kind, aboutOf(kind), sentences, doubted, moved]),
          ['–', 'true, in words of people', truly.sentences, truly.doubted, 0],
          ['–', 'false in one thing, in words of people', falsely.sentences, falsely.doubted, 0],
        ],
        checks: [
          atMost('marked although true', clean.doubted, 0),
          atMost('in words of people: share marked although true', truly.doubted / truly.sentences, 0.05),
          atLeast('in words of people: share caught', falsely.doubted / falsely.sentences, 0.75),
          ...faulty.map(([kind, { sentences, doubted, moved }]) => atLeast(`${kind}: share caught`, (doubted + moved) / sentences, 0.95)),
        ],
        json: { questions: questions.length, counts: Object.fromEntries(rows), claims: { true: truly, false: falsely } },
      };
    }),
};

function aboutOf(kind: string): string {
  return Object.entries(writingSlips).find(([name]) => name === kind)?.[1] ?? '';
}

function countsOf(traces: readonly Trace[]): Counts {
  const sentences = traces.flatMap(({ written }) => written?.sentences ?? []);
  const flags = traces.flatMap(({ nodes }) => nodes.flatMap((node) => node.flags));
  return {
    sentences: sentences.length,
    doubted: sentences.filter(({ support }) => support === 'unsupported' || support === 'contradicted').length,
    moved: flags.reduce((sum, flag) => sum + Number(/^quote_moved:(\d+)$/.exec(flag)?.[1] ?? 0), 0),
  };
}
