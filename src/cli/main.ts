/** `ariadne`: the engine on a terminal. */
import './requireNode.ts';
import '../engine/nativeLog.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commands } from './commands.ts';
import { runProgram } from './program.ts';
import { exitCode, printErrors } from './terminal.ts';

/** Commands of the laboratory, a program beside this one (`lab/main.ts`). */
const ofLab: readonly string[] = ['lab', 'eval', 'calibrate', 'questions', 'export'];

const labHelp = `\n  ariadne ${ofLab.slice(1).join('|')}\n      Measure methods on questions with known answers, and write such questions. "ariadne lab help" lists these commands.`;

const args = process.argv.slice(2);
const [name = ''] = args;
if (!ofLab.includes(name)) process.exitCode = await runProgram(commands, args, labHelp);
else {
  const lab = join(import.meta.dirname, 'lab.js');
  // It takes the arguments, and sets the exit code.
  if (existsSync(lab)) await import(pathToFileURL(lab).href);
  else {
    printErrors(`"ariadne ${name}" belongs to the laboratory, which this installation does not have. Build Ariadne from its source code.`);
    process.exitCode = exitCode.failed;
  }
}
