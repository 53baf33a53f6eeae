/** Runs whose question names documents, or what no document is about. */
import type { RunEvent, RunStarted } from '../../../src/protocol/events.ts';
import type { AboutDocuments } from '../../../src/protocol/aboutDocuments.ts';

/** @param run the one that is asked with other limits */
export function runsNaming(run: readonly RunEvent[]): Readonly<Record<string, readonly RunEvent[]>> {
  const limited = (limits: Partial<RunStarted>): readonly RunEvent[] =>
    run.map((event) => (event.kind === 'run-started' ? { ...event, ...limits } : event));
  const alike = run.map((event) => (event.kind === 'run-started' ? { ...event, spec: { ...event.spec, anyDocument: true } } : event));
  return {
    'about a document': limited({ identity: naming('Varrow Tidal Company', ['organisations/varrow-tidal-company.md']) }),
    'about several documents': limited({ identity: { ...naming('annual report', reports), unknown: ['Acme'] } }),
    'about nobody': limited({ identity: { meant: [], preferred: [], unknown: ['Acme', 'Foo & Sons'] } }),
    'about what is hostile': limited({ identity: hostile }),
    'about any document': alike,
  };
}

function naming(words: string, documents: readonly string[], titles: readonly string[] = documents): AboutDocuments {
  return {
    meant: [{ start: 0, end: words.length, words, documents: [...documents], total: documents.length }],
    preferred: [...documents],
    unknown: [],
    titles: Object.fromEntries(documents.map((path, i) => [path, titles[i] ?? path])),
  };
}

const years = Array.from({ length: 7 }, (_, i) => 1912 - i);
const reports = years.map((year) => `reports/${year}/varrow-tidal-annual-report-${year}.pdf`);
const hostileTitles = ['<b onmouseover=alert(1)>bold</b>', '\u202Egnp.exe', '\u0007bell\u0000', 'W'.repeat(3000), '   ', '[x](command:x)'];
const hostile = naming(
  '<img src=x onerror=alert(1)>\u202E',
  Array.from({ length: 40 }, (_, i) => `folder "${i}"/${'long '.repeat(20)}$[!] ${i}.md`),
  hostileTitles,
);
