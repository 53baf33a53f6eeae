import * as z from 'zod';
import type { Gesture } from '../../protocol/panel.ts';
import { onRun, runIdOf, runIdsOf } from '../runs/questionsView.ts';
import { askAbout, askDocument, askOpenEditors } from './askAbout.ts';
import { askQuestion, askFollowUp, askSelection, goOn, resume } from './askCommand.ts';
import { chooseForm, choosePipeline } from './choosePipeline.ts';
import { chooseFolders } from '../folders/chooseFolders.ts';
import { compareRuns, showOther } from './compareCommand.ts';
import { exportRun } from './exportCommand.ts';
import { makeFollowUp } from './followUp.ts';
import { LatestRequest } from './latestRequest.ts';
import { askAgain, askOtherwise, gestureCommand, previewRerun, rerun, writeAs, type RerunApp } from './rerunCommand.ts';
import { sendScopeNames } from './scopeNames.ts';
import type { Writers } from '../modelChoice/writer.ts';
import type { Uses } from '../parts.ts';

export type AskingParts = Uses<'owned' | 'actions' | 'engines' | 'engine' | 'questionsView'> &
  Omit<RerunApp, 'previews' | 'followUps'> & { readonly writers: Pick<Writers, 'find' | 'choose'> };

/** Asking questions: new ones, follow-ups, and again with changes. */
export function registerAsking(parts: AskingParts): void {
  const { owned, actions, engine, panel, writers } = parts;
  const followUps = owned.add(new LatestRequest(engine, 'standAlone'));
  const passages = owned.add(new LatestRequest(engine, 'findPassages'));
  const app = { ...parts, followUps, previews: owned.add(new LatestRequest(engine, 'previewRerun')) };
  const gesture = (kind: Gesture['kind']) => (part: unknown) => gestureCommand(app, kind, part);
  actions.commands({
    'ariadne.ask': (question) => askQuestion(app, typeof question === 'string' ? question : undefined),
    // With text from the PDF viewer.
    'ariadne.askSelection': (selected) => askSelection(app, selectedText.safeParse(selected).data?.text),
    'ariadne.askAbout': (argument, selected) => askAbout(app, selected ?? argument),
    'ariadne.askDocument': (document) => askDocument(app, document),
    'ariadne.askOpenEditors': () => askOpenEditors(app),
    'ariadne.choosePipeline': () => choosePipeline(app),
    'ariadne.chooseFolders': () => chooseFolders(app),
    'ariadne.resumeRun': (run) => resume(app, runIdOf(run)),
    'ariadne.compare': (run, selected) => compareRuns(app, runIdOf(run), runIdsOf(selected)),
    'ariadne.exportRun': onRun(app, (runId) => exportRun(app, runId)),
    'ariadne.askAgain': onRun(app, (runId) => askAgain(app, runId)),
    'ariadne.tryOtherMethod': onRun(app, (runId) => askOtherwise(app, runId)),
    'ariadne.editSubQuestion': gesture('edit'),
    'ariadne.rerunStep': gesture('rerun'),
    'ariadne.pinPassage': gesture('pin'),
    'ariadne.unpinPassage': gesture('pin'),
    'ariadne.banPassage': gesture('ban'),
    'ariadne.unbanPassage': gesture('ban'),
  });
  actions.messages({
    // The folder of a question that follows another is that of the other.
    ask: ({ question, scope, follows }) => (follows ? askFollowUp(app, { question, scope, follows }) : askQuestion(app, question)),
    'follow-up': (message) => makeFollowUp(app, message),
    'stop-follow-up': () => followUps.stop(),
    resume: ({ runId }) => resume(app, runId),
    'go-on': ({ runId }) => goOn(app, runId),
    'want-run': ({ runId }) => showOther(app, runId),
    export: ({ runId }) => exportRun(app, runId),
    'ask-again': ({ runId, limits }) => askAgain(app, runId, limits),
    'other-method': ({ runId, pipeline }) => askOtherwise(app, runId, pipeline),
    preview: (message) => previewRerun(app, message),
    rerun: (message) => rerun(app, message),
    'write-as': (message) => writeAs(app, message),
    'want-writer': async () => panel.link.tell({ kind: 'writer', offer: await writers.find() }),
    'use-writer': async ({ runId }) => {
      if (await writers.choose()) await askAgain(app, runId);
    },
    'want-scope-names': () => sendScopeNames(app),
    'want-passages': async ({ question }) => {
      const found = await passages.send({ question, models: app.settings().models });
      if (found) panel.link.tell({ kind: 'passages', question, found });
    },
    'choose-writing': () => chooseForm(app),
    'choose-pipeline': () => choosePipeline(app),
    'choose-folders': () => chooseFolders(app),
  });
}

const selectedText = z.object({ text: z.string() });
