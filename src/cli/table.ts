import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { AriadneError, messageOf } from '../base/errors.ts';
import { usuallyAtOnce } from '../table/fillTable.ts';
import { readRecord } from '../table/recordFile.ts';
import { askAboveCalls } from '../protocol/callsAhead.ts';
import {
  shownCell,
  askAboveDocuments,
  recordSuffix,
  type TableAhead,
  type TableCell,
  type TableProgress,
  type TableSummary,
} from '../protocol/table.ts';
import { agreed } from './confirmCalls.ts';
import { costWords } from '../protocol/tableWords.ts';
import { eachOption, stringOption, modelsBut, never, whyNoPrice, whyNoReader, withEffects, flag, takes, takesEach } from './effects.ts';
import { budgetOf, budgetOptions, engineOptions, modelsOf, refuseIdleWithIndex, scopeOf, scopeOption } from './askOptions.ts';
import {
  type Command,
  type CommandContext,
  countOption,
  exitCode,
  isLive,
  mayConfirm,
  print,
  printError,
  printInPlace,
  printJson,
  usageOf,
} from './terminal.ts';
import { withEngine } from './withEngine.ts';
import { count } from '../base/amounts.ts';

const asksNone = never('A table asks no such model.');

export const table: Command = {
  usage: ['ariadne table <folder> --question TEXT... --out FILE.csv|.md|.json [options]'],
  help: `Ask each document of an indexed folder the same questions: one row for each document, with a short answer, the words of the document that say so and their place, or "not stated", or "conflict".
Without a model the built-in reader fills what it is sure of and calls the rest "no sure answer". "ariadne check" checks the citations.
The full record is FILE.json, or for other forms FILE${recordSuffix} beside it. The same command again asks only what is open, has failed, or whose document, question or model has changed; so it also continues one that was stopped.
More than ${askAboveCalls} calls or ${askAboveDocuments.toLocaleString('en')} documents need confirmation; where there is no terminal to ask on, --yes.`,
  arguments: ['<folder>'],
  options: withEffects(
    {
      ...engineOptions,
      ...scopeOption,
      ...budgetOptions,
      question: takesEach('TEXT', 'a column'),
      questions: takes('FILE', 'a file with a question in each line'),
      out: takes('FILE', 'the table; its ending is its format'),
      concurrency: takes('N', 'how many cells are asked at once, usually 4'),
      estimate: flag('print what would be asked, with --price also what it costs'),
      yes: flag('ask for no confirmation'),
    },
    {
      ...modelsBut(['embedder', 'chat', 'reader'], asksNone),
      reader: whyNoReader,
      price: whyNoPrice('estimate'),
    },
  ),
  async run(context) {
    const [folder = ''] = context.positionals;
    const out = stringOption(context, 'out');
    if (out === undefined) throw new AriadneError('usage', `--out names the file of the table.\n${usageOf(table)}`);
    const [scope, budget] = [scopeOf(context), budgetOf(context)];
    const order = {
      questions: [...eachOption(context, 'question'), ...questionsIn(stringOption(context, 'questions'))],
      out: resolve(out),
      models: modelsOf(context),
      atOnce: countOption(context, 'concurrency', usuallyAtOnce),
      scope,
      budget,
    };
    const { signal } = context;
    if (context.values['estimate'] === true)
      return showAhead(await withEngine(context, folder, {}, (engine) => engine.tables.ahead(order, engine.runs, signal)), context);
    const asked = { talking: [order.models.chat], others: [order.models.reader] };
    const summary = await withEngine(context, folder, {}, async (engine) => {
      await refuseIdleWithIndex(context, engine, asked);
      const ahead = await engine.tables.ahead(order, engine.runs, signal);
      if (ahead.ofOtherModel > 0)
        printError(`${count(ahead.ofOtherModel, 'cell')} from another model: asked again with ${ahead.answeredBy}.`);
      if (!(await confirmTable(ahead, context))) return undefined;
      return engine.tables.fill(order, { signal, onProgress: progressOf(context) });
    });
    return summary ? showSummary(summary, context) : exitCode.negative;
  },
};

/** @throws AriadneError `table-large` where nothing can be asked */
async function confirmTable(ahead: TableAhead, context: CommandContext): Promise<boolean> {
  const { documents, due, likelyCalls } = ahead;
  const isSmall = likelyCalls <= askAboveCalls && (documents <= askAboveDocuments || due === 0);
  if (isSmall || context.values['yes'] === true) return true;
  const size = `This table has ${count(documents, 'document')} and ${count(due, 'cell')} to fill${likelyCalls > 0 ? `, ${costWords(ahead)}` : ''}.`;
  if (!mayConfirm(context))
    throw new AriadneError(
      'table-large',
      `${size} Add --yes to fill it, or name fewer documents with --scope. --estimate says how much it takes.`,
    );
  return agreed(
    `${size} Continue?`,
    'The table was not filled. --scope names fewer documents, --max-calls N limits it, --yes skips this confirmation.',
    context.signal,
  );
}

function showAhead(ahead: TableAhead, { isJson, values }: CommandContext): number {
  const { documents, cells, due, likelyCalls, usd, ofOtherModel } = ahead;
  if (isJson) printJson(ahead);
  else {
    print(`${count(documents, 'document')}, ${count(cells, 'cell')}, ${due.toLocaleString('en')} to fill`);
    if (ofOtherModel > 0) print(`${count(ofOtherModel, 'cell')} of them because another model has answered them`);
    if (likelyCalls > 0) print(capitalized(costWords(ahead)));
    if (likelyCalls > 0 && usd === undefined && values['price'] === undefined) print('--price IN,OUT says what it costs in dollars');
  }
  return exitCode.done;
}

function progressOf(context: CommandContext): (progress: TableProgress) => void {
  let printed = -1;
  return ({ due, answeredNow, answered, remainingSeconds }) => {
    const rest = remainingSeconds === undefined || remainingSeconds < 5 ? '' : `, about ${remainingSeconds} s left`;
    const line = `${answeredNow} of ${due} cells${rest}${answered ? `: ${answered.path}` : ''}`;
    const tenth = due === 0 ? 10 : Math.floor((10 * answeredNow) / due);
    if (isLive(context)) printInPlace(line);
    else if (tenth > printed && answeredNow > 0) printError(`Filled: ${answeredNow} of ${due} cells${rest}`);
    printed = Math.max(printed, tenth);
  };
}

function showSummary(summary: TableSummary, { isJson }: CommandContext): number {
  const { documents, questions, states, answeredNow, failedAgain, refuted, remaining, removed, noLongerAsked, stopped, out, record, cost } =
    summary;
  if (isJson) printJson({ ...summary, ...contentOf(record) });
  else {
    const counted = words.flatMap(([state, word]) => (states[state] > 0 ? [`${states[state].toLocaleString('en')} ${word}`] : []));
    print(`${count(documents, 'document')} × ${count(questions, 'question')}: ${counted.join(', ')}`);
    const calls = cost.llmCalls > 0 ? ` with ${count(cost.llmCalls, 'model call')}` : '';
    print(
      `${answeredNow.toLocaleString('en')} filled now${calls}${removed > 0 ? `, ${count(removed, 'row')} removed: gone or out of the scope` : ''}`,
    );
    print(relative(process.cwd(), out) || out);
  }
  if (refuted > 0)
    printError(
      `${count(refuted, 'kept cell')} ${refuted === 1 ? 'was' : 'were'} not confirmed: edited outside of Ariadne, or without ${refuted === 1 ? 'its' : 'their'} quote in the document. Asked again.`,
    );
  if (noLongerAsked.length > 0)
    printError(`No longer asked, and removed with the answers: ${noLongerAsked.map((question) => `“${question}”`).join(', ')}.`);
  if (failedAgain > 0)
    printError(
      `${count(failedAgain, 'cell')} could not be asked again and still ${failedAgain === 1 ? 'says' : 'say'} what was said before.`,
    );
  if (stopped !== undefined) printError(`${stopped} ${count(remaining, 'cell')} remain. The same command with a higher limit continues.`);
  return stopped !== undefined || states.failed + failedAgain > 0 ? exitCode.negative : exitCode.done;
}

/** One question in each line; empty lines are left out. */
function questionsIn(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch (error) {
    throw new AriadneError('usage', `${file} cannot be read (${messageOf(error)}). Name a text file with one question in each line.`);
  }
}

/** The questions and rows of a record, each cell with the place of its first quote. */
function contentOf(file: string): object {
  const record = readRecord(file);
  const cellOf = (found: TableCell): object => {
    const { quotes, key: _key, ...cell } = shownCell(found);
    const [{ startLine, endLine, page, quote } = {}] = quotes ?? [];
    return {
      ...cell,
      ...(quote === undefined ? {} : { quote, startLine, endLine, page }),
      ...(quotes && quotes.length > 1 ? { quotes } : {}),
    };
  };
  return {
    questions: record?.questions ?? [],
    rows: (record?.rows ?? []).map(({ path, title, cells }) => ({ path, title, cells: cells.map(cellOf) })),
  };
}

const words = [
  ['answered', 'answered'],
  ['conflict', 'in conflict'],
  ['not-stated', 'not stated'],
  ['not-read', 'without a sure answer'],
  ['unsupported', 'without a true quote'],
  ['failed', 'failed'],
  ['open', 'not asked yet'],
] as const;

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
