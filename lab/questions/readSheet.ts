/** Reads a reviewed sheet back. */
import { oneLine } from '../../src/base/plainText.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { csvRecords } from '../../src/corpus/readers/csvRecords.ts';
import { answerSeparator, columns } from './sheet.ts';
import type { QuestionRecord } from './records.ts';

interface Reviewed {
  readonly id: string;
  readonly decision: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly note: string;
  /** 1-based line of the entry. */
  readonly line: number;
}

export interface ReviewedQuestions {
  /** In the order of the drafts. */
  readonly kept: readonly QuestionRecord[];
  readonly edited: number;
  /** With the reason in `note`. */
  readonly dropped: readonly QuestionRecord[];
}

/**
 * The drafts as the sheet decides on them. An entry that was deleted from the sheet is dropped.
 * @param name of the sheet's file, for messages; `.csv` is read as such
 * @throws AriadneError `sheet-broken` naming the line; `questions-none-kept`
 */
export function applySheet(text: string, name: string, drafts: readonly QuestionRecord[]): ReviewedQuestions {
  const entries = /\.csv$/iu.test(name) ? fromCsv(text, name) : fromMarkdown(text);
  if (entries.length === 0) throw new AriadneError('sheet-broken', `${name} has no questions. Choose a review sheet that Ariadne wrote.`);
  const byId = new Map<string, Reviewed>();
  const known = new Set(drafts.map(({ id }) => id));
  for (const entry of entries) {
    const broken = (why: string): AriadneError => new AriadneError('sheet-broken', `${name}, line ${entry.line}: ${why}`);
    if (!known.has(entry.id)) throw broken(`there is no question ${entry.id} in drafts.jsonl. Restore its id.`);
    if (byId.has(entry.id)) throw broken(`the question ${entry.id} is there twice. Delete one of them.`);
    if (!/^(?:keep|edit|drop)$/u.test(entry.decision)) {
      throw broken(`the decision on ${entry.id} is "${entry.decision}". Write keep, edit or drop.`);
    }
    if (entry.decision !== 'drop' && (entry.question === '' || entry.answers.length === 0)) {
      throw broken(`${entry.id} has no ${entry.question === '' ? 'question' : 'answer'}. Fill it in, or write drop as its decision.`);
    }
    byId.set(entry.id, entry);
  }
  const kept = drafts.flatMap((draft) => {
    const entry = byId.get(draft.id);
    return entry && entry.decision !== 'drop' ? [edited(draft, entry)] : [];
  });
  if (kept.length === 0) {
    throw new AriadneError(
      'questions-none-kept',
      `${name} keeps none of ${drafts.length} questions, so there is no dataset. Nothing was changed.`,
    );
  }
  const keptIds = new Set(kept.map(({ id }) => id));
  const dropped = drafts
    .filter(({ id }) => !keptIds.has(id))
    .map((draft) => ({ ...draft, note: byId.get(draft.id)?.note || (byId.has(draft.id) ? 'dropped' : 'deleted from the sheet') }));
  return { kept, edited: kept.filter(({ original }) => original !== undefined).length, dropped };
}

/** Both versions are kept. */
function edited(draft: QuestionRecord, { question, answers, note }: Reviewed): QuestionRecord {
  const isSame = question === oneLine(draft.question) && JSON.stringify(answers) === JSON.stringify(draft.answers.map(oneLine));
  return {
    ...draft,
    ...(isSame ? {} : { question, answers: [...answers], original: { question: draft.question, answers: draft.answers } }),
    ...(note === '' ? {} : { note }),
  };
}

function reviewed(fields: ReadonlyMap<string, string>, id: string, line: number): Reviewed {
  const of = (name: string): string => oneLine(fields.get(name) ?? '');
  const others = of('other answers').split(answerSeparator.trim());
  return {
    id,
    decision: of('decision').replaceAll('`', '').toLowerCase(),
    question: of('question'),
    answers: [of('answer'), ...others].map((one) => one.trim()).filter((one) => one !== ''),
    note: of('note'),
    line,
  };
}

function fromMarkdown(text: string): Reviewed[] {
  const entries: Reviewed[] = [];
  let fields = new Map<string, string>();
  let open: { readonly id: string; readonly line: number } | undefined;
  const close = (): void => {
    if (open) entries.push(reviewed(fields, open.id, open.line));
  };
  for (const [i, line] of text.split(/\r\n|\r|\n/u).entries()) {
    const [, id] = /^## (\S+)\s*$/u.exec(line) ?? [];
    if (id !== undefined) {
      close();
      fields = new Map();
      open = { id, line: i + 1 };
      continue;
    }
    const [, name, value = ''] = /^[-*] (decision|question|answer|other answers|note):\s*(.*)$/iu.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
  }
  close();
  return entries;
}

function fromCsv(text: string, name: string): Reviewed[] {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const delimiter = /^[^\r\n]*/u.exec(text.slice(start))?.[0].includes(';') === true ? ';' : ',';
  const [header, ...rows] = [...csvRecords(text, start, delimiter)].map((cells) => ({
    values: cells.map(({ start: from, end, isQuoted }) => {
      const value = text.slice(from, end);
      return isQuoted ? value.replaceAll('""', '"') : value;
    }),
    line: text.slice(0, cells[0]?.start ?? 0).split('\n').length,
  }));
  const names = (header?.values ?? []).map((value) => value.trim().toLowerCase());
  const missing = columns.slice(0, 4).find((column) => !names.includes(column));
  if (missing !== undefined)
    throw new AriadneError('sheet-broken', `${name} has no column "${missing}". Restore the first line of the sheet.`);
  return rows.map(({ values, line }) => {
    const fields = new Map(names.map((column, i) => [column, (values[i] ?? '').replace(/^'(?=[=+\-@])/u, '')] as const));
    return reviewed(fields, oneLine(fields.get('id') ?? ''), line);
  });
}
