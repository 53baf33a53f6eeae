/** Refreshes pinned runs and tables: asks again what is stale, and says what is different. */
import { t } from '@vscode/l10n';
import { isAbort } from '../../base/abort.ts';
import { messageOf } from '../../base/errors.ts';
import type { EngineParams, RunSummary } from '../../protocol/engine.ts';
import { cellWords, recordPath, type TableStanding } from '../../protocol/table.ts';
import { ensureIdle, rerunConfirmed, type AskApp } from '../asking/askCommand.ts';
import { fillTableCommand, openTable, type TableApp } from '../tables/askEachDocument.ts';
import { callsOfRerun, confirmCalls } from '../asking/confirmCalls.ts';
import { showMessage } from '../messages.ts';
import { chooseFrom } from '../inputs.ts';
import { isStale } from '../runs/questionTree.ts';
import { isStaleTable, tableName } from '../runs/pinnedRows.ts';
import { quoteChanges, saysSame } from '../../trace/quoteChanges.ts';
import { modelsThatAnswered } from '../tables/tableRuns.ts';
import { sameModels } from '../asking/rerunCommand.ts';
import { nameOf } from '../runs/runNames.ts';
import { withSignal } from '../withSignal.ts';
import { count } from '../../base/amounts.ts';

export interface PinnedApp extends AskApp, TableApp {}

/** Asks a pinned run again if something that it rests on has changed, and shows both answers. */
export async function refreshRun(app: PinnedApp, runId: string): Promise<void> {
  const { standing } = await app.engine.request('check', { runId });
  if (standing?.reasons.length === 0) {
    void showMessage('information', t('This answer is current: nothing that it cites or that its searches find first has changed.'));
    return;
  }
  const now = await rerunConfirmed(app, runId, requestFor(app), t('Refresh'));
  if (now === undefined) return;
  const outcome = await outcomeOf(app, runId, now);
  if (outcome.isCancelled) void showMessage('information', t('Refreshing was cancelled. The earlier answer stays pinned.'));
  else if (outcome.failure !== undefined) void showMessage('warning', `${outcome.failure} ${t('The earlier answer stays pinned.')}`);
}

/** Fills the cells of a table that are out of date, with what answered before. */
export async function refreshTable(app: PinnedApp, table: TableStanding): Promise<void> {
  const { questions, scope, record, answeredBy } = table;
  const models = modelsThatAnswered(answeredBy, app.settings().models);
  await fillTableCommand(app, { questions, scope, out: record, models });
}

interface Outcome {
  /** What was said and what is said now; absent where both are the same. */
  readonly difference?: string;
  readonly failure?: string;
  /** The user has stopped it. */
  readonly isCancelled?: boolean;
}

interface Refreshed extends Outcome {
  readonly name: string;
  readonly show: () => unknown;
}

const notReached: Refreshed = { name: '', isCancelled: true, show: () => undefined };

/** `ariadne.refreshPinned`: all pinned runs and tables, one after the other. */
export async function refreshPinned(app: PinnedApp): Promise<void> {
  if (!(await app.ensureIndex())) return;
  const refreshed = await withSignal(t('Refreshing pinned questions'), async (signal, shown) => {
    try {
      return await refreshAll(app, signal, (message) => shown.report({ message }));
    } catch (error) {
      if (isAbort(error)) return undefined;
      throw error;
    }
  });
  if (refreshed) await tell(app, refreshed);
}

async function refreshAll(app: PinnedApp, signal: AbortSignal, say: (message: string) => void): Promise<readonly Refreshed[] | undefined> {
  const { engine, index, runs } = app;
  say(t('Looking for changes…'));
  const checking = index.onDidChange.on(() => {
    const { checking: now } = index.known;
    if (now) say(t('Looking for changes: {0} of {1}', now.done, now.all));
  });
  await engine.request('check', {}, { signal }).finally(() => checking.dispose());
  const stale = runs.runs.filter(isStale);
  const tables = index.known.tables.filter((table) => isStaleTable(table) || table.unfinished > 0);
  if (stale.length + tables.length === 0) return [];
  if (!(await confirmAll(app, stale, tables, signal))) return undefined;
  if (stale.length > 0 && !(await ensureIdle(app, t('Stop It and Refresh')))) return undefined;
  const works = [...stale.map((run) => () => again(app, run, signal)), ...tables.map((table) => () => filled(app, table, signal))];
  const refreshed: Refreshed[] = [];
  for (const [i, work] of works.entries()) {
    say(t('{0} of {1}', i + 1, works.length));
    // What was refreshed before counts, too.
    refreshed.push(signal.aborted ? notReached : await work());
  }
  return refreshed;
}

async function confirmAll(
  app: PinnedApp,
  stale: readonly RunSummary[],
  tables: readonly TableStanding[],
  signal: AbortSignal,
): Promise<boolean> {
  let likely = 0;
  for (const { runId } of stale) {
    signal.throwIfAborted();
    likely += (await callsOfRerun(app, { ...requestFor(app), from: { runId } })).likely;
  }
  for (const table of tables) likely += (await app.engine.request('tableAhead', orderOf(app, table), { signal })).likelyCalls;
  const all = stale.length + tables.length;
  const what = all === 1 ? t('Refreshing 1 pinned question or table') : t('Refreshing {0} pinned questions and tables', all);
  return confirmCalls(app, { likely, sentence: t('What was asked the same before is not asked again.') }, t('Refresh'), what);
}

async function again(app: PinnedApp, run: RunSummary, signal: AbortSignal): Promise<Refreshed> {
  const name = nameOf(run);
  const before = { name, show: () => app.panel.show(run.runId) };
  const started = app.runs.rerun(run.runId, requestFor(app));
  const cancel = (): void => app.runs.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await started.ended;
    const show = (): void => app.panel.show(started.runId, { compareWith: run.runId });
    return { name, show, ...(await outcomeOf(app, run.runId, started.runId)) };
  } catch (error) {
    return { ...before, failure: messageOf(error) };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function filled(app: PinnedApp, table: TableStanding, signal: AbortSignal): Promise<Refreshed> {
  const about = { name: tableName(table), show: () => openTable(recordPath(table.record)) };
  try {
    const { changes, states, failedAgain, stopped } = await app.tables.fill(orderOf(app, table), signal);
    const failure = stopped ?? (states.failed + failedAgain > 0 ? t('{0} failed.', count(states.failed + failedAgain, 'cell')) : undefined);
    if (failure !== undefined) return { ...about, failure };
    const [first] = changes;
    if (!first) return about;
    const change = `${first.path}: ${cellWords(first.before)} → ${cellWords(first.now)}`;
    const rest = count(changes.length - 1, 'more cell');
    return { ...about, difference: changes.length === 1 ? change : t('{0}, and {1}', change, rest) };
  } catch (error) {
    return { ...about, ...(isAbort(error) ? { isCancelled: true } : { failure: messageOf(error) }) };
  }
}

/** What came of a refreshed run. */
async function outcomeOf({ runs }: PinnedApp, before: string, now: string): Promise<Outcome> {
  const [old, latest] = [before, now].map((id) => runs.runs.find(({ runId }) => runId === id));
  if (!latest) return { failure: t('The question could not be asked again.') };
  if (latest.status === 'cancelled') return { isCancelled: true };
  const isGood = latest.status === 'ok' || (latest.status === 'degraded' && latest.answer !== null);
  if (!isGood) return { failure: (await runs.trace(now)).failure ?? t('The question could not be asked again.') };
  const [was, is] = [old, latest].map((run) => (run?.abstained ? t('no answer') : (run?.answer ?? t('no answer'))));
  if (was !== is) return { difference: `${was ?? ''} → ${is ?? ''}` };
  const traces = [await runs.trace(before), await runs.trace(now)] as const;
  if (saysSame(...traces)) return {};
  const { noMore, first } = quoteChanges(...traces);
  return { difference: `${is ?? ''}: ${t('{0}, {1} no longer quoted', count(first.length, 'new quote'), noMore.length)}` };
}

async function tell(app: PinnedApp, refreshed: readonly Refreshed[]): Promise<void> {
  const pinned = app.runs.runs.filter(({ isPinned }) => isPinned);
  const { tables } = app.index.known;
  const unchecked = pinned.filter((run) => run.unchecked !== undefined).length;
  const lost = app.index.known.lost.filter(({ isPinned }) => isPinned).length;
  const failed = refreshed.filter(({ failure }) => failure !== undefined);
  const different = refreshed.filter(({ difference }) => difference !== undefined);
  const cancelled = refreshed.filter(({ isCancelled }) => isCancelled).length;
  const same = refreshed.length - failed.length - different.length - cancelled;
  const checked = pinned.length - unchecked + tables.length;
  const none = t('No question is pinned, and the folder has no table. Pin a question in the Questions view, or ask one of each document.');
  if (checked + unchecked + lost === 0) return void showMessage('information', none);
  const said = [
    refreshed.length === 0 && checked > 0 ? t('All pinned questions and tables that could be checked are current.') : '',
    cancelled > 0
      ? `${t('Refreshing was cancelled.')} ${cancelled === 1 ? t('1 stays as it was.') : t('{0} stay as they were.', cancelled)}`
      : '',
    different.length > 0 ? t('{0} changed.', count(different.length, 'answer')) : '',
    same > 0 ? t('{0} stayed the same.', same) : '',
    failed.length > 0
      ? `${failed.length === 1 ? t('1 could not be refreshed and stays as before:') : t('{0} could not be refreshed and stay as before:', failed.length)} ${failed[0]?.failure ?? ''}`
      : '',
    unchecked + lost > 0 ? t('{0} could not be checked; the Questions view says why.', count(unchecked + lost, 'pinned question')) : '',
  ];
  const message = said.filter((part) => part !== '').join(' ');
  const show = t('Show Differences…');
  const severity = failed.length + unchecked + lost > 0 ? 'warning' : 'information';
  const chosen = await showMessage(severity, message, ...(different.length > 0 ? [show] : []));
  if (chosen !== show) return;
  const choices = different.map(({ name, difference, show: choose }) => ({ label: name, detail: difference, choose }));
  await (choices.length === 1 ? choices[0]?.choose() : chooseFrom(choices, { title: t('Changed Answers') }));
}

function requestFor(app: PinnedApp): ReturnType<typeof sameModels> & { readonly edits: object; readonly searchesAgain: true } {
  return { edits: {}, searchesAgain: true, ...sameModels(app) };
}

function orderOf({ settings }: PinnedApp, { questions, scope, record, answeredBy }: TableStanding): EngineParams<'fillTable'> {
  const { models, limits } = settings();
  return { questions: [...questions], out: record, models: modelsThatAnswered(answeredBy, models), scope, ...limits() };
}
