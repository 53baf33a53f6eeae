import { withTempFolder, type Bench, type BenchReport } from './harness.ts';
import { measureInTurn, type Measured } from './peers/measure.ts';
import { ariadneMethods, ariadneName, missingPeers, peers as allPeers, reasons } from './peers/peers.ts';
import { prepareTask, type Task } from './peers/task.ts';

interface Compared {
  readonly task: Task;
  readonly measured: readonly Measured[];
}

export const peers: Bench = {
  name: 'peers',
  describe:
    'Ariadne beside what one could take instead, each in a process, over the passages that Ariadne cuts or the files: index, memory, disk, first answer, searches, one changed document, recall@5; --dataset names data sets, or with --documents a set of bench/natural; --peer names some',
  async run(options) {
    const { datasets = [], peers: named = Object.keys(allPeers), log } = options;
    if (datasets.length === 0) throw new Error('Name a data set with --dataset DIR.');
    const missing = missingPeers();
    for (const [peer, reason] of Object.entries(missing)) log(`${peer} is left out: ${reason}`);
    const contenders = named.filter((peer) => !(peer in missing)).map((peer) => ({ name: peer, peer }));
    const tasks: Compared[] = [];
    for (const dataset of datasets) {
      await withTempFolder(async (work) => {
        const task = await prepareTask(dataset, work, options);
        tasks.push({ task, measured: await measureInTurn(contenders, task, options) });
      });
    }
    return report(tasks, missing);
  },
};
/** Whether more is better. Index and update by processor time, which depends less on the load. */
const compared = [
  ['index', 'indexCpuSeconds', false],
  ['memory', 'peakRssBytes', false],
  ['disk', 'diskBytes', false],
  ['first answer', 'firstAnswerSeconds', false],
  ['p50', 'p50Ms', false],
  ['p95', 'p95Ms', false],
  ['update', 'updateCpuMs', false],
  ['recall', 'recall', true],
] as const;

/** How many times better than Ariadne's method, by what is compared; below 1 where Ariadne is better. */
function timesBetter(measured: Measured, ours: Measured): Readonly<Record<string, number>> {
  return Object.fromEntries(compared.map(([name, key, isMore]) => [name, isMore ? measured[key] / ours[key] : ours[key] / measured[key]]));
}

function report(tasks: readonly Compared[], missing: Readonly<Record<string, string>>): BenchReport {
  const comparedWith = (measured: Measured, all: readonly Measured[]): Readonly<Record<string, Readonly<Record<string, number>>>> =>
    Object.fromEntries(
      ariadneMethods.flatMap((method) => {
        const ours = all.find(({ peer }) => peer === ariadneName(method));
        return ours ? [[method, timesBetter(measured, ours)] as const] : [];
      }),
    );
  return {
    columns: [
      'data set',
      'peer',
      'index MB/s',
      'per cpu s',
      'peak MB',
      'disk / text',
      'first s',
      'p50 ms',
      'p95 ms',
      'update ms',
      'cpu ms',
      'recall@5',
      'ahead of bm25',
      'why',
    ],
    rows: tasks.flatMap(({ task: { name, textBytes }, measured: all }) => [
      ...all.map((measured) => [
        name,
        measured.peer,
        textBytes / 1e6 / measured.indexSeconds,
        textBytes / 1e6 / measured.indexCpuSeconds,
        measured.peakRssBytes / 1e6,
        measured.diskBytes / textBytes,
        measured.firstAnswerSeconds,
        measured.p50Ms,
        measured.p95Ms,
        measured.updateMs,
        measured.updateCpuMs,
        measured.recall,
        Object.entries(comparedWith(measured, all)['bm25'] ?? {})
          .filter(([, times]) => times > 1)
          .map(([what, times]) => `${what} ${times.toFixed(2)} ×`)
          .join(', '),
        reasons[measured.peer] ?? '',
      ]),
      ...Object.entries(missing).map(([peer, reason]) => [name, `${peer}: left out, ${reason}`]),
    ]),
    checks: [],
    json: {
      missing,
      tasks: tasks.map(({ task: { name, passages, textBytes, questions }, measured: all }) => ({
        dataset: name,
        passages: passages.length,
        textBytes,
        questions: questions.length,
        peers: all.map((measured) => ({ ...measured, timesBetter: comparedWith(measured, all) })),
      })),
    },
  };
}
