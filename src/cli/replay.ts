import { resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { replay, type Replay } from '../run/replay.ts';
import { readRunLog } from '../trace/runLog.ts';
import { showRun } from './showRun.ts';
import type { Command } from './terminal.ts';

export const replayCommand: Command = {
  usage: ['ariadne replay <run-log>'],
  help: 'Rerun a finished run from its log alone and show it.',
  arguments: ['<run-log>'],
  options: {},
  async run({ positionals, isJson }) {
    const log = resolve(positionals[0] ?? '');
    const { trace, difference } = await replay(await readRunLog(log));
    if (difference) {
      const comesTo = difference.isSameAnswer ? ' It comes to the same answer.' : '';
      throw new AriadneError(
        'replay-differs',
        `${log} does not reproduce the same run: ${differenceWords(difference)}.${comesTo} Another version of Ariadne wrote it, or it was changed.`,
      );
    }
    return showRun(trace, log, isJson);
  },
};

function differenceWords({ n, was, is }: NonNullable<Replay['difference']>): string {
  const kinds = [was, is].map((event) => event?.kind ?? 'absent');
  return kinds[0] === kinds[1] ? `event ${n}, ${kinds[0]}, is another one` : `event ${n} was ${kinds[0]} and is ${kinds[1]}`;
}
