/** Runs based on another run with changes, and the gestures that make the changes. */
import { t } from '@vscode/l10n';
import { pricedSpec } from '../../protocol/runSpec.ts';
import { inForm } from '../../protocol/writtenAnswer.ts';
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import type { RerunRequest } from '../../protocol/runRequests.ts';
import type { Gesture } from '../../protocol/panel.ts';
import type { Message } from '../actions.ts';
import type { LatestRequest } from './latestRequest.ts';
import type { ResearchPanel } from '../panel/panel.ts';
import type { FolderRuns } from '../runs/folderRuns.ts';
import { askedWith, ensureIdle, rerunConfirmed, runConfirmed, showToTheEnd, type AskApp } from './askCommand.ts';
import { pickPipeline } from './choosePipeline.ts';
import { callsOfQuestion } from './confirmCalls.ts';
import { sentenceOf } from '../failures.ts';
import { readSettings } from '../settings.ts';

export interface RerunApp extends AskApp {
  readonly previews: LatestRequest<'previewRerun'>;
}

/** Sends the panel the effect of the changes, or why they cannot be made. */
export async function previewRerun(app: RerunApp, { key, runId, changes }: Message<'preview'>): Promise<void> {
  try {
    const preview = await app.previews.send({ from: { runId }, ...changes, ...sameModels(app) });
    if (preview) app.panel.link.tell({ kind: 'preview', key, preview });
  } catch (error) {
    app.panel.link.tell({ kind: 'preview', key, problem: sentenceOf(error) });
  }
}

/** Starts a run based on another with changes, and shows it. */
export async function rerun(app: RerunApp, { runId, changes }: Message<'rerun'>): Promise<void> {
  await rerunConfirmed(app, runId, { ...changes, ...sameModels(app) });
}

/**
 * Asks the question of a run again without reusing anything, to see whether the answer is the same.
 * @param limits the documents that it is limited to; by default those of the run
 */
export async function askAgain(app: RerunApp, runId: string, limits: Message<'ask-again'>['limits'] = {}): Promise<void> {
  const before = pricedSpec.parse(await app.runs.trace(runId));
  const asked = askedWith(app);
  const calls = await callsOfQuestion(app, before, asked.models.chat);
  const { knowledge } = app.settings();
  const start = () => app.runs.rerun(runId, { edits: {}, isFresh: true, knowledge, ...limits, ...asked });
  await runConfirmed(app, calls, start, t('Ask'), t('Ask Again'));
}

/** Asks the question of a run with another pipeline. Calls that both make, such as a search, are made once. */
export async function askOtherwise(app: RerunApp, runId: string, given?: string): Promise<void> {
  const { pipeline: current } = await app.runs.trace(runId);
  const words = { title: t('Try Another Method'), placeHolder: t('Select how to answer this question') };
  const pipeline = given ?? (await pickPipeline(app, current, words));
  if (pipeline === undefined) return;
  if (pipeline === current) return askAgain(app, runId);
  const { params, knowledge } = readSettings(app.folder()?.uri, app.logger, pipeline);
  await rerunConfirmed(app, runId, { edits: {}, pipeline, params: { ...params }, knowledge, ...askedWith(app) });
}

/** Writes a run's answer otherwise. All that led to it is taken from the run. */
export async function writeAs(app: RerunApp, { runId, writtenForm }: Message<'write-as'>): Promise<void> {
  if (!(await ensureIdle(app, t('Stop It and Write')))) return;
  await showToTheEnd(app, app.runs.rerun(runId, { edits: {}, ...inForm(writtenForm), ...sameModels(app) }));
}

/** The run's chat model stays, since results of another one could not be reused. */
export function sameModels({ settings }: Pick<AskApp, 'settings'>): Pick<RerunRequest, 'models' | 'budget'> {
  const { limits, models } = settings();
  const { chat: _ofTheRun, ...others } = models;
  return { models: others, ...limits() };
}

/**
 * Commands on part of a run, from a context menu of the panel or the questions view. The panel collects the changes.
 * @throws AriadneError `run-running`
 */
export function gestureCommand(
  app: { readonly panel: ResearchPanel; readonly runs: FolderRuns },
  kind: Gesture['kind'],
  argument: unknown,
): void {
  const { runId = app.runs.shownId, node, passageId } = place.parse(argument);
  if (runId === undefined) return;
  if (runId === app.runs.runningId) {
    throw new AriadneError('run-running', t('This question is still being answered. Change it when it has ended.'));
  }
  if (kind === 'edit' || kind === 'rerun') app.panel.show(runId, { gesture: { kind, node } });
  else if (passageId !== undefined) app.panel.show(runId, { gesture: kind === 'pin' ? { kind, node, passageId } : { kind, passageId } });
}

interface Place {
  /** Default: the run that the panel shows. */
  readonly runId?: string;
  readonly node: string;
  readonly passageId?: string;
}

/** Arguments from menus: evidence or a step of the questions view, or what the panel says about a card or evidence. */
const place = z.union([
  z
    .object({ runId: z.string(), nodeId: z.string(), evidence: z.object({ passageId: z.string() }) })
    .transform(({ runId, nodeId, evidence: { passageId } }): Place => ({ runId, node: nodeId, passageId })),
  z.object({ runId: z.string(), node: z.object({ id: z.string() }) }).transform(({ runId, node: { id } }): Place => ({ runId, node: id })),
  z.object({ node: z.string(), passageId: z.string().optional() }).transform(({ node, passageId }): Place => ({ node, passageId })),
]);
