import { t } from '@vscode/l10n';
import { shortened } from '../../base/plainText.ts';
import { InputBoxValidationSeverity, window, type InputBoxValidationMessage } from 'vscode';
import type { ScopedQuestion } from '../../protocol/scopeSyntax.ts';
import { messageText } from '../messageText.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { costAheadSentence } from './estimateSentence.ts';
import { isQuestion } from './questionAbout.ts';
import { scopeTyped, type ScopeApp } from './scopeNames.ts';
import type { Uses } from '../parts.ts';

type QuestionBoxApp = Uses<'folders' | 'folder' | 'settings' | 'index'> & ScopeApp;

/**
 * @param about the text to ask about
 * @param what names the documents to ask about; by default all of the folder
 */
export async function askForQuestion(app: QuestionBoxApp, about = '', what = ''): Promise<string | undefined> {
  const own = requireOpenFolder(app.folder());
  const name = what === '' ? app.folders.asked.map((folder) => folder.name).join(', ') : own.name;
  const searched = app.folders.areSeveral ? t('the documents of {0}', name) : t('the documents of this folder');
  const { budget, pipeline } = app.settings();
  const cost = costAheadSentence(app.index.known, budget);
  const said = [
    ...(about === '' ? [] : [t('About “{0}”.', shortened(about, longestShown))]),
    t('Searches {0}. Method: {1}.', what === '' ? searched : what, app.index.nameOfMethod(pipeline)),
    ...(cost === undefined ? [] : [cost]),
  ];
  return window.showInputBox({
    title: what !== '' ? t('Ask about {0}', what) : about === '' ? t('Ask {0}', name) : t('Ask about the Selection'),
    prompt: messageText(said.join(' ')),
    placeHolder: about === '' ? t('Type a question') : t('Type a question about the selected text'),
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
    : { message: messageText(t('Only in documents that match {0}', scope)), severity: InputBoxValidationSeverity.Info };
}

/** The number of characters of a selected text shown in the question box. */
const longestShown = 160;
