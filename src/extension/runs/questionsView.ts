import type { EngineFeature } from '../engineProcess/register.ts';
import type { Basics } from '../basics.ts';
import { Disposable, EventEmitter, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import { assertNever } from '../../base/errors.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import type { FolderRuns } from './folderRuns.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { QuestionsViewState } from './questionsViewState.ts';
import type { CommandId } from '../contributions.ts';
import { lostRow, tableRow, tablesRow } from './pinnedRows.ts';
import { inBackground } from '../report.ts';
import { runsInView, searchSentence } from './questionSearch.ts';
import { daysOf, isOfOlderIndex, isStale, rowStanding, runTooltip, pathTo, pinnedLabel, rootsOf, standingWords } from './questionTree.ts';
import { nameOf } from './runNames.ts';
import type { DayItem, RunItem, TreeItemData } from './questionTree.ts';
import { viewIds } from '../viewIds.ts';
import { timeText } from '../times.ts';

interface QuestionsViewApp extends Pick<Basics, 'logger'>, Pick<EngineFeature, 'index'> {
  readonly runs: FolderRuns;
  readonly wake: () => Promise<void>;
  readonly questionsView: QuestionsViewState;
}

/** Events of a run arrive by the dozen; the tree is rebuilt when they pause. */
const REDRAW_MS = 200;

/** The questions view: days with their runs, and tables. The panel shows how each was answered. */
export function registerQuestionsView(app: QuestionsViewApp): Disposable {
  const changed = new EventEmitter<undefined>();
  let redraw: NodeJS.Timeout | undefined;
  let isToReveal = true;
  const soon = (): void => {
    redraw ??= setTimeout(() => {
      redraw = undefined;
      changed.fire(undefined);
      inBackground(app.logger, revealShown());
    }, REDRAW_MS);
  };
  /** The roots that VS Code has. */
  let drawn: readonly TreeItemData[] = [];
  const revealNow = (): void => {
    isToReveal = true;
    const { shownId = '' } = app.runs;
    // A row that is there is not drawn again, which would take the focus from it after a click. What a search shows depends on the run.
    if (app.questionsView.words === '' && pathTo(drawn, shownId).length > 0) inBackground(app.logger, revealShown());
    else soon();
  };
  // The run of the panel is selected here, but nothing that is hidden is opened for it.
  const revealShown = async (): Promise<void> => {
    const { shownId } = app.runs;
    if (!isToReveal || !view.visible || shownId === undefined) return;
    const item = pathTo(rootsNow(app), shownId).at(-1);
    // The row of a run that has just begun comes with its first event.
    if (!item) return;
    isToReveal = false;
    if (runIdOf(view.selection[0]) !== shownId) await view.reveal(item, { select: true, focus: false, expand: false });
  };
  const shownOf = ({ status: { epoch }, known: { lost, tables } }: FolderState) => [epoch, lost, tables] as const;
  let shown = shownOf(app.index);
  const listening = [
    app.runs.onDidChangeRuns.on(soon),
    app.runs.onDidShow.on(revealNow),
    app.index.onDidChange.on(() => {
      const before = shown;
      shown = shownOf(app.index);
      if (shown.some((part, i) => part !== before[i])) soon();
    }),
  ];
  const view = window.createTreeView<TreeItemData>(viewIds.questions, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (item) =>
        treeItem(item, {
          epoch: app.index.status.epoch,
          isFiltered: app.questionsView.words !== '',
          nameOfMethod: (pipeline) => app.index.nameOfMethod(pipeline),
        }),
      getChildren: (item) => {
        const children = childrenOf(app, item);
        if (item === undefined) drawn = children;
        return [...children];
      },
      // Only runs are revealed.
      getParent: (item) => (item.kind === 'run' ? pathTo(rootsNow(app), item.run.runId).at(-2) : undefined),
    },
    showCollapseAll: true,
  });
  const tellFilter = (): void => {
    view.message = searchSentence(app.runs.runs, app.questionsView.searching, app.runs.shownId);
  };
  listening.push(
    app.questionsView.onDidSearch.on(() => {
      tellFilter();
      changed.fire(undefined);
    }),
    app.runs.onDidChangeRuns.on(tellFilter),
    app.runs.onDidShow.on(tellFilter),
    view.onDidChangeVisibility(revealNow),
    view.onDidChangeSelection(({ selection: [item] }) => (app.questionsView.selected = item)),
  );
  return Disposable.from(view, changed, ...listening, { dispose: () => clearTimeout(redraw) });
}

/** The run that a command was called on, from its id or an item of the tree. */
export function runIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('runId' in argument && typeof argument.runId === 'string') return argument.runId;
  return 'run' in argument ? runIdOf(argument.run) : undefined;
}

function childrenOf(app: QuestionsViewApp, item: TreeItemData | undefined): readonly TreeItemData[] {
  if (item === undefined) {
    // VS Code only requests the roots of a visible view.
    inBackground(app.logger, app.wake());
    return rootsNow(app);
  }
  switch (item.kind) {
    case 'day':
      return [...item.runs, ...(item.lost ?? [])];
    case 'tables':
      return item.tables;
    case 'run':
      return item.followUps;
    case 'lost':
    case 'table':
      return [];
    default:
      return assertNever(item);
  }
}

function rootsNow({ runs: { runs, shownId }, questionsView: { words, searching }, index }: QuestionsViewApp): readonly TreeItemData[] {
  const shown = words === '' ? runs : runsInView(runs, searching, shownId);
  const days = daysOf(shown, new Date(), { all: runs, nameOfMethod: (pipeline) => index.nameOfMethod(pipeline) });
  return words === '' ? rootsOf(days, index.known) : days;
}

interface Around {
  /** Epoch of the current index. */
  readonly epoch: string;
  readonly isFiltered: boolean;
  readonly nameOfMethod: (pipeline: string) => string;
}

function treeItem(item: TreeItemData, around: Around): TreeItem {
  switch (item.kind) {
    case 'day': {
      const { isFiltered } = around;
      const isOpen = item.label === 'Today' || item.label === pinnedLabel || isFiltered;
      const day = new TreeItem(item.label, isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
      // A known row keeps its expanded state, but search results must not stay collapsed.
      return Object.assign(day, {
        id: `day:${item.label}${isFiltered ? ':found' : ''}`,
        contextValue: 'day',
        description: dayDescription(item),
      });
    }
    case 'run':
      return runItem(item, around);
    case 'lost':
      return lostRow(item);
    case 'tables':
      return tablesRow(item);
    case 'table':
      return tableRow(item);
    default:
      return assertNever(item);
  }
}

function dayDescription({ runs, lost = [] }: DayItem): string {
  const stale = runs.filter(({ run }) => isStale(run)).length;
  return [String(runs.length + lost.length), ...(stale === 0 ? [] : [`${stale} stale`])].join(' · ');
}

function runItem({ run, followUps, difference }: RunItem, { epoch, nameOfMethod }: Around): TreeItem {
  const open: CommandId = 'ariadne.openTrace';
  const { words, icon, color, mark } = rowStanding(run, epoch);
  const answer = run.abstained ? '' : (run.answer ?? '');
  const isOlder = isOfOlderIndex(run, epoch);
  const age = standingWords(run, isOlder).join(' ');
  const thread = followUps.length === 0 ? '' : `${followUps.length} follow-up${followUps.length === 1 ? '' : 's'}`;
  // In front, because a narrow sidebar shows little more than the first words.
  const label = [difference, nameOf(run)].filter((part) => part !== '').join(' · ');
  const facts = [
    ...(mark === undefined ? [] : [mark]),
    ...(run.unconfirmed === undefined ? [] : ['not verified']),
    ...(run.isPinned && run.followsRunId !== undefined ? ['follow-up'] : []),
    ...(thread === '' ? [] : [thread]),
    run.status === 'running' ? 'now' : timeText(new Date(run.startedAtUtc), new Date()),
    nameOfMethod(run.pipeline),
  ];
  const state = thread === '' ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Expanded;
  return Object.assign(new TreeItem(label, state), {
    // A known row keeps its state, but the first follow-up must be seen.
    id: `run:${run.runId}${thread === '' ? '' : ':thread'}`,
    description: facts.join(' · '),
    tooltip: runTooltip(run, isOlder),
    accessibilityInformation: {
      label: [label, ...(run.isPinned ? ['pinned'] : []), words, answer, thread, age].filter((part) => part !== '').join(', '),
    },
    iconPath: new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color)),
    contextValue: contextValueOf(run),
    command: { command: open, title: 'Open', arguments: [{ runId: run.runId, keepsFocus: true }] },
  });
}

/** Refreshing finds out. */
function isHalfChecked({ standing }: RunSummary): boolean {
  return standing?.notAsked !== undefined;
}

/** The context value that a run's menus depend on. */
function contextValueOf(run: RunSummary): string {
  const { status, answer, canResume, isPinned = false } = run;
  const pin = isPinned ? (isStale(run) || isHalfChecked(run) ? '.stale.pinned' : '.pinned') : '';
  if (status === 'running') return `run.running${pin}`;
  if (canResume === true) return `run.resumable${pin}`;
  return `${answer === null ? 'run.ended' : 'run.answered'}${pin}`;
}
