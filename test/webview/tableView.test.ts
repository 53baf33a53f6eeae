import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFaults } from '../../src/protocol/table.ts';
import { nextCell } from '../../webview-ui/src/tableKeys.ts';
import {
  otherModelWords,
  progressWords,
  answerParts,
  shownRows,
  sizeWords,
  stateCounts,
  unfinishedWords,
  withAnswers,
  type ShownTable,
} from '../../webview-ui/src/tableView.ts';
import { demoTables } from '../panel/demo/tables.ts';

const [filled] = demoTables['filled'] ?? [];
const table = filled as ShownTable;
const pathsOf = (arrangement: Partial<Parameters<typeof shownRows>[1]>): readonly string[] =>
  shownRows(table, { filter: '', state: 'all', ...arrangement }).map(({ row: { path } }) => path.replace(/^sites\/|\.\w+$/g, ''));

test('rows are in the order of the table, or sorted by a column with those without an answer last', () => {
  const whole = ['orrin-barrage', 'tamsay-narrows', 'quillan-gate', 'skell-heath-beacon', 'survey-2019'];
  assert.deepEqual(pathsOf({}), whole);
  const byCapacity = (isDescending: boolean): readonly string[] => pathsOf({ sort: { column: 2, isDescending } });
  assert.deepEqual(byCapacity(false), ['orrin-barrage', 'tamsay-narrows', 'quillan-gate', 'skell-heath-beacon', 'survey-2019']);
  assert.deepEqual(byCapacity(true), ['tamsay-narrows', 'orrin-barrage', 'quillan-gate', 'skell-heath-beacon', 'survey-2019']);
  assert.deepEqual(pathsOf({ sort: { column: 0, isDescending: false } })[0], 'orrin-barrage');
});

test('rows are filtered by words anywhere in them, and by the states of their cells', () => {
  assert.deepEqual(pathsOf({ filter: 'limewash SKELL' }), ['skell-heath-beacon']);
  assert.deepEqual(pathsOf({ state: 'conflict' }), ['orrin-barrage']);
  assert.deepEqual(pathsOf({ state: 'out-of-date' }), ['quillan-gate', 'skell-heath-beacon', 'survey-2019']);
  assert.deepEqual(pathsOf({ state: 'not-stated', filter: 'nowhere' }), []);
});

test('states are counted by cell, and only those that there are', () => {
  assert.deepEqual(
    stateCounts(table).map(({ state, count }) => [state, count]),
    [
      ...Object.entries({
        answered: 6,
        conflict: 1,
        'not-stated': 2,
        'not-read': 2,
        unsupported: 1,
        failed: 1,
        open: 2,
        'by-hand': 1,
        doubtful: 1,
        'out-of-date': 3,
      }),
    ],
  );
  assert.equal(sizeWords(table.record), '5 documents × 3 questions');
});

test('a cell that was just answered is shown, and how far the table is', () => {
  const answered = { path: 'sites/survey-2019.docx', question: 'Who designed it?', cell: { state: 'not-stated' } } as const;
  const progress = { documents: 5, cells: 15, done: 14, due: 2, answeredNow: 1, answered };
  assert.equal(withAnswers(table, [progress]).record.rows[4]?.cells[2]?.state, 'not-stated');
  assert.equal(table.record.rows[4]?.cells[2]?.state, 'open');
  assert.equal(progressWords(progress), '1 of 2 cells');
  assert.equal(progressWords({ ...progress, remainingSeconds: 9 }), '1 of 2 cells, about 9 s left');
});

test('keys move through the grid and never out of it', () => {
  const key = (name: string, isFar = false) => ({ key: name, ctrlKey: isFar, metaKey: false, altKey: false });
  const last = { rows: 5, columns: 3 };
  const from = (row: number, column: number, name: string, isFar = false) => nextCell(key(name, isFar), { row, column }, last);
  assert.deepEqual(from(0, 0, 'ArrowUp'), { row: 0, column: 0 });
  assert.deepEqual(from(0, 0, 'ArrowDown'), { row: 1, column: 0 });
  assert.deepEqual(from(2, 1, 'ArrowRight', true), { row: 2, column: 3 });
  assert.deepEqual(from(2, 1, 'End', true), { row: 5, column: 3 });
  assert.deepEqual(from(2, 1, 'Home'), { row: 2, column: 0 });
  assert.deepEqual(from(2, 1, 'PageDown'), { row: 5, column: 1 });
  assert.equal(from(2, 1, 'a'), undefined);
  assert.equal(nextCell({ ...key('ArrowDown'), altKey: true }, { row: 0, column: 0 }, last), undefined);
});

test('what is left of a table is said by its reasons, and nothing when nothing is left', () => {
  assert.equal(unfinishedWords(table.record), 'Unfinished: 2 cells are not asked yet, 1 cell is out of date, 1 cell failed.');
  assert.equal(unfinishedWords({ ...table.record, rows: table.record.rows.slice(0, 1) }), undefined);
});

test('cells of another model say which, and which would answer now', () => {
  assert.equal(
    otherModelWords(table.record, { cells: 1, now: 'builtin' }),
    '1 cell is from openai:some-model. The model chosen now is the built-in reader.',
  );
});

test('a quote begins shortly before the words of its answer, which stand out', () => {
  const said = (quote: string, answer?: string): string =>
    answerParts(quote, answer)
      .map(({ text, isAnswer }) => (isAnswer ? `[${text}]` : text))
      .join('');
  assert.equal(said('It has\nnine  sluices.', 'NINE sluices'), 'It has [nine sluices].');
  assert.equal(said('It has nine sluices.', 'ten'), 'It has nine sluices.');
  assert.equal(said('It has nine sluices.'), 'It has nine sluices.');
  const far = `${'Many words come before it, and many more. '.repeat(4)}The fiscal year ends in February.`;
  assert.match(said(far, 'ends in February'), /^… .{20,90}\[ends in February\]\.$/);
});

test('a cell that its document does not bear out has no citation, and a row with another title has none', () => {
  const [row] = table.record.rows;
  const question = table.record.questions[0] ?? '';
  const path = row?.path ?? '';
  const faults = [
    { path, question, kind: 'quote', reason: 'The document does not say this at line 17: “x”.' },
    { path, question: table.record.questions[2], kind: 'edited', reason: 'This cell was edited outside of Ariadne.' },
    { path, kind: 'edited', reason: 'Its title is “y”.' },
  ] as const;
  const [shown] = withFaults(table.record, faults).rows;
  assert.partialDeepStrictEqual(shown, {
    title: '',
    cells: [
      { state: 'unsupported', answer: '14 September 1911', said: 'Commissioned: 14 September 1911', isStale: true },
      { state: 'conflict' },
      { state: 'open', reason: 'This cell was edited outside of Ariadne. It said “Ines Tarrow”.' },
    ],
  });
  assert.deepEqual(
    shown?.cells.map(({ quotes = [] }) => quotes.length),
    [0, 2, 0],
  );
});
