/** Standing questions: runs that are pinned, and tables in the folder, and whether they still hold. */
import { basename, join, relative, resolve } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { readRecord } from '../table/recordFile.ts';
import { type RunSummary } from '../protocol/engine.ts';
import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { builtinModels, searchingIds, planningRole } from '../protocol/runSpec.ts';
import { staleWords, type StaleReason, type UnreadableRun } from '../protocol/staleReason.ts';
import { cellWords, recordSuffix, type CellChange, type CellFault } from '../protocol/table.ts';
import { isOutOfDate } from '../protocol/tableAge.ts';
import { canReplace } from '../run/runs.ts';
import { readTrace } from '../trace/runLog.ts';
import { quoteChanges, saysSame, type ShownQuote } from '../trace/quoteChanges.ts';
import { newRunId, budgetOf, budgetOptions, engineOptions, modelsOf } from './askOptions.ts';
import { stringOption, idle, isGiven, never, whyNoPrice, whyNoReader, withEffects, type WhyIdle, flag, takes } from './effects.ts';
import { exitCode, plain, print, printJson, styled, type Command, type CommandContext } from './terminal.ts';
import { withEngine } from './withEngine.ts';

const onlyPins: WhyIdle = (given) =>
  isGiven(given, 'pin') || isGiven(given, 'unpin')
    ? '--pin and --unpin ask nothing. Leave it out, and refresh with another command.'
    : undefined;

export const refresh: Command = {
  usage: ['ariadne refresh <folder> [--check] [options]', 'ariadne refresh <folder> --pin RUN | --unpin RUN'],
  help: `Ask pinned questions again where documents have changed, and show what is different.
Fill the cells of tables (NAME${recordSuffix} in the folder) that are not current, with the server's model that answered before or the models that are given.
A run is stale when words that it cites have changed, or when one of its searches has other first ten passages. It is asked again with the models that made it; replies of models are kept where what they were asked is the same. The new run takes the place of the old one, which is kept.
Ends with 1 when an answer has changed, with --check when a run is stale.`,
  arguments: ['<folder>'],
  options: withEffects(
    {
      ...withEffects(
        { ...engineOptions, ...budgetOptions, check: flag('say what is stale, and ask nothing') },
        Object.fromEntries(
          Object.keys({ ...engineOptions, ...budgetOptions, check: 0 }).flatMap((name) => (name === 'storage' ? [] : [[name, onlyPins]])),
        ),
      ),
      pin: takes('RUN', 'pin the question of this run: its id or log'),
      unpin: takes('RUN', 'unpin it'),
    },
    {
      [planningRole]: never('Tables need no plan, and pinned questions are asked with their own models.'),
      reader: whyNoReader,
      price: whyNoPrice(undefined),
    },
  ),
  async run(context) {
    const [folder = ''] = context.positionals;
    const [pin, unpin] = [stringOption(context, 'pin'), stringOption(context, 'unpin')];
    return withEngine(context, folder, {}, async (engine) => {
      if (pin !== undefined || unpin !== undefined) {
        // The question is kept with the pin.
        await engine.runs.list();
        if (pin !== undefined) engine.runs.store.note(idOf(pin), { isPinned: true });
        if (unpin !== undefined) engine.runs.store.note(idOf(unpin), { isPinned: false });
        return exitCode.done;
      }
      await engine.index(defaultDiscovery, modelsOf(context), { signal: context.signal });
      const pinned = (await engine.runs.list()).filter(({ isPinned }) => isPinned === true);
      const lost = (await engine.runs.store.unreadable()).filter(({ isPinned }) => isPinned);
      const records = (await engine.tables.find()).map((record) => relative(folder, record));
      if (pinned.length + lost.length + records.length === 0) {
        throw new AriadneError(
          'usage',
          `No question is pinned, and the folder has no table (NAME${recordSuffix}). Pin a question in VS Code, or with --pin and the id of its run.`,
        );
      }
      const ofTables = (['chat', 'reader'] as const).find((role) => isGiven(context, role));
      if (records.length === 0 && ofTables !== undefined)
        throw idle(
          ofTables,
          'It fills tables, and the folder has none. Pinned questions are asked with the models that answered. Leave it out.',
        );
      const shown = <T>(done: T, lines: (done: T) => readonly string[]): T => {
        if (!context.isJson) for (const line of lines(done)) print(line);
        return done;
      };
      const questions: Refreshed[] = [];
      for (const run of pinned) questions.push(shown(await refreshed(run, engine, context), linesOf));
      for (const pin of lost) questions.push(shown(lostQuestion(pin, folder), linesOf));
      const tables: RefreshedTable[] = [];
      for (const path of records) tables.push(shown(await refreshedTable(path, resolve(folder), engine, context), linesOfTable));
      if (context.isJson) printJson({ questions, tables });
      return [...questions, ...tables].some(({ state }) => negative.has(state)) ? exitCode.negative : exitCode.done;
    });
  },
};

const negative: ReadonlySet<string> = new Set(['stale', 'changed', 'failed']);

interface RefreshedTable {
  /** Relative to the folder. */
  readonly path: string;
  readonly state: 'current' | 'stale' | 'changed' | 'failed';
  /** Rows whose documents have changed, rows of documents that are gone, and documents without a row. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** Cells and titles that their documents do not bear out. */
  readonly faults: readonly CellFault[];
  /** Cells that are to be asked, or that were. */
  readonly cells: number;
  /** Cells that say something else now. */
  readonly changes?: readonly CellChange[];
  readonly failure?: string;
}

/** Fills what is not current any more, with what answered before. One table that cannot be filled keeps no other from it. */
async function refreshedTable(path: string, folder: string, engine: Engine, context: CommandContext): Promise<RefreshedTable> {
  const { signal } = context;
  const out = join(folder, path);
  try {
    const { questions = [], scope, answeredBy = 'builtin' } = readRecord(out) ?? {};
    const given = modelsOf(context);
    const isServer = given.chat === builtinModels.chat && given.reader === undefined && answeredBy.startsWith('openai:');
    const models = isServer ? { ...given, chat: answeredBy } : given;
    const budget = budgetOf(context);
    const order = { questions, out, models, scope, budget };
    const { due, ofOtherModel, gone, added } = await engine.tables.ahead(order, engine.runs, signal);
    const [standing] = await engine.tables.check([out], signal);
    const isCurrent = ofOtherModel === 0 && standing?.age && !isOutOfDate(standing.age) && standing.unfinished === 0;
    const faults = standing?.age?.faults ?? [];
    const found = { path, changed: standing?.age?.changed ?? [], gone, added, faults };
    if (isCurrent || due + gone.length + faults.length === 0) return { ...found, state: 'current', cells: 0 };
    if (context.values['check'] === true) return { ...found, state: 'stale', cells: due };
    const {
      answeredNow: cells,
      changes,
      states,
      failedAgain,
      stopped,
    } = await engine.tables.fill(order, { signal, onProgress: () => undefined });
    const failed = states.failed + failedAgain;
    const failure = stopped ?? (failed > 0 ? `${failed} ${failed === 1 ? 'cell has' : 'cells have'} failed.` : undefined);
    return failure === undefined ? { ...found, state: 'changed', cells, changes } : { ...found, state: 'failed', cells, changes, failure };
  } catch (error) {
    if (isAbort(error) || !isAriadneError(error)) throw error;
    return { path, state: 'failed', changed: [], gone: [], added: [], faults: [], cells: 0, failure: error.message };
  }
}

function linesOfTable({ path, state, changed, gone, added, faults, cells, changes = [], failure }: RefreshedTable): readonly string[] {
  const color = { current: 'green', changed: 'yellow', stale: 'yellow', failed: 'red' } as const;
  const counted = cells === 0 ? '' : `  ${cells} ${cells === 1 ? 'cell' : 'cells'} ${state === 'stale' ? 'to ask again' : 'asked again'}`;
  return [
    `${styled(color[state], state)}  ${styled('bold', plain(path))}${counted}`,
    ...changed.map((row) => `  ${plain(row)} has changed`),
    ...gone.map((row) => `  ${plain(row)} is gone`),
    ...added.map((row) => `  ${plain(row)} is new`),
    ...faults.map(
      ({ path: row, question, reason }) => `  ${plain([row, ...(question === undefined ? [] : [question])].join(' · '))}: ${plain(reason)}`,
    ),
    ...changes.flatMap(({ path: row, question, before, now }) => [
      `  ${plain(row)} · ${plain(question)}`,
      `  - ${plain(cellWords(before))}`,
      `  + ${plain(cellWords(now))}`,
    ]),
    ...(failure === undefined ? [] : [`  ${plain(failure)}`]),
  ];
}

interface Refreshed {
  readonly question: string;
  readonly runId: string;
  /**
   * `stale`: only checked. `unfinished`: has no answer yet, and is left as it is. `failed`: asking again gave no answer that counts, or its
   * log cannot be read.
   */
  readonly state: 'current' | 'stale' | 'unchanged' | 'changed' | 'unfinished' | 'failed';
  readonly reasons: readonly StaleReason[];
  readonly before: string | null;
  /** Of the run that takes its place. */
  readonly now?: { readonly runId: string; readonly answer: string | null; readonly failure?: string };
  /** Places that are cited no more, and for the first time. */
  readonly noMore?: readonly string[];
  readonly first?: readonly string[];
  /** Why its log cannot be read, and what to do. */
  readonly failure?: string;
}

function lostQuestion({ runId, question, title, reason }: UnreadableRun, folder: string): Refreshed {
  const failure = `${reason} Restore the log, or take the pin away with "ariadne refresh ${folder} --unpin ${runId}".`;
  return { question: title ?? question, runId, state: 'failed', reasons: [], before: null, failure };
}

async function refreshed(run: RunSummary, engine: Engine, context: CommandContext): Promise<Refreshed> {
  const { signal } = context;
  const { runId, question, answer: before, status } = run;
  const about = { question, runId, before };
  if (status !== 'ok' && status !== 'degraded') return { ...about, state: 'unfinished', reasons: [] };
  const searching = searchingIds.parse(modelsOf(context));
  const { reasons } = await engine.runs.check(runId, { ...builtinModels, ...searching }, signal);
  if (reasons.length === 0) return { ...about, state: 'current', reasons };
  if (context.values['check'] === true) return { ...about, state: 'stale', reasons };
  const budget = budgetOf(context);
  const request = { runId: newRunId(), from: { runId }, edits: {}, searchesAgain: true as const, models: searching };
  const { log } = await engine.runs.rerun({ ...request, budget }, signal);
  const [old, now] = [await readTrace(run.log), await readTrace(log)];
  const after = { runId: request.runId, answer: now.answer, failure: now.failure };
  if (!canReplace(now)) return { ...about, state: 'failed', reasons, now: after };
  const { noMore, first } = quoteChanges(old, now);
  return {
    ...about,
    state: saysSame(old, now) ? 'unchanged' : 'changed',
    reasons,
    now: after,
    noMore: noMore.map(placeOf),
    first: first.map(placeOf),
  };
}

function placeOf({ path, quote }: ShownQuote): string {
  return `${path}: “${quote.replace(/\s+/g, ' ')}”`;
}

function linesOf({ question, runId, state, reasons, before, now, noMore = [], first = [], failure }: Refreshed): readonly string[] {
  const color = { current: 'green', unchanged: 'green', changed: 'yellow', stale: 'yellow', unfinished: 'yellow', failed: 'red' } as const;
  return [
    `${styled(color[state], state)}  ${styled('bold', plain(question === '' ? runId : question))}`,
    ...reasons.map((reason) => `  ${plain(staleWords(reason))}`),
    ...answerLines(state, before, now?.answer ?? null),
    ...noMore.map((place) => styled('dim', `  no longer cited  ${plain(place)}`)),
    ...first.map((place) => styled('dim', `  now cited        ${plain(place)}`)),
    ...(state === 'failed' ? [`  ${plain(failure ?? `${now?.failure ?? ''} The question stays pinned as it was.`)}`] : []),
  ];
}

/** Two runs without a short answer differ in their quotes alone. */
function answerLines(state: Refreshed['state'], before: string | null, now: string | null): readonly string[] {
  if (state !== 'changed') return [];
  if (before === now) return before === null ? ['  no short answer, but other quotes'] : ['  the same short answer, written otherwise'];
  return [`  - ${plain(before ?? 'no answer')}`, `  + ${plain(now ?? 'no answer')}`];
}

/** A run by its id or the path of its log. */
function idOf(run: string): string {
  return basename(run, '.jsonl');
}
