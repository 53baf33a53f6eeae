/** What a bibliography of 20,000 entries costs the process that checks: processor time, and the longest time without a turn for others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../src/base/seededRandom.ts';
import { DocumentChecks } from '../src/check/documentChecks.ts';
import { withTempFolder } from './harness.ts';

/** In milliseconds of processor time. */
interface Cost {
  readonly of: string;
  readonly all: number;
  readonly longestBlock: number;
}

const words = 'tide lock barrage harbor gauge river survey model signal coast marsh salt tower mill engine lamp'.split(' ');
const documents = 400;

/** The first check that reads it, then completions, a key for a document, and the same after one entry has changed. */
export async function bibliographyTimes(entries: number, signal: AbortSignal): Promise<readonly Cost[]> {
  return await withTempFolder(async (folder) => {
    const random = seededRandom(1);
    const some = (count: number): string => Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');
    const written = Array.from({ length: entries }, (_, i) => {
      const title = `${some(8)} ${i}`;
      if (i % Math.ceil(entries / documents) === 0) writeFileSync(join(folder, `${i}.md`), `# ${title}\n\nThe tide was high.\n`);
      return `@article{key${i},\n  title = {${title}},\n  author = {Quell, Ann ${i % 997} and M{\\"u}ller, B.},\n  year = ${1900 + (i % 120)},\n  doi = {10.1000/x.${i}},\n  abstract = {${some(60)}},\n  file = {:/home/a/storage/${i}.md:text/markdown}\n}\n`;
    });
    const file = join(folder, 'refs.bib');
    writeFileSync(file, written.join('\n'));
    const checks = new DocumentChecks({ folder, reader: join(import.meta.dirname, '..', 'src', 'corpus', 'readWorker.ts') });
    const note = join(folder, 'note.md');
    const check = (): Promise<unknown> => checks.check(note, 'The tide was high [@key40].', { signal, withClaims: false });
    const typed = (typing: string) => () => checks.entriesFor(note, '', { wanted: { words: typing }, most: 100, signal });
    const keyOf = (document: string) => () => checks.entriesFor(note, '', { wanted: { document }, most: 1, signal });
    try {
      const before = [
        await costOf('first check', check),
        await costOf('first completion', typed('lam')),
        await costOf('completion', typed('lamp 17')),
        await costOf('first key of a document', keyOf('40.md')),
        await costOf('key of a document', keyOf('0.md')),
      ];
      written[10] = (written[10] ?? '').replace('title = {', 'title = {Changed ');
      writeFileSync(file, written.join('\n'));
      return [...before, await costOf('check after one changed entry', check), await costOf('completion after it', typed('lamp 18'))];
    } finally {
      await checks.close();
    }
  });
}

async function costOf(of: string, work: () => Promise<unknown>): Promise<Cost> {
  let longestBlock = 0;
  let isRunning = true;
  let since = process.cpuUsage();
  const turn = (): void => {
    longestBlock = Math.max(longestBlock, milliseconds(since));
    since = process.cpuUsage();
    if (isRunning) setImmediate(turn);
  };
  const begun = process.cpuUsage();
  setImmediate(turn);
  await work();
  isRunning = false;
  return { of, all: milliseconds(begun), longestBlock };
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
