import { window } from 'vscode';
import { formLabels } from '../../protocol/writtenWords.ts';
import { answerForm } from '../../protocol/writtenAnswer.ts';
import { formWords } from '../answerForms.ts';
import type { App } from '../app.ts';
import { writeSetting } from '../settings.ts';

/** Offers the forms of an answer, for this and later questions. */
export async function chooseForm({ settings }: Pick<App, 'settings'>): Promise<void> {
  const current = settings().form;
  const items = answerForm.options
    .toSorted((a, b) => Number(b === 'auto') - Number(a === 'auto'))
    .map((form) => ({ form, label: formLabels[form], detail: formWords[form], ...(form === current ? { description: 'current' } : {}) }));
  const chosen = await window.showQuickPick(items, {
    title: 'Choose Form',
    placeHolder: 'Select how answers are written',
    matchOnDetail: true,
  });
  if (chosen && chosen.form !== current) await writeSetting('ariadne.answer.form', chosen.form);
}
