import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runEvent } from '../../src/protocol/events.ts';

/** The golden log of test/unit/trace: a two-hop run with every feature of a run. */
export const goldenLog = join(import.meta.dirname, '..', 'unit', 'trace', 'twoHops.jsonl');

export const finishedRun = readFileSync(goldenLog, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => runEvent.parse(JSON.parse(line)));
