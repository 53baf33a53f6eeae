/** What the steps show in which a table is made. Does not use VS Code. */
import { completionAt, type Completion, type Suggestion } from '../../protocol/scopeCompletion.ts';
import type { ScopeNames } from '../../protocol/scopeNames.ts';
import { parseScope } from '../../protocol/scopeSyntax.ts';
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
  return questions.length === 0 ? [] : [{ kind: 'continue', words: `Continue with ${count(questions.length, 'question')}` }, ...before];
}

/** What is known of the documents that terms name. */
export type Counted = { readonly ahead: TableAhead } | { readonly problem: string } | 'counting';

export type DocumentChoice =
  | { readonly kind: 'continue'; readonly words: string; readonly about: string }
  | { readonly kind: 'problem'; readonly words: string }
  | { readonly kind: 'complete'; readonly suggestion: Suggestion; readonly completion: Completion };

/** Completions of what is typed come after what it names; `chosen` is the position of that which Enter chooses. */
export function documentChoices(
  typed: string,
  names: ScopeNames,
  counted: Counted,
): { readonly choices: readonly DocumentChoice[]; readonly chosen: number } {
  const isWanted = typed === '' || typed.endsWith(' ');
  const completion = completionAt(typed, typed.length, names, isWanted);
  const completions = (completion?.suggestions ?? []).map((suggestion): DocumentChoice => {
    return { kind: 'complete', suggestion, completion: completion ?? noCompletion };
  });
  const first = named(typed, counted);
  // A term that is being typed is no mistake yet.
  if (first.kind === 'problem' && completions.length > 0) return { choices: completions, chosen: 0 };
  return { choices: [first, ...completions], chosen: completion?.isFirstChosen === true && completions.length > 0 ? 1 : 0 };
}

const noCompletion: Completion = { suggestions: [], start: 0, end: 0, isFirstChosen: false, isByTab: false };

function named(typed: string, counted: Counted): DocumentChoice {
  const [problem] = parseScope(typed).problems;
  if (problem) return { kind: 'problem', words: problem.message };
  if (counted === 'counting') return { kind: 'continue', words: 'Counting documents…', about: '' };
  if ('problem' in counted) return { kind: 'problem', words: counted.problem };
  const { documents, cells, likelyCalls } = counted.ahead;
  const all = typed.trim() === '' ? 'all ' : '';
  const calls = likelyCalls === 0 ? '' : `, ${costWords(counted.ahead)}`;
  return { kind: 'continue', words: `Continue with ${all}${count(documents, 'document')}`, about: `${count(cells, 'cell')}${calls}` };
}

/** A name for the file of a table, after its first question: `when-was-the-pump-built`. */
export function tableNameFor([first = '']: readonly string[]): string {
  const words = first.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.slice(0, mostWords).join('-')).slice(0, mostChars).join('').replace(/-+$/, '') || 'table';
}

const mostWords = 6;
const mostChars = 48;
