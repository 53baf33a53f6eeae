/** `ariadne lab`: the commands of `ariadne` with the baselines among the pipelines, and those that measure, write questions and export. */
import { cliCommands } from '../src/cli/commands.ts';
import { runProgram } from '../src/cli/program.ts';
import { labCommands } from './commands/commands.ts';
import { registerBaselines } from './pipelines/baselines.ts';

const removeBaselines = registerBaselines();
const args = process.argv.slice(2);
process.exitCode = await runProgram({ ...cliCommands, ...labCommands }, args[0] === 'lab' ? args.slice(1) : args);
removeBaselines();
