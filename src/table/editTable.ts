/** What the user changes in a stored table: answers by hand, headings, and which columns it has. Nothing is asked. */
import { AriadneError } from '../base/errors.ts';
import { questionKey } from '../base/questionKey.ts';
import type { PlacedCell, TableCell, TableEdit, TableRecord } from '../protocol/table.ts';
import { KnownCells } from './knownCells.ts';
import { OpenTable } from './recordFile.ts';

/** Longer answers are cut. */
const longestAnswer = 2_000;

/** @throws AriadneError `usage`, `table-broken`, `table-too-new`, `table-running`, `table-unwritable` */
export async function editTable(record: string, edit: TableEdit): Promise<void> {
  const table = await OpenTable.open(record);
  try {
    if (!table.before) throw new AriadneError('table-broken', `${record} is gone. Restore it, or choose another file.`);
    const { edited, cells } = editedRecord(table.before, edit);
    table.edit(edited, cells);
  } finally {
    await table.close();
  }
}

interface Edited {
  readonly edited: TableRecord;
  /** Those that are others now. */
  readonly cells: readonly PlacedCell[];
}

/** @throws AriadneError `usage` for a cell or column that is not there */
function editedRecord(record: TableRecord, edit: TableEdit): Edited {
  const { questions, rows, headings, ...rest } = record;
  const column = questions.indexOf(edit.question);
  if (column < 0) throw new AriadneError('usage', 'The table has no such column any more.');
  switch (edit.kind) {
    case 'cell': {
      const row = rows.find(({ path }) => path === edit.path);
      const before = row?.cells[column];
      if (!row || !before) throw new AriadneError('usage', `The table has no row for ${edit.path} any more.`);
      const cell = withAnswer(before, edit.answer.trim().slice(0, longestAnswer), row.documentHash);
      const changed = { ...row, cells: row.cells.with(column, cell) };
      const { path, question } = edit;
      return { edited: { ...record, rows: rows.map((one) => (one === row ? changed : one)) }, cells: [{ path, question, cell }] };
    }
    case 'heading': {
      const { [edit.question]: _before, ...others } = headings ?? {};
      const heading = edit.heading.trim();
      const isQuestion = heading === '' || questionKey(heading) === questionKey(edit.question);
      const next = isQuestion ? others : { ...others, [edit.question]: heading };
      return { edited: { ...rest, questions, ...named(next), rows }, cells: [] };
    }
    case 'remove-column': {
      if (questions.length === 1) throw new AriadneError('usage', 'A table needs at least one question.');
      const { [edit.question]: _removed, ...others } = headings ?? {};
      const left = {
        questions: questions.toSpliced(column, 1),
        rows: rows.map((row) => ({ ...row, cells: row.cells.toSpliced(column, 1) })),
      };
      const { kept: _before, ...known } = rest;
      const edited = {
        ...known,
        questions: left.questions,
        ...named(others),
        rows: left.rows,
        ...new KnownCells(record).keptBesides(left),
      };
      return { edited, cells: [] };
    }
  }
}

function named(headings: Readonly<Record<string, string>>): Pick<TableRecord, 'headings'> {
  return Object.keys(headings).length === 0 ? {} : { headings };
}

function withAnswer({ byHand: _before, ...cell }: TableCell, answer: string, documentHash: string): TableCell {
  return answer === '' ? cell : { ...cell, byHand: { answer, documentHash } };
}
