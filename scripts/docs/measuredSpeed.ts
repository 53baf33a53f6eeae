/** What benches have measured (`npm run bench -- NAME --save`), as README says it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const results = join(import.meta.dirname, '..', '..', 'bench', 'results');
const cores = /^(\d+) cores/;

const measured = z.object({ bench: z.string(), date: z.string(), machine: z.string(), load: z.number() });
const indexed = z.object({
  extensions: z.record(z.string(), z.number()).optional(),
  runs: z.array(
    z.object({
      textBytes: z.number(),
      seconds: z.number(),
      peakRssBytes: z.number(),
      diskBytes: z.number(),
      summary: z.object({ documents: z.number() }),
    }),
  ),
});
const searched = z.object({ passages: z.number(), searches: z.array(z.object({ method: z.string(), p95Ms: z.number() })) });
const updated = z.object({ measured: z.array(z.object({ passages: z.number(), editSeconds: z.array(z.number()) })) });
const started = z.object({ passages: z.number(), programs: z.array(z.object({ name: z.string(), seconds: z.number() })) });

const formats: Readonly<Record<string, string>> = { md: 'Markdown', pdf: 'PDF' };

type Row = readonly [what: string, figures: string];

/** By bench, in README's order. */
const rowsOf: Readonly<Record<string, (json: unknown) => Row>> = {
  index: (json) => {
    const { extensions, runs } = indexed.parse(json);
    const { textBytes, seconds, peakRssBytes, diskBytes, summary } = runs.at(-1)!;
    const bytes = megabytes(textBytes);
    const [format = 'md'] = Object.entries(extensions ?? {}).toSorted(([, a], [, b]) => b - a)[0] ?? [];
    const what = extensions
      ? `Index ${count(summary.documents)} documents, most of them ${formats[format] ?? format} (${bytes})`
      : `Index ${bytes} of generated Markdown`;
    return [what, `${digits(seconds)} s, ${megabytes(peakRssBytes)} of memory, ${megabytes(diskBytes)} of disk`];
  },
  search: (json) => {
    const { passages, searches } = searched.parse(json);
    const p95 = (method: string): string => digits(searches.find((one) => one.method === method)?.p95Ms ?? NaN);
    return [
      `Search ${count(passages)} passages (p95)`,
      `by words ${p95('bm25')} ms, by meaning ${p95('dense')} ms, by both ${p95('hybrid')} ms, with related passages and the ranking model ${p95('nar')} ms`,
    ];
  },
  update: (json) => {
    const { passages, editSeconds } = updated.parse(json).measured.at(-1)!;
    return [`Find a changed document, ${count(passages)} passages (median)`, `${digits(median(editSeconds))} s`];
  },
  start: (json) => {
    const { passages, programs } = started.parse(json);
    const of = (method: string): string => digits(programs.find(({ name }) => name === `first search: ${method}`)?.seconds ?? NaN);
    return [
      `New process to first answer, ${count(passages)} passages (median)`,
      `by words ${of('bm25')} s, by words and meaning ${of('hybrid')} s`,
    ];
  },
};

/** Without what was measured beside other work. A bench that ran just before leaves a load, too. */
export function measuredSpeed(): { readonly rows: readonly (readonly string[])[]; readonly machines: readonly string[] } {
  const files = globSync('*.json', { cwd: results }).toSorted();
  const all = files.map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')) as unknown);
  const idle = all.filter((json) => {
    const { machine, load } = measured.parse(json);
    return load <= 1.5 * Number(cores.exec(machine)?.[1]);
  });
  return {
    rows: Object.entries(rowsOf).flatMap(([name, rowOf]) =>
      idle.filter((json) => measured.parse(json).bench === name).map((json) => [...rowOf(json), measured.parse(json).date]),
    ),
    machines: [...new Set(idle.map((json) => measured.parse(json).machine))],
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? NaN;
}

/** Two significant digits. */
function digits(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(2))) : 'not measured';
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${digits(bytes / 1e6)} MB`;
}
