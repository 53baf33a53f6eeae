import type { Commands } from './program.ts';

const others = (): Promise<typeof import('./otherCommands.ts')> => import('./otherCommands.ts');

/** What people wait for is loaded alone, since most of the time of a short command is loading. */
export const cliCommands: Commands = {
  index: async () => (await others()).index,
  search: async () => (await import('./search.ts')).search,
  ask: async () => (await import('./ask.ts')).ask,
  table: async () => (await others()).table,
  refresh: async () => (await others()).refresh,
  pipelines: async () => (await others()).pipelinesCommand,
  mcp: async () => (await others()).mcp,
  models: async () => (await others()).modelsCommand,
  replay: async () => (await others()).replayCommand,
  export: async () => (await others()).exportCommand,
  check: async () => (await others()).check,
  disagreements: async () => (await others()).disagreements,
};
