import type { Commands } from './program.ts';

/** Each loads its own modules, since most of the time of a short command is loading. */
export const cliCommands: Commands = {
  index: async () => (await import('./indexFolder.ts')).index,
  search: async () => (await import('./search.ts')).search,
  ask: async () => (await import('./ask.ts')).ask,
  table: async () => (await import('./table.ts')).table,
  refresh: async () => (await import('./refresh.ts')).refresh,
  pipelines: async () => (await import('./pipelines.ts')).pipelinesCommand,
  mcp: async () => (await import('./mcp.ts')).mcp,
  models: async () => (await import('./models.ts')).modelsCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  check: async () => (await import('./check.ts')).check,
  disagreements: async () => (await import('./disagreements.ts')).disagreements,
};
