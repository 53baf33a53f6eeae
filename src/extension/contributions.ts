/**
 * The commands, declared once. `npm run generate` writes them to package.json, which itself has the menus, keybindings, views and
 * walkthrough. The extension derives the type of their ids from them; they are not needed at run time.
 */
import { panelViewType } from './viewIds.ts';

export interface CommandDeclaration {
  readonly title: string;
  readonly icon?: string;
  readonly enablement?: string;
  /**
   * When the palette lists it; `false` for commands that are where they are needed: on a row, in a view's menu, in another list, in a
   * message. Default: always. The palette is where newcomers look, so it lists about a dozen.
   */
  readonly palette?: string | false;
}

const inFolder = 'workspaceFolderCount > 0';
/** An editor of a file is active; the panel has no file. */
const onDocument = `editorIsOpen && activeWebviewPanelId != ${panelViewType} && ${inFolder}`;
/** The active document is one that people write in. */
const proseFiles = '/^\\.(md|markdown|mdx|qmd|rmd|tex|ltx|latex|rst|rest|adoc|asciidoc|org|txt|html)$/i';
const usesModels = `ariadne.usesModels && ${inFolder}`;

export const commands = {
  'ariadne.ask': { title: 'Ask a Question…', icon: '$(comment-discussion)' },
  'ariadne.askSelection': {
    title: 'Ask about the Selection…',
    icon: '$(comment)',
    enablement: 'editorHasSelection',
    palette: `editorHasSelection && ${inFolder}`,
  },
  'ariadne.askAbout': { title: 'Ask about These…', icon: '$(comment)', palette: false },
  'ariadne.askDocument': { title: 'Ask about This Document…', icon: '$(comment)', enablement: inFolder, palette: onDocument },
  'ariadne.askOpenEditors': { title: 'Ask about Open Editors…', icon: '$(comment)', enablement: inFolder, palette: false },
  'ariadne.askEachDocument': { title: 'Ask Each Document…', icon: '$(table)', enablement: inFolder, palette: 'ariadne.hasIndex' },
  'ariadne.findDisagreements': {
    title: 'Where Do My Documents Disagree?',
    icon: '$(diff)',
    enablement: inFolder,
    palette: 'ariadne.hasIndex',
  },
  'ariadne.index': { title: 'Index This Folder', icon: '$(refresh)', enablement: '!ariadne.isIndexing' },
  'ariadne.stopIndexing': {
    title: 'Stop Indexing',
    icon: '$(debug-stop)',
    enablement: 'ariadne.isWorkingOnIndex',
    palette: 'ariadne.isWorkingOnIndex',
  },
  'ariadne.explainFile': { title: 'Why Is This File (Not) Indexed?', icon: '$(question)', enablement: inFolder, palette: false },
  'ariadne.openOriginal': { title: 'Open the Original', icon: '$(go-to-file)', palette: false },
  'ariadne.cancel': { title: 'Stop', icon: '$(debug-stop)', enablement: 'ariadne.isBusy', palette: 'ariadne.isAnswering' },
  'ariadne.choosePipeline': { title: 'Choose Method…', icon: '$(type-hierarchy)' },
  'ariadne.chooseFolders': { title: 'Choose Folders to Ask…', icon: '$(root-folder)', palette: 'workspaceFolderCount > 1' },
  'ariadne.chooseModels': { title: 'Choose Models…', icon: '$(chip)' },
  'ariadne.manageModels': { title: 'Manage Models…', icon: '$(package)', enablement: inFolder, palette: usesModels },
  'ariadne.testModels': { title: 'Test Models', icon: '$(beaker)', enablement: inFolder, palette: usesModels },
  'ariadne.writeQuestions': { title: 'Write Test Questions from Documents…', icon: '$(checklist)', enablement: inFolder, palette: false },
  'ariadne.applyReview': {
    title: 'Make Dataset from This Review Sheet',
    icon: '$(check-all)',
    enablement: 'ariadne.hasLab && resourceFilename =~ /^review\\.(md|csv)$/',
    palette: 'ariadne.hasLab',
  },
  'ariadne.enterHubToken': { title: 'Enter Token for Model Downloads…', icon: '$(key)', palette: false },
  'ariadne.openTrace': { title: 'Open Research Panel', icon: '$(graph)' },
  'ariadne.insertAnswer': { title: 'Insert Answer with Citations', icon: '$(insert)', palette: 'ariadne.hasRuns' },
  'ariadne.checkCitations': {
    title: 'Check Citations',
    icon: '$(checklist)',
    enablement: inFolder,
    palette: `resourceExtname =~ ${proseFiles} && ${inFolder}`,
  },
  'ariadne.findSources': {
    title: 'What Else Here Is about This?',
    icon: '$(search)',
    enablement: inFolder,
    palette: `resourceExtname =~ ${proseFiles} && ariadne.hasIndex`,
  },
  'ariadne.findCiting': {
    title: 'Where Do My Documents Cite This?',
    icon: '$(references)',
    enablement: inFolder,
    palette: `ariadne.hasIndex && resourceSet`,
  },
  'ariadne.openSourceDocument': { title: 'Open Source', icon: '$(go-to-file)', palette: false },
  'ariadne.resumeRun': { title: 'Resume This Question', icon: '$(debug-continue)', palette: false },
  'ariadne.exportRun': { title: 'Export This Question…', icon: '$(export)', palette: 'ariadne.hasRuns' },
  'ariadne.deleteRun': { title: 'Delete This Question', icon: '$(trash)', palette: false },
  'ariadne.renameRun': { title: 'Rename…', icon: '$(edit)', palette: false },
  'ariadne.pinRun': { title: 'Pin to the Top', icon: '$(pin)', palette: false },
  'ariadne.unpinRun': { title: 'Unpin', icon: '$(pinned)', palette: false },
  'ariadne.togglePinRun': { title: 'Pin or Unpin This Question', enablement: 'ariadne.hasRuns', palette: false },
  'ariadne.refreshPin': { title: 'Refresh', icon: '$(sync)', palette: false },
  'ariadne.refreshPinned': { title: 'Refresh Pinned Questions', icon: '$(sync)', enablement: inFolder, palette: 'ariadne.hasPinned' },
  'ariadne.restoreRun': { title: 'Restore Deleted Question…', icon: '$(history)', enablement: inFolder, palette: false },
  'ariadne.searchRuns': { title: 'Search Questions…', icon: '$(search)', enablement: 'ariadne.hasRuns', palette: 'ariadne.hasRuns' },
  'ariadne.clearRunSearch': { title: 'Show All Questions', icon: '$(clear-all)', palette: false },
  'ariadne.compare': { title: 'Compare Answers…', icon: '$(git-compare)', enablement: 'ariadne.hasRuns', palette: false },
  'ariadne.askAgain': { title: 'Ask Again', icon: '$(debug-rerun)', palette: false },
  'ariadne.tryOtherMethod': { title: 'Try Another Method…', icon: '$(type-hierarchy)', palette: false },
  'ariadne.editSubQuestion': { title: 'Change This Question', icon: '$(edit)', palette: false },
  'ariadne.rerunStep': { title: 'Ask This Again', icon: '$(debug-restart)', palette: false },
  'ariadne.pinPassage': { title: 'Pin This Passage', icon: '$(pin)', palette: false },
  'ariadne.unpinPassage': { title: 'Unpin This Passage', icon: '$(pinned)', palette: false },
  'ariadne.banPassage': { title: 'Ban This Passage', icon: '$(circle-slash)', palette: false },
  'ariadne.unbanPassage': { title: 'Allow This Passage Again', icon: '$(check)', palette: false },
  'ariadne.deleteIndex': { title: 'Delete Index and Questions…', icon: '$(trash)', enablement: inFolder, palette: 'ariadne.hasIndex' },
  'ariadne.installForAgents': { title: 'Install for Agents…', icon: '$(plug)', enablement: inFolder, palette: inFolder },
  'ariadne.removeFromAgents': { title: 'Remove from Agents', icon: '$(trash)', enablement: inFolder, palette: inFolder },
  'ariadne.showLedger': { title: 'Show Network Ledger', icon: '$(globe)' },
  'ariadne.restartEngine': { title: 'Restart Ariadne', icon: '$(debug-restart)', palette: 'ariadne.hasIndex' },
  'ariadne.showLog': { title: 'Show Log', icon: '$(output)', palette: false },
  'ariadne.copyDiagnostics': { title: 'Copy Diagnostics', icon: '$(copy)' },
} as const satisfies Record<string, CommandDeclaration>;
export type CommandId = keyof typeof commands;
