/**
 * Runs one benchmark and prints its table on stdout, or with --json one JSON object. Exit code 0 when all its requirements are met, 1 when
 * one is not, 2 on wrong usage. With --quick it measures small sizes to show that the benchmark works, and requires nothing.
 *
 * usage: npm run bench -- NAME [--dataset DIR]... [--documents DIR] [--peer NAME]... [--revision REV] [--rounds N] [--passages N]
 *   [--out FILE] [--quick] [--json] [--save]
 *
 * With --save it also writes the JSON to bench/results, which `npm run generate` makes README's table of.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benches } from '../bench/benches.ts';
import { formatCheck, formatTable, machineLine, type Bench, type BenchOptions } from '../bench/harness.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments();
  if ('problem' in asked) {
    process.stderr.write(
      `${asked.problem}\nusage: npm run bench -- NAME [--dataset DIR]... [--documents DIR] [--peer NAME]... [--revision REV] [--rounds N] [--passages N] [--out FILE] [--quick] [--json] [--save]\n`,
    );
    process.stderr.write(`There are: ${Object.keys(benches).join(', ')}.\n`);
    return 2;
  }
  const cancelled = new AbortController();
  process.once('SIGINT', () => cancelled.abort());
  const { load, isJson, isSaved, quick, named } = asked;
  const bench = await load();
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  log(`${bench.name}: ${bench.describe}\n${machineLine()}`);
  const began = { date: new Date().toISOString().slice(0, 10), machine: machineLine(), load: loadavg()[0] };
  const { columns, rows, checks, json } = await bench.run({ quick, signal: cancelled.signal, log, ...named });
  const ok = checks.every((check) => check.ok);
  const written = `${JSON.stringify({ bench: bench.name, ...began, quick, ...json, checks, ok }, null, 2)}\n`;
  if (isSaved) {
    const name = named.documents === undefined ? bench.name : `${bench.name}-${basename(named.documents)}`;
    const results = join(import.meta.dirname, '..', 'bench', 'results');
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, `${name}.json`), written);
  }
  if (isJson) process.stdout.write(written);
  else process.stdout.write(`${formatTable(columns, rows)}\n\n${checks.map((check) => `${formatCheck(check)}\n`).join('')}`);
  return ok || quick ? 0 : 1;
}

interface Asked {
  readonly load: () => Promise<Bench>;
  readonly isJson: boolean;
  readonly isSaved: boolean;
  readonly quick: boolean;
  readonly named: Pick<BenchOptions, 'dataset' | 'datasets' | 'documents' | 'peers' | 'revision' | 'rounds' | 'passages' | 'out'>;
}

function readArguments(): Asked | { readonly problem: string } {
  const options = {
    dataset: { type: 'string', multiple: true },
    documents: { type: 'string' },
    peer: { type: 'string', multiple: true },
    revision: { type: 'string' },
    rounds: { type: 'string' },
    out: { type: 'string' },
    passages: { type: 'string' },
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    save: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) return { problem: 'Name one benchmark.' };
    const load = benches[name];
    if (!load) return { problem: `There is no benchmark "${name}".` };
    const {
      dataset = [],
      documents,
      peer: peers,
      revision,
      rounds,
      passages,
      out,
      quick = false,
      json: isJson = false,
      save: isSaved = false,
    } = values;
    if (rounds !== undefined && !/^[1-9]\d*$/.test(rounds)) return { problem: 'Rounds are a whole number.' };
    if (isSaved && quick) return { problem: 'What --quick measures is not saved.' };
    const missing = [...dataset, ...(documents === undefined ? [] : [documents])].find(
      (folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
    );
    if (missing !== undefined) return { problem: `Folder ${missing} does not exist.` };
    if (passages !== undefined && !/^[1-9]\d*$/.test(passages)) return { problem: 'Passages are a whole number.' };
    const datasets = dataset.map((folder) => resolve(folder));
    const other = {
      ...(documents === undefined ? {} : { documents: resolve(documents) }),
      ...(peers === undefined ? {} : { peers }),
      ...(revision === undefined ? {} : { revision }),
      ...(rounds === undefined ? {} : { rounds: Number(rounds) }),
      ...(out === undefined ? {} : { out: resolve(out) }),
      ...(passages === undefined ? {} : { passages: Number(passages) }),
    };
    return { load, isJson, isSaved, quick, named: { ...other, ...(datasets[0] === undefined ? {} : { dataset: datasets[0], datasets }) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
