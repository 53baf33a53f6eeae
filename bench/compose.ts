/** What the checks of written answers catch of a simulated model's faults, one kind at a time. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSimulation } from '../lab/simulation/startSimulation.ts';
import { writingSlips, type WritingSlips } from '../lab/simulation/writingSlips.ts';
import { readDataset } from '../lab/evaluation/dataset.ts';
import { documentFolder } from '../lab/evaluation/workingFolder.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import type { Trace } from '../src/protocol/trace.ts';
import type { AnswerForm } from '../src/protocol/writtenAnswer.ts';
import { isAbstention } from '../src/reasoning/abstention.ts';
import { fold } from '../src/trace/fold.ts';
import { readRunLog } from '../src/trace/runLog.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { atLeast, atMost, withTempFolder, type Bench } from './harness.ts';
import { writeDisputed } from './disputedDataset.ts';
import { checkedClaims } from './writtenClaims.ts';

const samples = join(import.meta.dirname, '..', 'samples');
/** Two surveys of one barrage; the model speaks of it where it is asked for its length, but not where it is compared. */
const sampleDisputes = 1;
/** Of a large dataset, spread evenly. */
const mostQuestions = 60;
const forms: readonly AnswerForm[] = ['explained', 'list', 'table'];
/** Those that are in every sentence; `resolved` is about documents that disagree. */
const kinds = Object.keys(writingSlips).filter((kind) => kind !== 'resolved');

interface Counts {
  readonly sentences: number;
  readonly doubted: number;
  readonly moved: number;
  /** Answers that show that documents disagree, and those in which the check found it. */
  readonly conflicts: number;
  readonly untold: number;
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
      const counted = async (name: string, own: Asked): Promise<Counts> => {
        const traces = await tracesOf(own, signal);
        log(`${name}: ${traces.length} questions`);
        return countsOf(traces);
      };
      const plain = { dataset, folder, storage: join(storage, 'index'), questions: questions.map(({ question }) => question) };
      const clean = await counted('none', { ...plain, slips: {} });
      const rows: (readonly [string, Counts])[] = [];
      for (const kind of kinds) rows.push([kind, await counted(kind, { ...plain, slips: { [kind]: 1 } })]);
      const disputed = join(storage, 'disputed');
      const asked = writeDisputed(data, disputed, quick ? 4 : mostQuestions);
      const both = { dataset: disputed, folder: documentFolder(readDataset(disputed, isAbstention), join(storage, 'documents')).folder };
      const own = { ...both, storage: join(storage, 'disputed-index'), questions: asked };
      const told = await counted('disputed', { ...own, slips: {} });
      const resolved = await counted('resolved', { ...own, slips: { resolved: 1 } });
      const named = join(storage, 'named');
      const namesAsked = writeDisputed(data, named, quick ? 4 : mostQuestions, 'name');
      const others = { dataset: named, folder: documentFolder(readDataset(named, isAbstention), join(storage, 'documents')).folder };
      const names = { ...others, storage: join(storage, 'named-index'), questions: namesAsked };
      const namesTold = await counted('disputed names', { ...names, slips: {} });
      const namesResolved = await counted('resolved names', { ...names, slips: { resolved: 1 } });
      const claims = checkedClaims();
      const markedOf = (isFalse: boolean): readonly [number, number] => {
        const some = claims.filter(({ fault }) => (fault !== undefined) === isFalse);
        return [some.length, some.filter(({ isMarked }) => isMarked).length];
      };
      const [truly, falsely] = [markedOf(false), markedOf(true)];
      return {
        columns: ['fault', 'what it is', 'sentences', 'marked', 'cited where the words are', 'answers that show a conflict'],
        rows: [
          ...[['none', clean] as const, ...rows].map(([kind, counts]) => [kind, aboutOf(kind), ...cellsOf(counts)]),
          ['–', 'none, but documents disagree', ...cellsOf(told)],
          ['resolved', aboutOf('resolved'), ...cellsOf(resolved)],
          ['–', 'none, but documents name others', ...cellsOf(namesTold)],
          ['resolved', 'the same, with another name', ...cellsOf(namesResolved)],
          ['–', 'true, in words of people', ...truly, 0, 0],
          ['–', 'false in one thing, in words of people', ...falsely, 0, 0],
        ],
        checks: [
          atMost('marked although true', clean.doubted + told.doubted, 0),
          atMost('said to disagree by the check, where documents do not', clean.untold - (dataset === samples ? sampleDisputes : 0), 0),
          atLeast('conflicts that a model resolved silently: share shown', resolved.conflicts / Math.max(1, told.conflicts), 0.5),
          atMost('in words of people: share marked although true', truly[1] / truly[0], 0.05),
          atLeast('in words of people: share caught', falsely[1] / falsely[0], 0.75),
          ...rows.map(([kind, { sentences, doubted, moved }]) => atLeast(`${kind}: share caught`, (doubted + moved) / sentences, 0.95)),
        ],
        json: {
          questions: questions.length,
          counts: Object.fromEntries([['none', clean], ...rows]),
          disputed: { asked: asked.length, told, resolved },
          names: { asked: namesAsked.length, told: namesTold, resolved: namesResolved },
          claims: { truly, falsely },
        },
      };
    }),
};

interface Asked {
  readonly dataset: string;
  readonly folder: string;
  readonly storage: string;
  readonly questions: readonly string[];
  readonly slips?: WritingSlips;
  /** Share of quotes that are written as models write them, in [0, 1]. */
  readonly sloppy?: number;
  readonly pipeline?: string;
}

/** A run for each question, with its answer written out in one form after the other. */
export async function tracesOf(
  { dataset, folder, storage, questions, slips = {}, sloppy = 0, pipeline = 'sunar-nar' }: Asked,
  signal: AbortSignal,
): Promise<readonly Trace[]> {
  const simulation = await startSimulation({ dataset, slips, sloppy });
  const engine = await openBareEngine(folder, storage, simulation.baseUrl);
  try {
    await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
    const traces: Trace[] = [];
    for (const [i, question] of questions.entries()) {
      const models = { ...builtinModels, chat: 'openai:simulation' };
      const form = forms[i % forms.length] ?? 'auto';
      const request = { runId: randomUUID(), question, pipeline, params: {}, models, form };
      traces.push(fold(await readRunLog((await engine.runs.ask(request, signal)).log)));
    }
    return traces;
  } finally {
    await engine.close();
    await simulation.close();
  }
}

function cellsOf({ sentences, doubted, moved, conflicts }: Counts): readonly number[] {
  return [sentences, doubted, moved, conflicts];
}

function aboutOf(kind: string): string {
  return Object.entries(writingSlips).find(([name]) => name === kind)?.[1] ?? '';
}

function countsOf(traces: readonly Trace[]): Counts {
  const sentences = traces.flatMap(({ written }) => written?.sentences ?? []);
  const flags = traces.flatMap(({ nodes }) => nodes.flatMap((node) => node.flags));
  const sum = (flag: string): number => flags.reduce((all, one) => all + Number(new RegExp(`^${flag}:(\\d+)$`).exec(one)?.[1] ?? 0), 0);
  const showsBoth = ({ written }: Trace): boolean =>
    (written?.conflicts ?? []).some((at) => (written?.sentences[at]?.citations.length ?? 0) >= 2);
  return {
    sentences: sentences.length,
    doubted: sentences.filter(({ support }) => support === 'unsupported' || support === 'contradicted').length,
    moved: sum('quote_moved'),
    conflicts: traces.filter(showsBoth).length,
    untold: sum('conflict_untold'),
  };
}
