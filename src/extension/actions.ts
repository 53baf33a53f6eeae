/** The user's actions. The tables here serve both commands and the panel's buttons. */
import { commands as registry, Disposable, env, window } from 'vscode';
import type { Uri } from 'vscode';
import * as z from 'zod';
import type { Gesture } from '../protocol/panel.ts';
import type { App } from './app.ts';
import { askAbout, askDocument, askOpenEditors } from './asking/askAbout.ts';
import { ask, askFollowUp, askSelection, goOn, resume } from './asking/askCommand.ts';
import { askEachDocument } from './tables/askEachDocument.ts';
import { chooseForm } from './asking/chooseForm.ts';
import { chooseModels } from './modelChoice/chooseModels.ts';
import { choosePipeline } from './asking/choosePipeline.ts';
import { compareRuns, tellOther } from './asking/compareCommand.ts';
import type { CommandId } from './contributions.ts';
import { deleteIndex } from './runs/deleteIndex.ts';
import { diagnostics } from './diagnostics/diagnostics.ts';
import { explainFile } from './index/explainFile.ts';
import { showMessage } from './messages.ts';
import { openInEditor } from './documents/documentEncoding.ts';
import { openOriginal } from './documents/extractedDocument.ts';
import { enterHubToken } from './modelChoice/hubToken.ts';
import { indexCommand, indexFolder } from './index/indexCommand.ts';
import { makeFollowUp } from './asking/followUp.ts';
import { answerToCopy, insertAnswer, insertQuote, quoteToCopy, type Insertion } from './citing/insertAnswer.ts';
import { showLedger } from './engineProcess/ledgerDocument.ts';
import { manageModels } from './modelChoice/manageModels.ts';
import { openCitation, openSource } from './citing/openSource.ts';
import type { CitedPlace, SourcePlace } from './citing/openSource.ts';
import type { PanelAction } from './panel/panelLink.ts';
import { refreshPinned, refreshRun, refreshTable } from './pinned/refreshPinned.ts';
import { report } from './report.ts';
import { askAgain, askOtherwise, gestureCommand, previewRerun, rerun, writeAs } from './asking/rerunCommand.ts';
import { deleteRun, renameRun, restoreRun, searchRuns } from './runs/runCommands.ts';
import type { TableItem } from './runs/questionTree.ts';
import { runIdOf } from './runs/questionsView.ts';
import { tellScopeNames } from './asking/scopeNames.ts';
import { testModels } from './modelChoice/testModels.ts';
import type { InnerCommandId } from './viewIds.ts';
import { applyReview, writeQuestions } from './testQuestions/writeQuestions.ts';

type Kind = PanelAction['kind'];
type Message<K extends Kind> = Extract<PanelAction, { readonly kind: K }>;

interface Action<K extends Kind> {
  /**
   * Performs the action. Its result goes to callers of `executeCommand`.
   * @param argument the command's argument, or the panel's message
   */
  readonly perform: (app: App, argument: unknown) => unknown;
  /** The panel message that requests the same action. */
  readonly button: K | undefined;
}

const actions = {
  'ariadne.ask': action(text, ask),
  'ariadne.askSelection': action(nothing, askSelection),
  'ariadne.askAbout': action(anything, askAbout),
  'ariadne.askDocument': action(anything, askDocument),
  'ariadne.askOpenEditors': action(nothing, askOpenEditors),
  'ariadne.askEachDocument': action(anything, askEachDocument),
  'ariadne.index': action(nothing, indexCommand),
  'ariadne.cancel': action(
    nothing,
    ({ runs, autoIndexer }) => (runs.runningId === undefined ? autoIndexer.stop() : runs.cancel()),
    'cancel',
  ),
  'ariadne.stopIndexing': action(nothing, ({ autoIndexer }) => autoIndexer.stop()),
  'ariadne.explainFile': action(anything, explainFile),
  'ariadne.openOriginal': action(anything, openOriginal),
  'ariadne.choosePipeline': action(nothing, choosePipeline, 'choose-pipeline'),
  'ariadne.chooseModels': action(nothing, chooseModels, 'choose-models'),
  'ariadne.manageModels': action(nothing, manageModels),
  'ariadne.testModels': action(nothing, testModels),
  'ariadne.writeQuestions': action(anything, writeQuestions),
  'ariadne.applyReview': action(anything, applyReview),
  'ariadne.enterHubToken': action(nothing, ({ settings, context: { secrets } }) => enterHubToken({ settings, secrets })),
  'ariadne.openTrace': action(anything, ({ panel }, run) => panel.show(runIdOf(run), { keepsFocus: keepsFocus(run) }), 'show-run'),
  'ariadne.insertAnswer': action(insertionOf, insertAnswer, 'insert-answer'),
  'ariadne.resumeRun': action(runIdOf, resume, 'resume'),
  'ariadne.deleteRun': onRun((app, runId, argument) => deleteRun(app, runId, { isSure: argument !== undefined })),
  'ariadne.restoreRun': action(nothing, restoreRun),
  'ariadne.renameRun': onRun(renameRun),
  'ariadne.pinRun': onRun((app, runId) => pin(app, runId, true)),
  'ariadne.unpinRun': onRun((app, runId) => pin(app, runId, false)),
  'ariadne.refreshPin': action(anything, refreshPin),
  'ariadne.refreshPinned': action(nothing, refreshPinned),
  'ariadne.togglePinRun': action(anything, togglePin),
  'ariadne.searchRuns': action(nothing, searchRuns),
  'ariadne.clearRunSearch': action(nothing, ({ questionsView }) => questionsView.search('')),
  'ariadne.compare': action(runIdOf, compareRuns),
  'ariadne.askAgain': onRun(askAgain, 'ask-again'),
  'ariadne.tryOtherMethod': onRun((app, runId) => askOtherwise(app, runId)),
  'ariadne.editSubQuestion': gesture('edit'),
  'ariadne.rerunStep': gesture('rerun'),
  'ariadne.pinPassage': gesture('pin'),
  'ariadne.unpinPassage': gesture('pin'),
  'ariadne.banPassage': gesture('ban'),
  'ariadne.unbanPassage': gesture('ban'),
  'ariadne.deleteIndex': action(nothing, deleteIndex),
  'ariadne.showLedger': action(nothing, showLedger, 'show-ledger'),
  'ariadne.restartEngine': action(nothing, ({ engine }) => engine.restart()),
  'ariadne.showLog': action(nothing, ({ logger }) => logger.show()),
  'ariadne.copyDiagnostics': action(nothing, copyDiagnostics),
  // The arguments come from our tree items and hover links.
  'ariadne.openSource': action((place) => place as SourcePlace, openSource),
  'ariadne.openCitation': action((place) => place as CitedPlace, openCitation),
  'ariadne.openDocument': action((uri) => uri as Uri, openInEditor),
} satisfies Readonly<Record<CommandId | InnerCommandId, unknown>>;

/** Panel messages without a command, or with a different argument. */
const ofPanel: { readonly [K in Exclude<Kind, SharedKind>]: (app: App, message: Message<K>) => unknown } = {
  ask: (app, { question, scope, follows }) => (follows ? askFollowUp(app, { question, scope, follows }) : ask(app, question)),
  'follow-up': makeFollowUp,
  'stop-follow-up': (app) => app.followUps.stop(),
  'go-on': (app, { runId }) => goOn(app, runId),
  'want-run': (app, { runId }) => tellOther(app, runId),
  'other-method': (app, { runId, pipeline }) => askOtherwise(app, runId, pipeline),
  preview: previewRerun,
  'want-scope-names': (app) => tellScopeNames(app),
  rerun,
  'write-as': writeAs,
  'choose-form': chooseForm,
  // The panel shows the result.
  index: indexFolder,
  'open-folder': () => registry.executeCommand('vscode.openFolder'),
  'manage-trust': () => registry.executeCommand('workbench.trust.manage'),
  'open-setting': (_, { setting }) => registry.executeCommand('workbench.action.openSettings', setting),
  'open-source': (app, place) => openSource(app, { ...place, runId: app.runs.shownId }),
  'open-citation': (app, { citation }) => openCitation(app, { ...citation, beside: false }),
  'copy-answer': async (app, { runId, quotes }) => copy('Answer', await answerToCopy(app, await app.runs.trace(runId), quotes)),
  'insert-quote': (app, { runId, n }) => insertQuote(app, runId, n),
  'copy-quote': async (app, { runId, n }) => copy('Quote', await quoteToCopy(app, await app.runs.trace(runId), n)),
  pin: (app, { runId, isPinned }) => pin(app, runId, isPinned),
  refresh: (app, { runId }) => refreshRun(app, runId),
};
type SharedKind = NonNullable<(typeof actions)[keyof typeof actions]['button']>;

/** Commands of the explorer about all that is selected there. */
const ofSelection: ReadonlySet<string> = new Set<CommandId>(['ariadne.askAbout', 'ariadne.askEachDocument']);

/** Serves commands and the panel. A failure is shown where the action was requested: in a notification, or in the panel. */
export function registerActions(app: App): Disposable {
  const perform = async (work: () => unknown, fail: (error: unknown) => void): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  const { logger, panel } = app;
  return Disposable.from(
    ...Object.entries<Action<Kind>>(actions).map(([id, action]) =>
      // Menus of the explorer also pass all that is selected.
      registry.registerCommand(id, (argument: unknown, selected?: unknown) =>
        perform(
          () => action.perform(app, ofSelection.has(id) ? (selected ?? argument) : argument),
          (error) => report(logger, error),
        ),
      ),
    ),
    panel.onDidAsk.on((message) => {
      void perform(
        () => answer(app, message),
        (error) => panel.fail(error),
      );
    }),
  );
}

function answer(app: App, message: PanelAction): unknown {
  const shared = Object.values<Action<Kind>>(actions).find(({ button }) => button === message.kind);
  if (shared) return shared.perform(app, message);
  // The table's type ensures that each message reaches the entry of its kind.
  const rest = ofPanel as Readonly<Partial<Record<Kind, (app: App, message: PanelAction) => unknown>>>;
  return rest[message.kind]?.(app, message);
}

/** @param takes converts the command's argument, and the panel's message if there is one */
function action<T, K extends Kind = never>(takes: (argument: unknown) => T, does: (app: App, given: T) => unknown, button?: K): Action<K> {
  return { perform: (app, argument) => does(app, takes(argument)), button };
}

/** An action on the run whose menu was opened; by keyboard, on the run selected in the questions view. Does nothing without a run. */
function onRun<K extends Kind = never>(does: (app: App, runId: string, argument: unknown) => unknown, button?: K): Action<K> {
  const perform = (app: App, argument: unknown): unknown => {
    const runId = runIdOf(argument ?? app.questionsView.selected);
    return runId === undefined ? undefined : does(app, runId, argument);
  };
  return { perform, button };
}

/**
 * The row of a menu, or what a key is for: `selected` in the questions view, or `shown` in the panel. The panel is active even while
 * another part of the window has the focus, so keys say which. From the palette it is the run of the panel if that is in front.
 */
function meantBy({ panel, runs, questionsView }: App, argument: unknown): unknown {
  if (argument === 'shown') return runs.shownId;
  if (argument === 'selected') return questionsView.selected;
  return argument ?? (panel.isActive ? runs.shownId : (questionsView.selected ?? runs.shownId));
}

function gesture(kind: Gesture['kind']): Action<never> {
  return action(anything, (app, part) => gestureCommand(app, kind, part));
}

function nothing(): void {}

function anything(argument: unknown): unknown {
  return argument;
}

function text(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}

/** Clicking a row leaves the focus in the list, so that keys continue to work there. */
function keepsFocus(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'keepsFocus' in argument && argument.keepsFocus === true;
}

async function togglePin(app: App, argument: unknown): Promise<void> {
  const runId = runIdOf(meantBy(app, argument));
  if (runId === undefined) return;
  const run = app.runs.runs.find((one) => one.runId === runId);
  const isUnreadable = app.pinned.unreadable.some((run) => run.runId === runId);
  await pin(app, runId, !isUnreadable && run?.isPinned !== true);
}

async function pin({ runs, pinned }: App, runId: string, isPinned: boolean): Promise<void> {
  await runs.note(runId, { isPinned });
  pinned.soon();
}

/** On a row of the questions view, or the run that the panel shows. */
function refreshPin(app: App, argument: unknown): Promise<void> | undefined {
  const item = meantBy(app, argument);
  if (isTableItem(item)) return refreshTable(app, item.table);
  const runId = runIdOf(item);
  return runId === undefined ? undefined : refreshRun(app, runId);
}

function isTableItem(item: unknown): item is TableItem {
  return typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'table';
}

/** A run, or a run with the quotes that are to follow its answer. */
function insertionOf(argument: unknown): Insertion {
  return { runId: runIdOf(argument), quotes: z.object({ quotes: z.array(z.number()) }).safeParse(argument).data?.quotes };
}

/** @param content nothing is copied without */
async function copy(what: string, content: string | undefined): Promise<void> {
  if (content === undefined) return;
  await env.clipboard.writeText(content);
  window.setStatusBarMessage(`$(check) ${what} copied`, 4000);
}

/** @returns the text, for callers of the command */
async function copyDiagnostics(app: App): Promise<string> {
  const text = diagnostics(app);
  await env.clipboard.writeText(text);
  // What was copied is for others, so the user has to know what is in it. Not awaited: the message may stay open.
  void showMessage('information', 'Diagnostics copied. They contain no names, paths or questions. Paste them into your report.');
  return text;
}
