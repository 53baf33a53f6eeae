/** Asks what to change in a table: a question for another column, a heading, or an answer by hand. */
import { t } from '@vscode/l10n';
import { questionKey } from '../../base/questionKey.ts';
import { cellWords, headingOf, type TableEdit, type TableRecord } from '../../protocol/table.ts';
import type { FromTableView } from '../../protocol/tableView.ts';
import { askForLine, chooseFrom, confirm } from '../inputs.ts';
import { messageText } from '../messageText.ts';

export type TableEditRequest = Extract<FromTableView, { readonly kind: 'add-column' | 'edit-column' | 'edit-cell' }>;

/** @returns the questions with the new one; undefined when the user left */
export async function askForColumn({ questions }: TableRecord): Promise<readonly string[] | undefined> {
  const known = new Set(questions.map(questionKey));
  const question = await askForLine({
    title: t('Add Column'),
    prompt: t('A question for every document. Only the new column is asked.'),
    placeHolder: t('For example: How many patients took part?'),
    validateInput: (text) => (known.has(questionKey(text)) ? t('The table has this question already.') : undefined),
  });
  return question === undefined || question === '' ? undefined : [...questions, question];
}

/** @returns undefined when the user left */
export async function askAboutColumn(record: TableRecord, question: string): Promise<TableEdit | undefined> {
  const heading = headingOf(record, question);
  const rename = async (): Promise<TableEdit | undefined> => {
    const named = await askForLine({
      title: t('Rename Column'),
      prompt: messageText(
        t('Only the heading changes. Each document was asked: {0} Leave it empty to head the column with that.', question),
      ),
      value: heading,
    });
    return named === undefined ? undefined : { kind: 'heading', question, heading: named };
  };
  const remove = async (): Promise<TableEdit | undefined> => {
    const column = record.questions.indexOf(question);
    const byHand = record.rows.filter(({ cells }) => cells[column]?.byHand !== undefined).length;
    const kept =
      byHand === 0
        ? []
        : [
            byHand === 1
              ? t('1 answer by hand is kept for when it is added again.')
              : t('{0} answers by hand are kept for when it is added again.', byHand),
          ];
    const detail = [t('What was answered in it is removed; to have it back, the documents are asked again.'), ...kept].join(' ');
    return (await confirm(t('Remove the column “{0}”?', heading), detail, t('Remove'))) ? { kind: 'remove-column', question } : undefined;
  };
  const isLast = record.questions.length === 1;
  return chooseFrom(
    [
      { icon: 'edit', label: t('Rename Column…'), choose: rename },
      ...(isLast ? [] : [{ icon: 'trash', label: t('Remove Column…'), choose: remove }]),
    ],
    { title: messageText(heading), placeHolder: t('What to do with this column') },
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
    title: t('Answer by Hand'),
    prompt: messageText(`${question} ${t('{0} is not asked this again. Leave it empty to have back: {1}', path, cellWords(before))}`),
    value: byHand?.answer ?? before.answer ?? '',
  });
  return answer === undefined ? undefined : { kind: 'cell', path, question, answer };
}
