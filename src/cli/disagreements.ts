import { count } from '../base/amounts.ts';
import { verdictNames, walkWords, type FolderDisagreement, type StatedPlace, type WalkProgress } from '../protocol/disagreements.ts';
import { scopeOf, scopeOption, storageOption } from './askOptions.ts';
import { flag } from './effects.ts';
import { passagePlaceWords } from './placeWords.ts';
import type { Command } from './terminal.ts';
import { exitCode, isLive, plain, print, printError, printInPlace, printJson, styled } from './terminal.ts';
import { withEngine } from './withEngine.ts';

export const disagreements: Command = {
  usage: ['ariadne disagreements <folder> [options]'],
  help: `Show where the documents of an indexed folder give different numbers, dates or names for the same thing. Where a later document says otherwise, it is an update.
Ends with 1 when there is a conflict without a verdict.`,
  arguments: ['<folder>'],
  options: {
    ...storageOption,
    ...scopeOption,
    all: flag('show those with a verdict, too'),
  },
  async run(context) {
    const [folder = ''] = context.positionals;
    const onProgress = (progress: WalkProgress): void => {
      if (isLive(context)) printInPlace(`${walkWords(progress)}…`);
    };
    const all = await withEngine(context, folder, {}, (engine) =>
      engine.disagreements.find({ scope: scopeOf(context), onProgress, signal: context.signal }),
    );
    const shown = context.values['all'] === true ? all : all.filter(({ verdict }) => verdict === undefined);
    const open = all.filter(({ verdict }) => verdict === undefined);
    const summary = {
      conflicts: open.filter(({ kind }) => kind === 'conflict').length,
      updates: open.filter(({ kind }) => kind === 'update').length,
      settled: all.length - open.length,
    };
    if (context.isJson) printJson({ disagreements: shown, summary });
    else {
      for (const one of shown) for (const line of linesOf(one)) print(line);
      printError(
        `${count(summary.conflicts, 'conflict')}, ${count(summary.updates, 'update')}${summary.settled === 0 ? '' : `, ${summary.settled} with a verdict`}`,
      );
    }
    return summary.conflicts > 0 ? exitCode.negative : exitCode.done;
  },
};

function linesOf({ kind, sides, verdict }: FolderDisagreement): readonly string[] {
  const head = `${sides.map(({ value }) => plain(value)).join(kind === 'update' ? ' → ' : ' ≠ ')}`;
  const state = verdict === undefined ? kind : `${kind}, ${verdictNames[verdict].toLowerCase()}`;
  return [
    `${styled('bold', head)}  ${styled(kind === 'conflict' && verdict === undefined ? 'red' : 'dim', state)}`,
    ...sides.flatMap(({ places }) => places.slice(0, 1).flatMap((place) => sideLines(place, places.length - 1))),
    '',
  ];
}

function sideLines(place: StatedPlace, others: number): readonly string[] {
  const { quote, start, end, date } = place;
  const at = `${passagePlaceWords(place)}${date === undefined ? '' : ` (${plain(date)})`}${others === 0 ? '' : `, and ${others} more`}`;
  const marked = `${spaced(quote.slice(0, start))}${styled('bold', plain(quote.slice(start, end)))}${spaced(quote.slice(end))}`;
  return [`  ${styled('dim', at)}`, `    ${marked}`];
}

/** Plain, with a space where words are parted. */
function spaced(text: string): string {
  return `${/^\s/u.test(text) ? ' ' : ''}${plain(text)}${/\s$/u.test(text) ? ' ' : ''}`;
}
