import { resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { replay, type Replay } from '../run/replay.ts';
import { readRunLog } from '../trace/runLog.ts';
import { flag, isGiven, stringOption, takes } from './effects.ts';
import { showRun } from './showRun.ts';
import type { Command } from './terminal.ts';
import { verify } from './verify.ts';

export const replayCommand: Command = {
  usage: ['ariadne replay <run-log>', 'ariadne replay --verify <dossier> [--folder DIR]'],
  help: `Rerun a finished run from its log alone and show it.
With --verify, check a dossier of "ariadne export": that no byte of it was changed, that its log gives the same run again, and that each quote is in its passage. Ends with 1 when it was changed.`,
  arguments: ['<run-log>'],
  options: {
    verify: flag('check a dossier'),
    folder: {
      ...takes('DIR', 'also say whether what is cited is still in the documents of this folder'),
      whyIdle: (given) => (isGiven(given, 'verify') ? undefined : 'It is for dossiers. Add --verify, or leave it out.'),
    },
  },
  async run(context) {
    const { positionals, isJson, signal } = context;
    const log = resolve(positionals[0] ?? '');
    if (isGiven(context, 'verify')) return verify(log, stringOption(context, 'folder'), isJson, signal);
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
