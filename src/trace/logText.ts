/** The text of a run log: one JSON event per line. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { logVersion, runEvent, type RunEvent } from '../protocol/events.ts';
import { fromVersion1 } from './logVersion1.ts';

/**
 * The events of a log of any version, converted to the current version. A last line cut short by a killed process is left out.
 * @param file name of the log in errors
 * @throws AriadneError `log-too-new`, `log-damaged`
 */
export function parseLog(text: string, file: string): readonly RunEvent[] {
  const lines = text.split('\n');
  const events: RunEvent[] = [];
  let version = logVersion;
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    const json = jsonOf(line);
    if (events.length === 0) version = versionOf(json, file);
    const event = runEvent.safeParse(version < logVersion ? fromVersion1(json) : json).data;
    if (event?.n === events.length) events.push(event);
    else if (i < lines.length - 1 || lines.length === 1) {
      throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne, or it was changed: line ${i + 1} cannot be read.`);
    }
  }
  if (events[0]?.kind !== 'run-started')
    throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne: it does not start with a run.`);
  return events;
}

const header = z.object({ logVersion: z.number() });

function versionOf(first: unknown, file: string): number {
  const version = header.safeParse(first).data?.logVersion ?? logVersion;
  if (version <= logVersion) return version;
  throw new AriadneError(
    'log-too-new',
    `A newer version of Ariadne wrote the run log ${file} (format ${version}). Update Ariadne to read it.`,
  );
}
