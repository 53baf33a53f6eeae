import { commands } from 'vscode';
import { runIdOf } from '../runs/questionsView.ts';
import { ResearchPanel, type ResearchPanelOptions } from './panel.ts';
import { shownPanelState, type ShownState } from './panelState.ts';
import type { Uses } from '../parts.ts';

export interface PanelParts
  extends Uses<'owned' | 'actions'>, Pick<ResearchPanelOptions, 'extensionUri' | 'logger' | 'engine' | 'runs' | 'wake'>, ShownState {
  readonly runs: ResearchPanelOptions['runs'];
}

/** The research panel, and the requests of its page that only VS Code serves. */
export function registerPanel(parts: PanelParts): ResearchPanel {
  const { owned, actions, index, runs, changedSources, door } = parts;
  const panel = owned.add(
    new ResearchPanel({
      ...parts,
      state: () => shownPanelState(parts),
      answer: (message) => actions.answer(message, runs.shownId),
    }),
  );
  for (const changed of [index.onDidChange, runs.onDidChangeRuns, changedSources.onDidChange, door.onDidChange])
    owned.add(changed.on(() => panel.link.refresh()));
  actions.commands({ 'ariadne.openTrace': (run) => panel.show(runIdOf(run), { keepsFocus: keepsFocus(run) }) });
  actions.messages({
    'show-run': ({ runId }) => panel.show(runId),
    'open-folder': () => commands.executeCommand('vscode.openFolder'),
    'manage-trust': () => commands.executeCommand('workbench.trust.manage'),
    'open-setting': ({ setting }) => commands.executeCommand('workbench.action.openSettings', setting),
  });
  return panel;
}

/** Clicking a row leaves the focus in the list, so that keys continue to work there. */
function keepsFocus(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'keepsFocus' in argument && argument.keepsFocus === true;
}
