/**
 * Runs one benchmark and prints its table on stdout, or with --json one JSON object. Exit code 0 when all its requirements are met, 1 when
 * one is not, 2 on wrong usage. With --quick it measures small sizes to show that the benchmark works, and requires nothing.
 *
 * usage: npm run bench -- NAME [--dataset DIR]... [--documents DIR] [--out FILE] [--quick] [--json]
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benches } from '../bench/benches.ts';
import { formatCheck, formatTable, machineLine, type Bench, type BenchOptions } from '../bench/harness.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments();
  if ('problem' in asked) {
    process.stderr.write(
      `${asked.problem}\nusage: npm run bench -- NAME [--dataset DIR]... [--documents DIR] [--out FILE] [--quick] [--json]\n`,
    );
    process.stderr.write(`There are: ${Object.keys(benches).join(', ')}.\n`);
    return 2;
  }
  const cancelled = new AbortController();
  process.once('SIGINT', () => cancelled.abort());
  const { load, isJson, quick, named } = asked;
  const bench = await load();
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  log(`${bench.name}: ${bench.describe}\n${machineLine()}`);
  const { columns, rows, checks, json } = await bench.run({ quick, signal: cancelled.signal, log, ...named });
  const ok = checks.every((check) => check.ok);
  if (isJson)
    process.stdout.write(`${JSON.stringify({ bench: bench.name, machine: machineLine(), quick, ...json, checks, ok }, null, 2)}\n`);
  else process.stdout.write(`${formatTable(columns, rows)}\n\n${checks.map((check) => `${formatCheck(check)}\n`).join('')}`);
  return ok || quick ? 0 : 1;
}

interface Asked {
  readonly load: () => Promise<Bench>;
  readonly isJson: boolean;
  readonly quick: boolean;
  readonly named: Pick<BenchOptions, 'dataset' | 'datasets' | 'documents' | 'out'>;
}

function readArguments(): Asked | { readonly problem: string } {
  const options = {
    dataset: { type: 'string', multiple: true },
    documents: { type: 'string' },
    out: { type: 'string' },
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) return { problem: 'Name one benchmark.' };
    const load = benches[name];
    if (!load) return { problem: `There is no benchmark "${name}".` };
    const { dataset = [], documents, out, quick = false, json: isJson = false } = values;
    const missing = [...dataset, ...(documents === undefined ? [] : [documents])].find(
      (folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
    );
    if (missing !== undefined) return { problem: `Folder ${missing} does not exist.` };
    const datasets = dataset.map((folder) => resolve(folder));
    const other = {
      ...(documents === undefined ? {} : { documents: resolve(documents) }),
      ...(out === undefined ? {} : { out: resolve(out) }),
    };
    return { load, isJson, quick, named: { ...other, ...(datasets[0] === undefined ? {} : { dataset: datasets[0], datasets }) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
