/** Runs whose answers were written out: as prose with every doubt there is, and as tables. */
import type { NewRunEvent, RunEvent } from '../../../src/protocol/events.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Citation, WrittenAnswer } from '../../../src/protocol/trace.ts';
import type { WrittenSentence } from '../../../src/protocol/writtenAnswer.ts';
import { DemoLog } from './log.ts';
import * as documents from './passages.ts';

const cited = [
  citationOf(1, documents.barrage, 'It was built by the Varrow Tidal Company, using direct labour, between 1904 and 1911.'),
  citationOf(
    2,
    documents.company,
    'The Varrow Tidal Company was founded in 1896 by Rosalind Achterby, who put up four fifths of the capital herself',
  ),
  citationOf(3, documents.rosalind, 'Her only child was a daughter, Sybil Achterby'),
  citationOf(4, documents.barrage, 'Work stopped for five months after the caisson accident of February 1909'),
];

const prose: WrittenAnswer = {
  sentences: [
    said('Sybil Achterby was the only child of Rosalind Achterby.', 3),
    said('Rosalind founded the Varrow Tidal Company in 1896, with four fifths of the capital from herself.', 2),
    {
      ...said('The Varrow Tidal Company built the Orrin barrage between 1904 and 1911.', 1),
      support: 'not-checked',
      shown: [{ words: 'Orrin', from: 'title', path: documents.barrage.path }],
    },
    { ...said('It employed nine hundred men.', 1), support: 'unsupported', why: { kind: 'number', words: 'nine hundred' } },
    { ...said('Work never stopped.', 4), support: 'contradicted', why: { kind: 'negation' } },
    { ...said('Tidal barrages of this kind became common later.'), support: 'own-knowledge' },
    said('One document has work going on from 1904 to 1911, another a stop of five months.', 1, 4),
  ],
  blocks: [
    { kind: 'paragraph', sentences: [0, 1, 2] },
    { kind: 'paragraph', sentences: [3, 4, 5] },
  ],
  conflicts: [6],
  notStated: ['When Sybil Achterby was born.'],
  citations: cited,
  dropped: 2,
};

const table: WrittenAnswer = {
  sentences: [
    said('Varrow Tidal Company', 1),
    said('1904 to 1911, by direct labour.', 1),
    { ...said('It cost | “£40,000”\nand <b>more</b>.', 1), support: 'unsupported', why: { kind: 'number', words: '40,000' } },
    said('Rosalind Achterby', 2),
    said('1896', 2),
  ],
  blocks: [
    {
      kind: 'table',
      columns: ['Thing', 'Who made it', 'When', 'What it cost, with all that was paid to the widows of the seven men'],
      rows: [
        { name: 'Orrin barrage', cells: [[0], [1], [2]] },
        { name: 'Varrow Tidal Company', cells: [[3], [4], []] },
      ],
    },
    { kind: 'list', isOrdered: true, items: [[0], [3]] },
  ],
  conflicts: [],
  notStated: [],
  citations: cited.slice(0, 2),
};

const quotes: WrittenAnswer = {
  sentences: cited.slice(0, 2).map(({ n, quote }) => ({ text: quote, citations: [n], support: 'quoted' })),
  blocks: [
    {
      kind: 'table',
      columns: ['', 'Who founded?', 'Who built?'],
      rows: [
        { name: documents.barrage.path, cells: [[], [0]] },
        { name: documents.company.path, cells: [[1], []] },
      ],
    },
  ],
  conflicts: [],
  notStated: [],
  citations: cited.slice(0, 2),
};

const arabic: WrittenAnswer = {
  sentences: [
    said('وُلدت ليلى حدّاد في Kelmouth (קלמות׳).', 1),
    { ...said('صمّمت المنارة سنة 1903.', 1), support: 'contradicted', why: { kind: 'number', words: '1903' } },
    said('莱拉·哈达德于1871年出生在凯尔茅斯。', 2),
  ],
  blocks: [
    { kind: 'paragraph', sentences: [0, 1] },
    { kind: 'list', isOrdered: false, items: [[2], [0]] },
    { kind: 'table', columns: ['المهندسة', 'مكان الولادة'], rows: [{ name: 'ليلى حدّاد', cells: [[0]] }] },
  ],
  conflicts: [],
  notStated: ['متى توفيت ليلى حدّاد.'],
  citations: cited.slice(0, 2),
};

/** @param finished a run that ended with an answer, and one that ended without */
export function runsWritten(finished: readonly RunEvent[], abstained: readonly RunEvent[]): Readonly<Record<string, readonly RunEvent[]>> {
  return {
    explained: withWritten(finished, prose),
    table: withWritten(finished, table),
    'explained, no short answer': withWritten(abstained, prose),
    'quotes as a table': withWritten(abstained, quotes).map((event) =>
      event.kind === 'run-started' ? { ...event, spec: { ...event.spec, models: { ...event.spec.models, chat: 'builtin' } } } : event,
    ),
    'written right-to-left': withWritten(finished, arabic),
    'finished, disputed': disputed(finished),
  };
}

/** Passages that give two years for one thing, which no model has written of. */
function disputed(events: readonly RunEvent[]): readonly RunEvent[] {
  const [own, other] = cited.slice(1, 3).map((citation, i) => ({ ...citation, n: 8 + i }));
  if (!own || !other) return events;
  const quote = 'The Varrow Tidal Company was founded in 1898 by Rosalind Achterby';
  const conflicts = [{ text: 'One passage says “1896”, another “1898”.', citations: [own, { ...other, quote }] }];
  return events.map((event) => (event.kind === 'cited' ? { ...event, conflicts } : event));
}

function withWritten(events: readonly RunEvent[], written: WrittenAnswer): readonly RunEvent[] {
  const log = new DemoLog();
  const question = events.flatMap((event) => (event.kind === 'run-started' ? event.spec.question : []))[0] ?? '';
  for (const { n: _n, at: _at, ...event } of events as readonly (NewRunEvent & { n: number; at: number })[]) {
    if (event.kind === 'cited') continue;
    if (event.kind === 'run-finished') {
      log.node('compose', 'compose', question);
      log.add(20, { kind: 'node-changed', node: 'compose', status: 'running', activity: { kind: 'writing' } });
      log.add(900, { kind: 'node-changed', node: 'compose', status: 'answered' });
      log.add(5, { kind: 'cited', citations: event.answer === null ? [] : written.citations.slice(0, 1), written });
    }
    log.add(20, event);
  }
  return log.events;
}

function said(text: string, ...citations: readonly number[]): WrittenSentence {
  return { text, citations: [...citations], support: 'supported' };
}

function citationOf(n: number, { id, path, documentHash, range }: Passage, quote: string): Citation {
  return {
    n,
    path,
    startLine: range.startLine + 1,
    endLine: range.endLine,
    quote,
    documentHash,
    nodeId: 'compose',
    passageId: id,
    linesHash: 'demo',
  };
}
