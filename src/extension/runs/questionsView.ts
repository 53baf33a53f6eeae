import { t } from '@vscode/l10n';
import { Disposable, EventEmitter, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import { count } from '../../base/amounts.ts';
import { AriadneError, assertNever } from '../../base/errors.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import { listedTitle } from '../../protocol/passage.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import { innerCommands, type SourcePlace, viewIds } from '../viewIds.ts';
import type { CommandId } from '../contributions.ts';
import { logFailure } from '../failures.ts';
import { nodeStandingWords, type NodeStanding } from './nodeStandings.ts';
import { lostRow, tableRow, tablesRow } from './pinnedRows.ts';
import { inBackground } from '../report.ts';
import { runsInView, searchSentence } from './questionSearch.ts';
import {
  childrenOfRun,
  daysOf,
  evidenceLabel,
  isOfOlderIndex,
  isStale,
  placeLabel,
  rowStanding,
  runTooltip,
  pathTo,
  pinnedLabel,
  rootsOf,
  standingWords,
  type DayItem,
  type EvidenceTreeItem,
  type FolderItem,
  type TablesItem,
  type NodeItem,
  type RunItem,
  type TreeItemData,
} from './questionTree.ts';
import { nameOf } from './runNames.ts';
import { timeText } from '../times.ts';
import type { Uses } from '../parts.ts';

type QuestionsViewApp = Uses<'folders' | 'engines' | 'logger' | 'index' | 'runs' | 'wake' | 'questionsView'>;

/** Events of a run arrive by the dozen; the tree is rebuilt when they pause. */
const REDRAW_MS = 200;

/** The questions view: folders if there are several, days, runs, sub-questions, evidence. */
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
  const shownNow = () => app.engines.all.flatMap(({ index }) => shownOf(index) as readonly unknown[]);
  let shown = shownNow();
  const listening = [
    app.runs.onDidChangeRuns.on(soon),
    app.runs.onDidShow.on(revealNow),
    app.folders.onDidChange.on(soon),
    app.index.onDidChange.on(() => {
      const before = shown;
      shown = shownNow();
      if (shown.length !== before.length || shown.some((part, i) => part !== before[i])) soon();
    }),
  ];
  const view = window.createTreeView<TreeItemData>(viewIds.questions, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (item) => {
        const folder = app.folders.ofArgument(item);
        const { index } = app.engines.of(folder ?? app.folders.meant);
        const shown = treeItem(item, {
          epoch: index.status.epoch,
          isFiltered: app.questionsView.words !== '',
          nameOfMethod: (pipeline) => index.nameOfMethod(pipeline),
        });
        // Several folders have a row for the same day.
        return app.folders.areSeveral ? Object.assign(shown, { id: `${folder?.uri.toString() ?? ''} ${shown.id}` }) : shown;
      },
      getChildren: async (item) => {
        const children = await childrenOf(app, item);
        if (item === undefined) drawn = children;
        return [...children];
      },
      // Only runs are revealed, and what contains them.
      getParent: (item) => {
        const runId = item.kind === 'run' ? item.run.runId : item.kind === 'day' ? item.runs[0]?.run.runId : undefined;
        const path = runId === undefined ? [] : pathTo(rootsNow(app), runId);
        return item.kind === 'run' ? path.at(-2) : path.find(({ kind }) => kind === 'folder');
      },
      resolveTreeItem: (shown, item) => withTooltip(app, shown, item),
    },
    showCollapseAll: true,
    canSelectMany: true,
  });
  const tellFilter = (): void => {
    view.message = searchSentence(app.runs.runs, app.questionsView.words);
  };
  listening.push(
    app.questionsView.onDidSearch.on(() => {
      tellFilter();
      changed.fire(undefined);
    }),
    app.runs.onDidChangeRuns.on(tellFilter),
    view.onDidChangeVisibility(revealNow),
    view.onDidChangeSelection(({ selection: [item] }) => (app.questionsView.selected = item)),
  );
  return Disposable.from(view, changed, ...listening, { dispose: () => clearTimeout(redraw) });
}

/** VS Code only calls this for rows without a tooltip. */
async function withTooltip(app: QuestionsViewApp, shown: TreeItem, item: TreeItemData): Promise<TreeItem> {
  if (item.kind !== 'run') return shown;
  const { run } = item;
  const isOlder = isOfOlderIndex(run, app.index.status.epoch);
  try {
    const trace = await app.runs.trace(run.runId);
    return Object.assign(shown, {
      tooltip: runTooltip(run, isOlder, { trace, runs: app.runs.runs, nameOfMethod: (pipeline) => app.index.nameOfMethod(pipeline) }),
    });
  } catch (error) {
    logFailure(app.logger, error);
    return Object.assign(shown, { tooltip: runTooltip(run, isOlder) });
  }
}

/** The run that a command was called on, from its id or an item of the tree. */
export function runIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('runId' in argument && typeof argument.runId === 'string') return argument.runId;
  return 'run' in argument ? runIdOf(argument.run) : undefined;
}

/** The runs among selected rows, of which menus pass all. */
export function runIdsOf(selected: unknown): readonly string[] {
  return Array.isArray(selected) ? selected.flatMap((row: unknown) => runIdOf(row) ?? []) : [];
}

/**
 * On the run whose menu was opened; by keyboard, on the run selected in the questions view. VS Code says nothing of a row that it selects
 * again once a search is over: then it is the run that the panel shows, as the row does.
 */
export function onRun({ questionsView, runs }: Uses<'questionsView' | 'runs'>, does: (runId: string, argument: unknown) => unknown) {
  return (argument: unknown): unknown => {
    const runId = runIdOf(argument ?? questionsView.selected ?? runs.shownId);
    return runId === undefined ? undefined : does(runId, argument);
  };
}

/** As `onRun`, on all runs that are selected where the menu of one of them was opened. */
export function onRuns(app: Uses<'questionsView' | 'runs'>, does: (runIds: readonly string[], argument: unknown) => unknown) {
  return (argument: unknown, selected?: unknown): unknown => {
    const runIds = [...new Set(runIdsOf(selected))];
    return runIds.length > 1 ? does(runIds, argument) : onRun(app, (runId) => does([runId], argument))(argument);
  };
}

async function childrenOf(app: QuestionsViewApp, item: TreeItemData | undefined): Promise<readonly TreeItemData[]> {
  if (item === undefined) {
    // VS Code only requests the roots of a visible view.
    inBackground(app.logger, app.wake());
    return rootsNow(app);
  }
  switch (item.kind) {
    case 'folder':
      return item.roots;
    case 'day':
      return [...item.runs, ...(item.lost ?? [])];
    case 'tables':
      return item.tables;
    case 'run':
      try {
        return [...item.followUps, ...childrenOfRun(await app.runs.trace(item.run.runId), item.run.runId === app.runs.runningId)];
      } catch (error) {
        throw new AriadneError('run-unreadable', t('This question could not be read. Its log may be deleted.'), { cause: error });
      }
    case 'node':
      return item.children;
    case 'evidence':
    case 'lost':
    case 'table':
      return [];
    default:
      return assertNever(item);
  }
}

function rootsNow({ folders, engines, runs: { runs, shownId }, questionsView: { words } }: QuestionsViewApp): readonly TreeItemData[] {
  if (!folders.areSeveral) return rootsOfFolder(runs, engines.meant.index, words, shownId);
  return folders.all.flatMap((folder): FolderItem[] => {
    const own = runs.filter(({ runId }) => folders.ofRun(runId) === folder);
    const roots = rootsOfFolder(own, engines.of(folder).index, words, shownId);
    for (const root of roots) {
      folders.noteItem(root, folder);
      if (root.kind === 'tables') for (const table of root.tables) folders.noteItem(table, folder);
    }
    return roots.length === 0 ? [] : [folders.noteItem({ kind: 'folder', name: folder.name, roots }, folder)];
  });
}

function rootsOfFolder(
  runs: readonly RunSummary[],
  index: FolderState,
  words: string,
  shownId: string | undefined,
): readonly (DayItem | TablesItem)[] {
  const shown = words === '' ? runs : runsInView(runs, words, shownId);
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
    case 'folder':
      return Object.assign(new TreeItem(item.name, TreeItemCollapsibleState.Expanded), {
        id: 'folder',
        iconPath: new ThemeIcon('root-folder'),
        contextValue: 'workspaceFolder',
      });
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
    case 'node':
      return nodeItem(item);
    case 'evidence':
      return evidenceItem(item);
    default:
      return assertNever(item);
  }
}

function dayDescription({ runs, lost = [] }: DayItem): string {
  const stale = runs.filter(({ run }) => isStale(run)).length;
  return [String(runs.length + lost.length), ...(stale === 0 ? [] : [t('{0} stale', stale)])].join(' · ');
}

function runItem({ run, followUps, isLeft, difference }: RunItem, { epoch, nameOfMethod }: Around): TreeItem {
  const open: CommandId = 'ariadne.openTrace';
  const { words, icon, color, mark } = rowStanding(run, epoch);
  const answer = run.abstained ? '' : (run.answer ?? '');
  const isOlder = isOfOlderIndex(run, epoch);
  const age = standingWords(run, isOlder).join(' ');
  const thread = followUps.length === 0 ? '' : count(followUps.length, 'follow-up');
  const left = isLeft ? t('Follows a question that was deleted.') : '';
  // In front, because a narrow sidebar shows little more than the first words.
  const label = [difference, nameOf(run)].filter((part) => part !== '').join(' · ');
  const facts = [
    ...(mark === undefined ? [] : [mark]),
    ...(run.unconfirmed === undefined ? [] : [t('not verified')]),
    ...(run.isPinned && run.followsRunId !== undefined ? [t('follow-up')] : []),
    ...(thread === '' ? [] : [thread]),
    run.status === 'running' ? t('now') : timeText(new Date(run.startedAtUtc), new Date()),
    nameOfMethod(run.pipeline),
  ];
  const state = thread === '' ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded;
  return Object.assign(new TreeItem(label, state), {
    // A known row stays collapsed, but the first follow-up must be seen.
    id: `run:${run.runId}${thread === '' ? '' : ':thread'}`,
    description: facts.join(' · '),
    // For a run without an answer, the closest passages are looked up when its row is hovered.
    ...(run.abstained ? {} : { tooltip: [runTooltip(run, isOlder), ...(left === '' ? [] : [left])].join('\n\n') }),
    accessibilityInformation: {
      label: [label, ...(run.isPinned ? [t('pinned')] : []), words, answer, thread, left, age].filter((part) => part !== '').join(', '),
    },
    iconPath: iconOf(icon, color),
    contextValue: contextValueOf(run),
    command: { command: open, title: t('Open'), arguments: [{ runId: run.runId, keepsFocus: true }] },
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

function nodeItem({ runId, node, label, standing, description, children }: NodeItem): TreeItem {
  const words = nodeStandingWords[standing];
  const failure = standing === 'failed' ? (node.failure ?? '') : '';
  const state = children.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
  const said = description === '…' || description.startsWith(words) ? [] : [description];
  return Object.assign(new TreeItem(label, state), {
    id: `node:${runId}:${node.id}`,
    description,
    tooltip: [label, ...said, failure, said.length === 0 ? description : words].filter((line) => line !== '').join('\n\n'),
    accessibilityInformation: { label: [label, said.length === 0 && description !== '…' ? description : words, ...said].join(', ') },
    iconPath: iconOf(...nodeIcons[standing]),
    contextValue: node.kind === 'sub_question' ? 'node.subQuestion' : 'node',
  });
}

const nodeIcons: Readonly<Record<NodeStanding, readonly [icon: string, color?: string]>> = {
  pending: ['circle-outline'],
  running: ['sync~spin'],
  supported: ['pass', 'testing.iconPassed'],
  answered: ['pass', 'testing.iconPassed'],
  accepted: ['pass', 'testing.iconPassed'],
  revised: ['edit'],
  reused: ['history'],
  unsupported: ['warning', 'list.warningForeground'],
  blocked: ['warning', 'list.warningForeground'],
  failed: ['error', 'list.errorForeground'],
  unverified: ['unverified', 'list.warningForeground'],
  'no-answer': ['question'],
  rejected: ['circle-slash'],
  superseded: ['circle-slash'],
  stopped: ['circle-slash'],
  'not-reached': ['circle-slash'],
};

function iconOf(icon: string, color?: string): ThemeIcon {
  return new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
}

function evidenceItem(item: EvidenceTreeItem): TreeItem {
  const { runId, nodeId, evidence, passage, isGenerated } = item;
  const accessibilityInformation = { label: evidenceLabel(item) };
  const id = `evidence:${runId}:${nodeId}:${evidence.rank}`;
  if (isGenerated) {
    return Object.assign(new TreeItem(t('Written by the model'), TreeItemCollapsibleState.None), {
      id,
      description: t('not from your documents'),
      tooltip: `${t('Written by the model, not from your documents')}\n\n${passage.text}`,
      accessibilityInformation,
      iconPath: new ThemeIcon('sparkle', new ThemeColor('list.warningForeground')),
      contextValue: 'generated',
    });
  }
  const { startOffset, endOffset } = passage.range;
  const { path, documentHash, pageNumber1: page } = passage;
  const place: SourcePlace = { path, startOffset, endOffset, documentHash, page, runId, beside: false };
  return Object.assign(new TreeItem(placeLabel(passage), TreeItemCollapsibleState.None), {
    id,
    description: [listedTitle(passage), ...passage.headings].join(' › '),
    tooltip: `${passage.path}\n\n${passage.text}`,
    accessibilityInformation,
    iconPath: new ThemeIcon(evidence.source === 'frontier' ? 'references' : 'book'),
    contextValue: 'evidence',
    command: { command: innerCommands.openSource, title: t('Open'), arguments: [place] },
  });
}
