import type { Commands } from '../../src/cli/program.ts';
import { calibrateCommand } from './calibrate.ts';
import { evalCommand } from './eval.ts';
import { exportCommand } from './export.ts';
import { questionsCommand } from './questions.ts';

export const labCommands: Commands = {
  eval: evalCommand,
  calibrate: calibrateCommand,
  questions: questionsCommand,
  export: exportCommand,
};
