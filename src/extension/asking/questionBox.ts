import { shortened } from '../../base/plainText.ts';
import { InputBoxValidationSeverity, window } from 'vscode';
import type { InputBoxValidationMessage } from 'vscode';
import type { ScopedQuestion } from '../../protocol/scopeSyntax.ts';
import type { PipelineList } from '../engineProcess/pipelineList.ts';
import { logFailure } from '../failures.ts';
import { messageText } from '../messageText.ts';
import { requireFolder, type OpenFolder } from '../openFolder.ts';
import type { Settings } from '../settings.ts';
import type { CostAhead } from './costAhead.ts';
import { isQuestion } from './questionAbout.ts';
import { scopeTyped, type ScopeApp } from './scopeNames.ts';

interface QuestionBoxApp extends ScopeApp {
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
  readonly costAhead: CostAhead;
  readonly pipelines: PipelineList;
}

/**
 * @param about the text to ask about
 * @param what names the documents to ask about; by default all of the folder
 */
export async function askForQuestion(app: QuestionBoxApp, about = '', what = ''): Promise<string | undefined> {
  const { name } = requireFolder(app.folder());
  // Invalid settings are reported when the question is asked, and the question is kept.
  await app.costAhead.refresh().catch((error: unknown) => logFailure(app.logger, error));
  const cost = app.costAhead.sentence;
  const said = [
    ...(about === '' ? [] : [`About “${shortened(about, longestShown)}”.`]),
    `Searches ${what === '' ? 'the documents of this folder' : what}. Method: ${app.pipelines.nameOf(app.settings().pipeline)}.`,
    ...(cost === undefined ? [] : [cost]),
  ];
  return window.showInputBox({
    title: what !== '' ? `Ask about ${what}` : about === '' ? `Ask ${name}` : 'Ask about the Selection',
    prompt: messageText(said.join(' ')),
    placeHolder: about === '' ? 'Type a question' : 'Type a question about the selected text',
    value: isQuestion(about) ? about : '',
    // The typed text must survive a look at a document, and the panel taking the focus.
    ignoreFocusOut: true,
    validateInput: async (text) => scopeWords(await scopeTyped(app, text)),
  });
}

/** How the terms of a scope are understood while a question is typed; undefined where there are none. */
function scopeWords({ scope, problems }: ScopedQuestion): InputBoxValidationMessage | undefined {
  if (problems[0]) return { message: messageText(problems[0].message), severity: InputBoxValidationSeverity.Warning };
  return scope === ''
    ? undefined
    : { message: messageText(`Only in documents that match ${scope}`), severity: InputBoxValidationSeverity.Info };
}

/** The number of characters of a selected text shown in the question box. */
const longestShown = 160;
