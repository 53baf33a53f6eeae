import type { Commands } from '../../src/cli/program.ts';

export const labCommands: Commands = {
  eval: async () => (await import('./eval.ts')).evalCommand,
  calibrate: async () => (await import('./calibrate.ts')).calibrateCommand,
  questions: async () => (await import('./questions.ts')).questionsCommand,
  export: async () => (await import('./export.ts')).exportCommand,
};
