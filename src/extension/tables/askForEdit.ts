/** Asks what to change in a table: a question for another column, a heading, or an answer by hand. */
import { questionKey } from '../../base/questionKey.ts';
import { cellWords, headingOf, type TableEdit, type TableRecord } from '../../protocol/table.ts';
import type { FromTableView } from '../../protocol/tableView.ts';
import { askForLine, chooseFrom, confirm } from '../inputs.ts';
import { messageText } from '../messageText.ts';
import { count } from '../../base/amounts.ts';

export type TableEditRequest = Extract<FromTableView, { readonly kind: 'add-column' | 'edit-column' | 'edit-cell' }>;

/** @returns the questions with the new one; undefined when the user left */
export async function askForColumn({ questions }: TableRecord): Promise<readonly string[] | undefined> {
  const known = new Set(questions.map(questionKey));
  const question = await askForLine({
    title: 'Add Column',
    prompt: 'A question for every document. Only the new column is asked.',
    placeHolder: 'For example: How many patients took part?',
    validateInput: (text) => (known.has(questionKey(text)) ? 'The table has this question already.' : undefined),
  });
  return question === undefined || question === '' ? undefined : [...questions, question];
}

/** @returns undefined when the user left */
export async function askAboutColumn(record: TableRecord, question: string): Promise<TableEdit | undefined> {
  const heading = headingOf(record, question);
  const rename = async (): Promise<TableEdit | undefined> => {
    const named = await askForLine({
      title: 'Rename Column',
      prompt: messageText(`Only the heading changes. Each document was asked: ${question} Leave it empty to head the column with that.`),
      value: heading,
    });
    return named === undefined ? undefined : { kind: 'heading', question, heading: named };
  };
  const remove = async (): Promise<TableEdit | undefined> => {
    const column = record.questions.indexOf(question);
    const byHand = record.rows.filter(({ cells }) => cells[column]?.byHand !== undefined).length;
    const kept = byHand === 0 ? '' : ` ${count(byHand, 'answer')} by hand ${byHand === 1 ? 'is' : 'are'} kept for when it is added again.`;
    const detail = `What was answered in it is removed; to have it back, the documents are asked again.${kept}`;
    return (await confirm(`Remove the column “${heading}”?`, detail, 'Remove')) ? { kind: 'remove-column', question } : undefined;
  };
  const isLast = record.questions.length === 1;
  return chooseFrom(
    [
      { icon: 'edit', label: 'Rename Column…', choose: rename },
      ...(isLast ? [] : [{ icon: 'trash', label: 'Remove Column…', choose: remove }]),
    ],
    { title: messageText(heading), placeHolder: 'What to do with this column' },
  );
}

/** @returns undefined when the user left */
export async function askForAnswer(
  record: TableRecord,
  { path, question }: Extract<TableEditRequest, { readonly kind: 'edit-cell' }>,
): Promise<TableEdit | undefined> {
  const cell = record.rows.find((row) => row.path === path)?.cells[record.questions.indexOf(question)];
  const { byHand, ...before } = cell ?? { state: 'open' as const };
  const answer = await askForLine({
    title: 'Answer by Hand',
    prompt: messageText(`${question} ${path} is not asked this again. Leave it empty to have back: ${cellWords(before)}`),
    value: byHand?.answer ?? before.answer ?? '',
  });
  return answer === undefined ? undefined : { kind: 'cell', path, question, answer };
}
