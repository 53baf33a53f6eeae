import { commands, type ExtensionContext } from 'vscode';
import type { Actions } from '../actions.ts';
import { hasLab } from './labProcess.ts';
import { applyReview, writeQuestions, type QuestionsApp } from './writeQuestions.ts';

export interface TestQuestionsParts extends Omit<QuestionsApp, 'lab'> {
  readonly context: ExtensionContext;
  readonly actions: Actions;
}

/** Writing test questions over the folder's documents, with the laboratory where there is one. */
export function registerTestQuestions(parts: TestQuestionsParts): void {
  const app = { ...parts, lab: parts.context.asAbsolutePath('dist/lab.js') };
  void commands.executeCommand('setContext', 'ariadne.hasLab', hasLab(app.lab));
  parts.actions.commands({
    'ariadne.writeQuestions': (out) => writeQuestions(app, out),
    'ariadne.applyReview': (sheet) => applyReview(app, sheet),
  });
}
