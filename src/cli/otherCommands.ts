/** Commands whose modules are loaded together: each that is loaded alone divides what they share into more files of the extension. */
export { check } from './check.ts';
export { disagreements } from './disagreements.ts';
export { exportCommand } from './export.ts';
export { index } from './indexFolder.ts';
export { mcp } from './mcp.ts';
export { modelsCommand } from './models.ts';
export { pipelinesCommand } from './pipelines.ts';
export { refresh } from './refresh.ts';
export { replayCommand } from './replay.ts';
export { table } from './table.ts';
