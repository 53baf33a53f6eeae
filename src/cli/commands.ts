import { ask } from './ask.ts';
import { calibrateCommand } from '../../lab/commands/calibrate.ts';
import { check } from './check.ts';
import { evalCommand } from '../../lab/commands/eval.ts';
import { exportCommand } from '../../lab/commands/export.ts';
import { index } from './indexFolder.ts';
import { modelsCommand } from './models.ts';
import { pipelinesCommand } from './pipelines.ts';
import { questionsCommand } from '../../lab/commands/questions.ts';
import { refresh } from './refresh.ts';
import { replayCommand } from './replay.ts';
import { search } from './search.ts';
import { table } from './table.ts';
import type { Command } from './terminal.ts';

/** By name, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  index,
  search,
  ask,
  table,
  refresh,
  eval: evalCommand,
  calibrate: calibrateCommand,
  questions: questionsCommand,
  pipelines: pipelinesCommand,
  models: modelsCommand,
  replay: replayCommand,
  export: exportCommand,
  check,
};
