import { commands } from 'vscode';
import { hasLab } from './labProcess.ts';
import { applyReview, writeQuestions, type QuestionsApp } from './writeQuestions.ts';
import type { Uses } from '../parts.ts';

export type TestQuestionsParts = Uses<'context' | 'actions'> & Omit<QuestionsApp, 'lab'>;

/** Writing test questions over the folder's documents, with the laboratory where there is one. */
export function registerTestQuestions(parts: TestQuestionsParts): void {
  const app = { ...parts, lab: parts.context.asAbsolutePath('dist/lab.js') };
  void commands.executeCommand('setContext', 'ariadne.hasLab', hasLab(app.lab));
  parts.actions.commands({
    'ariadne.writeQuestions': (out) => writeQuestions(app, out),
    'ariadne.applyReview': (sheet) => applyReview(app, sheet),
  });
}
