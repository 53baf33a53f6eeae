/** The text of a run log: one JSON event per line. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { logVersion, runEvent, type RunEvent } from '../protocol/events.ts';

const header = z.object({ logVersion: z.number() });

/**
 * The events of a log. A last line cut short by a killed process is left out.
 * @param file name of the log in errors
 * @throws AriadneError `log-of-another-version`, `log-damaged`
 */
export function parseLog(text: string, file: string): readonly RunEvent[] {
  const lines = text.split('\n');
  const events: RunEvent[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    const json = jsonOf(line);
    if (events.length === 0) requireVersion(json, file);
    const event = runEvent.safeParse(json).data;
    if (event?.n === events.length) events.push(event);
    else if (i < lines.length - 1 || lines.length === 1) {
      throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne, or it was changed: line ${i + 1} cannot be read.`);
    }
  }
  if (events[0]?.kind !== 'run-started')
    throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne: it does not start with a run.`);
  return events;
}

function requireVersion(first: unknown, file: string): void {
  const version = header.safeParse(first).data?.logVersion ?? logVersion;
  if (version === logVersion) return;
  throw new AriadneError(
    'log-of-another-version',
    `Another version of Ariadne wrote the run log ${file} (format ${version}, this version reads ${logVersion}). ${version > logVersion ? 'Update Ariadne to read it' : 'Ask the question again, and delete the log'}.`,
  );
}
