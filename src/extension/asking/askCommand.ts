import { t } from '@vscode/l10n';
import { pricedSpec } from '../../protocol/runSpec.ts';
import { window } from 'vscode';
import { abortError } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import type { AskRequest, PreviewRequest } from '../../protocol/runRequests.ts';
import type { FollowedRun } from '../../protocol/followUp.ts';
import type { ScopedQuestion } from '../../protocol/scopeSyntax.ts';
import { wantedNow } from '../answerForms.ts';
import { callsOfQuestion, callsOfRerun, confirmCalls, type CallsAhead } from './confirmCalls.ts';
import { endNotice, longQuestionMs } from './endNotice.ts';
import { otherFolders, withinAskable } from '../folders/chooseFolders.ts';
import { offer, showDialog } from '../messages.ts';
import { questionAbout, textToAskAbout } from './questionAbout.ts';
import { askForQuestion } from './questionBox.ts';
import type { StartedRun } from '../runs/folderRuns.ts';
import { scopeTyped } from './scopeNames.ts';
import type { Uses } from '../parts.ts';

export type AskApp = Uses<
  'logger' | 'folders' | 'engines' | 'folder' | 'settings' | 'settingsOf' | 'engine' | 'index' | 'runs' | 'panel' | 'ensureIndex'
>;

/**
 * `ariadne.ask`: asks for what is missing (an index, the question), then runs the chosen pipeline and shows it in the panel.
 * @returns the run's id once the run has ended; undefined when the user declined
 */
export function askQuestion(app: AskApp, given?: string): Promise<string | undefined> {
  return withinAskable(app, async () => {
    if (!(await app.ensureIndex())) return undefined;
    const typed = (given ?? (await askForQuestion(app)))?.trim();
    return typed === undefined || typed === ''
      ? undefined
      : askTyped(app, typed, { ...(await scopeTyped(app, typed)), ...otherFolders(app) });
  });
}

/**
 * Asks a question that follows a run, limited by what is left of that run's scope. The panel has it again if it cannot be asked.
 * @returns as `askQuestion`
 */
export async function askFollowUp(
  app: AskApp,
  { question, scope = '', follows }: Pick<AskRequest, 'question' | 'scope'> & { readonly follows: FollowedRun },
): Promise<string | undefined> {
  if (!(await app.ensureIndex())) return undefined;
  const { folders } = await app.runs.trace(follows.runId);
  return askTyped(app, undefined, { question, scope, problems: [], follows, folders });
}

/** @param typed what the question box has again if the question cannot be asked */
async function askTyped(
  app: AskApp,
  typed: string | undefined,
  {
    question,
    scope,
    problems: [problem],
    follows,
    folders,
  }: Pick<ScopedQuestion, 'question' | 'scope' | 'problems'> & Pick<AskRequest, 'follows' | 'folders'>,
): Promise<string | undefined> {
  let run: StartedRun | undefined;
  try {
    if (problem) throw new AriadneError('scope-invalid', problem.message);
    const settings = app.settings();
    const { pipeline, params, firstStage, knowledge, models } = settings;
    const asked = wantedNow(settings);
    if (!(await confirmCalls(app, await callsOfQuestion(app, { pipeline, params, ...asked }, models.chat), t('Ask')))) throw abortError();
    if (!(await ensureIdle(app, t('Stop It and Ask')))) throw abortError();
    const limits = { ...(scope === '' ? {} : { scope }), follows, folders };
    run = app.runs.start({ question, pipeline, params, firstStage, knowledge, ...asked, ...limits, ...askedWith(app) });
    return await showToTheEnd(app, run);
  } catch (error) {
    // A run that has begun reports its end itself.
    if (run && app.runs.has(run.runId)) throw error;
    if (typed === undefined) app.panel.link.fail(error);
    else app.panel.giveBack(typed, error);
    return undefined;
  }
}

/** `ariadne.resumeRun`: resumes an interrupted run, within the current limits for a question. */
export async function resume(app: AskApp, runId: string | undefined): Promise<void> {
  if (runId === undefined) return;
  const trace = await app.runs.trace(runId);
  const { chat: _ofTheRun, ...models } = app.settings().models;
  const calls = await callsOfQuestion(app, pricedSpec.parse(trace), trace.models.chat, trace.totals.llmCalls);
  await runConfirmed(app, calls, () => app.runs.resume(runId, { models, budget: app.settings().budget() }), t('Resume'));
}

/** Starts a new run based on one that ended early, with the same limits again. */
export async function goOn(app: AskApp, runId: string): Promise<void> {
  const request = { edits: {}, ...askedWith(app) };
  await rerunConfirmed(app, runId, request, t('Continue'));
}

/**
 * Starts a run when its calls are confirmed and no other question is being answered, and shows it.
 * @param verb what is done, on buttons
 * @returns its id once it has ended; undefined when the user declined
 */
export async function runConfirmed(
  app: AskApp,
  calls: CallsAhead,
  start: () => StartedRun,
  verb: string,
  yes = verb,
): Promise<string | undefined> {
  if (!(await confirmCalls(app, calls, yes)) || !(await ensureIdle(app, t('Stop It and {0}', verb)))) return undefined;
  return showToTheEnd(app, start());
}

/** The same for a run based on another. */
export async function rerunConfirmed(
  app: AskApp,
  runId: string,
  request: Omit<PreviewRequest, 'from'>,
  verb = t('Ask'),
): Promise<string | undefined> {
  return runConfirmed(app, await callsOfRerun(app, { ...request, from: { runId } }), () => app.runs.rerun(runId, request), verb);
}

/** The models, and the limits of a question if there are any. */
export function askedWith({ settings }: AskApp): Pick<AskRequest, 'models' | 'budget'> {
  const { models, limits } = settings();
  return { models, ...limits() };
}

export async function showToTheEnd(app: AskApp, { runId, ended }: StartedRun): Promise<string> {
  app.panel.link.clearProblem();
  app.panel.show(runId);
  const begunMs = Date.now();
  await ended;
  await noticeEnd(app, runId, Date.now() - begunMs);
  return runId;
}

async function noticeEnd({ panel, runs }: AskApp, runId: string, tookMs: number): Promise<void> {
  if (tookMs < longQuestionMs) return;
  const seen = { tookMs, isFocused: window.state.focused, isShown: panel.isVisible && runs.shownId === runId };
  const notice = endNotice(await runs.trace(runId), seen);
  if (notice !== undefined) offer('information', notice, [{ label: t('Show Answer'), command: 'ariadne.openTrace', argument: runId }]);
}

/**
 * `ariadne.askSelection`: like `askQuestion`, about the selected text, which becomes part of the question. A selected question is offered
 * unchanged.
 * @param selected text of what is no text editor
 */
export function askSelection(app: AskApp, selected?: string): Promise<string | undefined> {
  const editor = window.activeTextEditor;
  const about = textToAskAbout(selected ?? editor?.document.getText(editor.selection) ?? '');
  return withinAskable(app, async () => {
    if (!(await app.ensureIndex())) return undefined;
    const typed = await askForQuestion(app, about);
    if (typed === undefined) return undefined;
    // Only what was typed limits the question, not what the selected text says.
    const scoped = await scopeTyped(app, typed);
    const question = questionAbout(about, scoped.question);
    return question === '' ? undefined : askTyped(app, `${scoped.scope} ${question}`.trim(), { ...scoped, question, ...otherFolders(app) });
  });
}

/**
 * Asks a question about some documents only.
 * @param scope in the syntax of `parseScope`; what is typed may limit it further
 * @param what names them in the title of the question box
 */
export async function askWithin(app: AskApp, scope: string, what: string): Promise<string | undefined> {
  if (!(await app.ensureIndex())) return undefined;
  const typed = await askForQuestion(app, '', what);
  if (typed === undefined || typed.trim() === '') return undefined;
  const scoped = await scopeTyped(app, typed);
  const all = [scope, scoped.scope].filter((part) => part !== '').join(' ');
  return askTyped(app, `${all} ${scoped.question}`, { ...scoped, scope: all });
}

/**
 * Allows one question at a time: two would compete for the same two cores, and the panel shows one. Enter takes the first button, which
 * leaves the running question alone.
 * @param yes label of the button that stops the running question
 */
export async function ensureIdle(app: AskApp, yes: string): Promise<boolean> {
  const runId = app.runs.runningId;
  if (runId === undefined) return true;
  const question = app.runs.runs.find((run) => run.runId === runId)?.question;
  const isShown = app.panel.isVisible && app.runs.shownId === runId;
  const show = isShown ? t('Let It Finish') : t('Show It');
  const chosen = await showDialog('warning', t('A question is still being answered.'), question, show, yes);
  if (chosen === show && !isShown) app.panel.show(runId);
  if (chosen === yes) app.runs.cancel();
  return chosen === yes;
}
