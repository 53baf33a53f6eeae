/** A table with a cell of every state, over the documents of the demo. */
import type { TableCell, TableQuote, TableRecord, TableRow } from '../../../src/protocol/table.ts';
import type { ToTableView } from '../../../src/protocol/tableView.ts';

const quote = (startLine: number, words: string, more: Partial<TableQuote> = {}): TableQuote => {
  return { startLine, endLine: startLine, quote: words, linesHash: '0123456789abcdef', ...more };
};
const answered = (answer: string, ...quotes: TableQuote[]): TableCell => ({ state: 'answered', answer, quotes });
const row = (path: string, title: string, ...cells: TableCell[]): TableRow => ({ path, title, documentHash: path, cells });

const questions = ['When was it commissioned?', 'What is its capacity?', 'Who designed it?'];
const notStated: TableCell = { state: 'not-stated', passages: ['a', 'b', 'c'] };

const record: TableRecord = {
  format: 'ariadne-table',
  version: 1,
  folder: '..',
  scope: 'in:sites/',
  questions,
  answeredBy: 'openai:some-model',
  rows: [
    row(
      'sites/orrin-barrage.md',
      'Orrin barrage, site summary',
      answered('14 September 1911', quote(17, 'Commissioned: 14 September 1911')),
      {
        state: 'conflict',
        answer: '3.2 MW / 3.4 MW',
        quotes: [
          quote(19, 'Nine sluices and four turbines give 3.2 MW at springs.', { answer: '3.2 MW' }),
          quote(31, 'After the rewinding of 1934 the plant is rated at 3.4 MW.', { answer: '3.4 MW' }),
        ],
      },
      answered('Ines Tarrow', quote(22, 'The general arrangement is by Ines Tarrow, then twenty-nine, and the gates are hers alone.')),
    ),
    row(
      'sites/tamsay-narrows.pdf',
      'Tamsay Narrows station',
      {
        ...answered('May 1959', quote(4, 'The station was commissioned in the wet summer of 1958, eleven months late.', { page: 2 })),
        doubt: 'The quote says otherwise than “May 1959”.',
      },
      answered(
        '11.2 MW',
        quote(
          13,
          'It has seven machines of 1.6 MW apiece, so that the station’s capacity comes to 11.2 MW, which the Board rounded to eleven in everything that it printed, and to twelve in what it said to the Ministry, although neither figure was reached before the refurbishment of the sets, when the superintendent wrote to the Institute that he had seen it once.',
          { page: 3 },
        ),
      ),
      { state: 'unsupported', answer: 'Ruben Istad', said: 'The Narrows sets were designed by Ruben Istad.' },
    ),
    row(
      'sites/quillan-gate.md',
      'Quillan Gate',
      { ...notStated, byHand: { answer: 'In the summer of 1949, says its plaque', documentHash: 'before' } },
      { state: 'failed', reason: 'The server took longer than 60 s to answer.' },
      notStated,
    ),
    row(
      'sites/skell-heath-beacon.txt',
      'SKELL HEATH BEACON (not Skell Head!)',
      { ...answered('1801', quote(3, 'Built in 1801 by public subscription as a daymark.')), isStale: true },
      notStated,
      {
        state: 'not-read',
        passages: ['a'],
        quotes: [quote(7, 'Condition, June 2021: limewash renewed last year by the school.')],
      },
    ),
    row('sites/survey-2019.docx', '', { state: 'not-read', reason: 'The document is encrypted.' }, { state: 'open' }, { state: 'open' }),
  ],
};

const [, , refilled] = record.rows;
const changes = (refilled?.cells ?? []).slice(0, 1).map((now) => {
  const before = { ...answered('1799', quote(3, 'Built in 1799.')) };
  return { path: refilled?.path ?? '', question: record.questions[0] ?? '', before, now };
});

const many: TableRecord = {
  ...record,
  rows: Array.from({ length: 600 }, (_, i) => record.rows[i % record.rows.length]).flatMap((one, i) => {
    return one ? [{ ...one, path: `archive/${i + 1}/${one.path}` }] : [];
  }),
};

/** By name, as an address of the demo page has them. */
export const demoTables: Readonly<Record<string, readonly ToTableView[]>> = {
  'of another model': [
    {
      ...{ kind: 'table', record, changed: [], gone: [], added: [], faults: [], changes: [] },
      ...{ otherModel: { cells: 12, now: 'openai:other-model' }, canFill: true, isFilling: false },
    },
  ],
  large: [{ kind: 'table', record: many, changed: [], gone: [], added: [], faults: [], changes: [], canFill: true, isFilling: false }],
  filled: [
    {
      kind: 'table',
      record,
      changed: ['sites/quillan-gate.md'],
      gone: ['sites/survey-2019.docx'],
      added: [],
      faults: [],
      changes: [],
      canFill: true,
      isFilling: false,
    },
  ],
  filling: [
    { kind: 'table', record, changed: [], gone: [], added: [], faults: [], changes: [], canFill: true, isFilling: true },
    { kind: 'progress', progress: { documents: 5, cells: 15, done: 12, due: 7, answeredNow: 4, remainingSeconds: 48 } },
  ],
  refreshed: [{ kind: 'table', record, changed: [], gone: [], added: [], faults: [], changes, canFill: true, isFilling: false }],
  broken: [
    {
      kind: 'problem',
      message: 'sites.ariadne-table.json contains Git conflict markers. Resolve the conflict. “Reopen Editor With…” shows it as text.',
    },
  ],
};
