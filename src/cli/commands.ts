import { ask } from './ask.ts';
import { check } from './check.ts';
import { disagreements } from './disagreements.ts';
import { exportCommand } from './export.ts';
import { index } from './indexFolder.ts';
import { mcp } from './mcp.ts';
import { modelsCommand } from './models.ts';
import { pipelinesCommand } from './pipelines.ts';
import { refresh } from './refresh.ts';
import { replayCommand } from './replay.ts';
import { search } from './search.ts';
import { table } from './table.ts';
import type { Commands } from './program.ts';

export const cliCommands: Commands = {
  index,
  search,
  ask,
  table,
  refresh,
  pipelines: pipelinesCommand,
  mcp,
  models: modelsCommand,
  replay: replayCommand,
  export: exportCommand,
  check,
  disagreements,
};
