import type { TableItem } from '../runs/questionTree.ts';
import { runIdOf } from '../runs/questionsView.ts';
import { refreshPinned, refreshRun, refreshTable, type PinnedApp } from './refreshPinned.ts';
import type { Uses } from '../parts.ts';

export type PinnedParts = Uses<'actions' | 'questionsView'> & PinnedApp;

/** Pinned questions and tables: refreshing what is stale. */
export function registerPinned(parts: PinnedParts): void {
  const { actions, panel, runs, index, questionsView } = parts;
  /**
   * The row of a menu, or what a key is for: `selected` in the questions view, or `shown` in the panel. The panel is active even while
   * another part of the window has the focus, so keys say which. From the palette it is the run of the panel if that is in front.
   */
  const meantBy = (argument: unknown): unknown => {
    if (argument === 'shown') return runs.shownId;
    if (argument === 'selected') return questionsView.selected;
    return argument ?? (panel.isActive ? runs.shownId : (questionsView.selected ?? runs.shownId));
  };
  actions.commands({
    async 'ariadne.togglePinRun'(argument) {
      const runId = runIdOf(meantBy(argument));
      if (runId === undefined) return;
      const isPinned = runs.runs.find((run) => run.runId === runId)?.isPinned === true;
      const isUnreadable = index.known.lost.some((run) => run.runId === runId);
      await runs.note(runId, { isPinned: !isPinned && !isUnreadable });
    },
    'ariadne.refreshPin'(argument) {
      const item = meantBy(argument);
      if (isTableItem(item)) return refreshTable(parts, item.table);
      const runId = runIdOf(item);
      return runId === undefined ? undefined : refreshRun(parts, runId);
    },
    'ariadne.refreshPinned': () => refreshPinned(parts),
  });
  actions.messages({ refresh: ({ runId }) => refreshRun(parts, runId) });
}

function isTableItem(item: unknown): item is TableItem {
  return typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'table';
}
