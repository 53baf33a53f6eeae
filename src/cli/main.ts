#!/usr/bin/env node
/** `ariadne`: the engine on a terminal. Loads no more than the command needs, since most of the time of a short command is loading. */
import './requireNode.ts';
import { existsSync } from 'node:fs';
// By its name a function that an older Node lacks would fail before the sentence about it.
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainMissingLibrary } from '../base/missingLibrary.ts';
import { restartFrugally } from './restart.ts';

/** Commands of the laboratory, a program beside this one (`lab/main.ts`). */
const ofLab: readonly string[] = ['lab', 'eval', 'calibrate', 'questions'];

const labHelp = `\n  ariadne ${ofLab.slice(1).join('|')}\n      Measure methods on questions with known answers, and write such questions. "ariadne lab help" lists these commands.`;

module.enableCompileCache();
// LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. It looks at the variable
// when it is loaded; set another level to get its log.
process.env['LANCEDB_LOG'] ??= 'off';

const args = process.argv.slice(2);
const [name = ''] = args;
// Before the rest is loaded, which a restart would load twice.
if (['index', 'eval', 'calibrate'].includes(name)) restartFrugally();
const lab = join(import.meta.dirname, 'lab.js');
try {
  if (!ofLab.includes(name) && !writesDecompositions(args)) {
    const { cliCommands } = await import('./commands.ts');
    const { runProgram } = await import('./program.ts');
    process.exitCode = await runProgram(cliCommands, args, labHelp);
  }
  // It takes the arguments, and sets the exit code.
  else if (existsSync(lab)) await import(pathToFileURL(lab).href);
  else
    await fail(`"ariadne ${name}" belongs to the laboratory, which this installation does not have. Build Ariadne from its source code.`);
} catch (error) {
  const failure = explainMissingLibrary(error);
  if (!failure) throw error;
  await fail(failure.message);
}

/** Runs are exported by everybody, what a planner learns from only by the laboratory. */
function writesDecompositions([command, ...options]: readonly string[]): boolean {
  return (
    command === 'export' &&
    options.some((option, i) => option === '--as=decompositions' || (option === 'decompositions' && options[i - 1] === '--as'))
  );
}

async function fail(message: string): Promise<void> {
  const { exitCode, printErrors } = await import('./terminal.ts');
  printErrors(message);
  process.exitCode = exitCode.failed;
}
