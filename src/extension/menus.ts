/** Places where commands are offered: menus and keybindings. Part of the contributions; data only. */
import { extractedScheme, panelViewType, viewIds } from './viewIds.ts';

const canAsk = '!virtualWorkspace && workspaceFolderCount > 0';

const anyRun = 'viewItem =~ /^run\\./';
/** A pinned run or a table that can be refreshed. */
const isStale = 'viewItem =~ /^(run|table)\\..*stale/';
const endedRun = 'viewItem =~ /^run\\.(answered|ended|resumable)/';

export const menus = {
  'view/title': [
    { command: 'ariadne.ask', when: `view == ${viewIds.questions} && ${canAsk}`, group: 'navigation@1' },
    { command: 'ariadne.openTrace', when: `view == ${viewIds.questions}`, group: 'navigation@2' },
    { command: 'ariadne.cancel', when: `view == ${viewIds.questions} && ariadne.isBusy`, group: 'navigation@3' },
    { command: 'ariadne.searchRuns', when: `view == ${viewIds.questions} && ariadne.hasRuns`, group: 'navigation@4' },
    { command: 'ariadne.clearRunSearch', when: `view == ${viewIds.questions} && ariadne.isSearchingRuns`, group: 'navigation@5' },
    { command: 'ariadne.refreshPinned', when: `view == ${viewIds.questions} && ${canAsk}`, group: '2_runs@0' },
    { command: 'ariadne.compare', when: `view == ${viewIds.questions} && ariadne.hasRuns`, group: '2_runs@1' },
    { command: 'ariadne.restoreRun', when: `view == ${viewIds.questions}`, group: '2_runs@2' },
    { command: 'ariadne.choosePipeline', when: `view == ${viewIds.questions}`, group: '1_settings@1' },
    { command: 'ariadne.chooseModels', when: `view == ${viewIds.questions}`, group: '1_settings@2' },
    { command: 'ariadne.index', when: `view == ${viewIds.index} && ${canAsk} && !ariadne.isIndexing`, group: 'navigation@1' },
    { command: 'ariadne.stopIndexing', when: `view == ${viewIds.index} && ariadne.isWorkingOnIndex`, group: 'navigation@2' },
    { command: 'ariadne.showLedger', when: `view == ${viewIds.index}`, group: '1_show@1' },
    { command: 'ariadne.showLog', when: `view == ${viewIds.index}`, group: '1_show@2' },
    { command: 'ariadne.copyDiagnostics', when: `view == ${viewIds.index}`, group: '1_show@3' },
    { command: 'ariadne.restartEngine', when: `view == ${viewIds.index} && ${canAsk}`, group: '1_show@4' },
    { command: 'ariadne.writeQuestions', when: `view == ${viewIds.index} && ${canAsk} && ariadne.hasLab`, group: '3_evaluate@1' },
    { command: 'ariadne.deleteIndex', when: `view == ${viewIds.index} && ${canAsk}`, group: '2_delete@1' },
  ],
  'view/item/context': [
    { command: 'ariadne.insertAnswer', when: `view == ${viewIds.questions} && viewItem =~ /^run\\.answered/`, group: 'inline@1' },
    { command: 'ariadne.openTrace', when: `view == ${viewIds.questions} && viewItem =~ /^run/`, group: '1_open@1' },
    { command: 'ariadne.insertAnswer', when: `view == ${viewIds.questions} && viewItem =~ /^run\\.answered/`, group: '1_open@2' },
    { command: 'ariadne.cancel', when: `view == ${viewIds.questions} && viewItem =~ /^run\\.running/`, group: 'inline@1' },
    { command: 'ariadne.resumeRun', when: `view == ${viewIds.questions} && viewItem =~ /^run\\.resumable/`, group: 'inline@1' },
    { command: 'ariadne.resumeRun', when: `view == ${viewIds.questions} && viewItem =~ /^run\\.resumable/`, group: '1_open@2' },
    { command: 'ariadne.pinRun', when: `view == ${viewIds.questions} && ${anyRun} && !(viewItem =~ /pinned$/)`, group: 'inline@2' },
    { command: 'ariadne.unpinRun', when: `view == ${viewIds.questions} && ${anyRun} && viewItem =~ /pinned$/`, group: 'inline@2' },
    { command: 'ariadne.refreshPin', when: `view == ${viewIds.questions} && ${isStale}`, group: 'inline@1' },
    { command: 'ariadne.refreshPin', when: `view == ${viewIds.questions} && ${isStale}`, group: '1_open@0' },
    { command: 'ariadne.unpinRun', when: `view == ${viewIds.questions} && viewItem == lost.pinned`, group: 'inline@1' },
    { command: 'ariadne.unpinRun', when: `view == ${viewIds.questions} && viewItem == lost.pinned`, group: '1_note@1' },
    { command: 'ariadne.renameRun', when: `view == ${viewIds.questions} && ${anyRun}`, group: '1_note@1' },
    { command: 'ariadne.pinRun', when: `view == ${viewIds.questions} && ${anyRun} && !(viewItem =~ /pinned$/)`, group: '1_note@2' },
    { command: 'ariadne.unpinRun', when: `view == ${viewIds.questions} && ${anyRun} && viewItem =~ /pinned$/`, group: '1_note@2' },
    { command: 'ariadne.askAgain', when: `view == ${viewIds.questions} && ${endedRun}`, group: '1_open@3' },
    { command: 'ariadne.tryOtherMethod', when: `view == ${viewIds.questions} && ${endedRun}`, group: '1_open@4' },
    { command: 'ariadne.compare', when: `view == ${viewIds.questions} && ${endedRun}`, group: '1_open@5' },
    { command: 'ariadne.editSubQuestion', when: `view == ${viewIds.questions} && viewItem == node.subQuestion`, group: '1_change@1' },
    { command: 'ariadne.rerunStep', when: `view == ${viewIds.questions} && viewItem =~ /^node/`, group: '1_change@2' },
    { command: 'ariadne.pinPassage', when: `view == ${viewIds.questions} && viewItem == evidence`, group: '1_change@1' },
    { command: 'ariadne.banPassage', when: `view == ${viewIds.questions} && viewItem == evidence`, group: '1_change@2' },
    { command: 'ariadne.explainFile', when: `view == ${viewIds.index} && viewItem =~ /^file\\.(skipped|failed)/`, group: 'inline@1' },
    { command: 'ariadne.explainFile', when: `view == ${viewIds.index} && viewItem =~ /^file\\./`, group: '1_file@1' },
    { command: 'ariadne.openOriginal', when: `view == ${viewIds.index} && viewItem =~ /^file\\..*extracted$/`, group: '1_file@2' },
    {
      command: 'ariadne.deleteRun',
      when: `view == ${viewIds.questions} && viewItem =~ /^run\\.(answered|ended|resumable)/`,
      group: '2_delete@1',
    },
  ],
  'webview/context': [
    { command: 'ariadne.editSubQuestion', when: `${inPanel('step')} && canEdit`, group: '1_change@1' },
    { command: 'ariadne.rerunStep', when: `${inPanel('step')} && canRerun`, group: '1_change@2' },
    { command: 'ariadne.pinPassage', when: `${inPanel('evidence')} && choice != pinned`, group: '1_change@1' },
    { command: 'ariadne.unpinPassage', when: `${inPanel('evidence')} && choice == pinned`, group: '1_change@1' },
    { command: 'ariadne.banPassage', when: `${inPanel('evidence')} && choice != banned`, group: '1_change@2' },
    { command: 'ariadne.unbanPassage', when: `${inPanel('evidence')} && choice == banned`, group: '1_change@2' },
  ],
  'explorer/context': [
    { command: 'ariadne.askAbout', when: canAsk, group: '4_search@90' },
    { command: 'ariadne.askEachDocument', when: canAsk, group: '4_search@91' },
    {
      command: 'ariadne.explainFile',
      when: `${canAsk} && !explorerResourceIsFolder`,
      group: '7_modification@90',
    },
  ],
  // Its own group, at the end: the menu of a tab is long.
  'editor/title/context': [
    { command: 'ariadne.askDocument', when: `${canAsk} && resourceSet`, group: 'z_ariadne@1' },
    { command: 'ariadne.askOpenEditors', when: canAsk, group: 'z_ariadne@2' },
  ],
  'editor/context': [{ command: 'ariadne.askSelection', when: 'editorHasSelection && workspaceFolderCount > 0', group: 'z_ariadne@1' }],
  'editor/title': [
    { command: 'ariadne.openOriginal', when: `resourceScheme == ${extractedScheme}`, group: 'navigation@1' },
    { command: 'ariadne.insertAnswer', when: `activeWebviewPanelId == ${panelViewType} && ariadne.hasRuns`, group: 'navigation@1' },
  ],
};

/** The list of runs has the focus, and the user is not typing in it. */
const inRuns = `focusedView == ${viewIds.questions} && listFocus && !inputFocus`;

/** The panel has the focus, not a list or another editor beside it. */
const inPanelFocus = `activeWebviewPanelId == ${panelViewType} && !sideBarFocus && !panelFocus && !auxiliaryBarFocus`;

export const keybindings = [
  { command: 'ariadne.ask', key: 'ctrl+alt+a', mac: 'cmd+alt+a', when: 'workspaceFolderCount > 0 && !editorHasSelection' },
  { command: 'ariadne.askSelection', key: 'ctrl+alt+a', mac: 'cmd+alt+a', when: 'workspaceFolderCount > 0 && editorHasSelection' },
  { command: 'ariadne.renameRun', key: 'f2', when: inRuns },
  { command: 'ariadne.deleteRun', key: 'delete', mac: 'cmd+backspace', when: inRuns },
  { command: 'ariadne.togglePinRun', key: 'alt+p', when: inRuns, args: 'selected' },
  { command: 'ariadne.togglePinRun', key: 'alt+p', when: inPanelFocus, args: 'shown' },
  { command: 'ariadne.refreshPin', key: 'alt+r', when: inRuns, args: 'selected' },
  { command: 'ariadne.refreshPin', key: 'alt+r', when: inPanelFocus, args: 'shown' },
  { command: 'ariadne.searchRuns', key: 'ctrl+f', mac: 'cmd+f', when: inRuns },
];

/** Matches what the panel's page says about the clicked element in `data-vscode-context`. */
function inPanel(section: 'step' | 'evidence'): string {
  return `webviewId == ${panelViewType} && webviewSection == ${section}`;
}
