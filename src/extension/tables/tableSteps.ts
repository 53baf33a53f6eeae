/** What the steps show in which a table is made. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { TableAhead } from '../../protocol/table.ts';
import { costWords } from '../../protocol/tableWords.ts';
import { count } from '../../base/amounts.ts';

export type QuestionChoice =
  | { readonly kind: 'add'; readonly question: string }
  | { readonly kind: 'continue'; readonly words: string }
  /** One that was typed before; choosing it edits it. */
  | { readonly kind: 'typed'; readonly question: string };

/** The first is chosen by Enter. */
export function questionChoices(typed: string, questions: readonly string[]): readonly QuestionChoice[] {
  const question = typed.trim();
  const before = questions.map((one): QuestionChoice => ({ kind: 'typed', question: one }));
  if (question !== '') return [{ kind: 'add', question }, ...before];
  return questions.length === 0
    ? []
    : [{ kind: 'continue', words: t('Continue with {0}', count(questions.length, 'question')) }, ...before];
}

/** How many documents terms name, and what the table takes. */
export function aheadText(ahead: TableAhead): string {
  const calls = ahead.likelyCalls === 0 ? '' : `, ${costWords(ahead)}`;
  return `${count(ahead.documents, 'document')}, ${count(ahead.cells, 'cell')}${calls}`;
}

/** A name for the file of a table, after its first question: `when-was-the-pump-built`. */
export function tableNameFor([first = '']: readonly string[]): string {
  const words = first.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.slice(0, mostWords).join('-')).slice(0, mostChars).join('').replace(/-+$/, '') || 'table';
}

const mostWords = 6;
const mostChars = 48;
