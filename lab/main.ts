/** `ariadne lab`: the commands of `ariadne` with the baselines among the pipelines, and those that measure, write questions and export. */
import '../src/engine/nativeLog.ts';
import { commands } from '../src/cli/commands.ts';
import { runProgram } from '../src/cli/program.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { evalCommand } from './commands/eval.ts';
import { exportCommand } from './commands/export.ts';
import { questionsCommand } from './commands/questions.ts';
import { registerBaselines } from './pipelines/baselines.ts';

registerBaselines();
const args = process.argv.slice(2);
const own = { eval: evalCommand, calibrate: calibrateCommand, questions: questionsCommand, export: exportCommand };
process.exitCode = await runProgram({ ...own, ...commands }, args[0] === 'lab' ? args.slice(1) : args);
