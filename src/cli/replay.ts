import { resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { replay } from '../run/replay.ts';
import { readRunLog } from '../trace/runLog.ts';
import { showRun } from './ask.ts';
import type { Command } from './terminal.ts';

export const replayCommand: Command = {
  usage: 'ariadne replay <run-log> [--json]',
  help: 'Rerun a finished run from its log alone and show it.',
  arguments: ['<run-log>'],
  options: {},
  async run({ positionals, isJson }) {
    const log = resolve(positionals[0] ?? '');
    const { trace, difference } = await replay(await readRunLog(log));
    if (difference) {
      throw new AriadneError(
        'replay-differs',
        `${log} does not reproduce the same run: event ${difference.n} was ${difference.was?.kind ?? 'absent'} and is ${difference.is?.kind ?? 'absent'}. ` +
          'Another version of Ariadne wrote it, or it was changed.',
      );
    }
    return showRun(trace, log, isJson);
  },
};
