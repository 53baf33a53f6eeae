/** What the page of disagreements is sent. */
import type { ToDisagreementView } from '../../../src/protocol/disagreementView.ts';
import type { FolderDisagreement, StatedPlace } from '../../../src/protocol/disagreements.ts';

function place(path: string, title: string, quote: string, value: string, date?: string): StatedPlace {
  const start = quote.indexOf(value);
  const dated = date === undefined ? {} : { date };
  return { path, title, ...dated, startLine: 11, endLine: 11, quote, start, end: start + value.length, passageId: path };
}

const length = 'The Orrin barrage is 412 metres long.';
const found: readonly FolderDisagreement[] = [
  {
    id: 'length',
    kind: 'conflict',
    sides: [
      {
        value: '412 metres',
        places: [
          place('sites/orrin-barrage.md', 'Orrin barrage, site summary', length, '412 metres'),
          place('letters/1911-opening.md', 'The opening', length, '412 metres'),
        ],
      },
      {
        value: '431 metres',
        places: [place('sites/survey-2019.docx', 'Survey', 'From end to end, the Orrin barrage is 431 metres long.', '431 metres')],
      },
    ],
  },
  {
    id: 'finished',
    kind: 'update',
    sides: [
      {
        value: 'سنة 1911',
        places: [place('وثائق/منارة-الرأس.md', 'منارة الرأس (Cape Light)', 'اكتمل بناء منارة الرأس سنة 1911.', 'سنة 1911', '1998')],
      },
      {
        value: 'سنة 1912',
        places: [place('وثائق/تصحيح.md', 'تصحيح', 'اكتمل بناء منارة الرأس (Cape Light) سنة 1912.', 'سنة 1912', '2024-05')],
      },
    ],
  },
  {
    id: 'founder',
    kind: 'conflict',
    verdict: 'same',
    sides: [
      { value: 'R. Achterby', places: [place('a.md', 'A', 'The founder was R. Achterby.', 'R. Achterby')] },
      { value: 'Rosalind Achterby', places: [place('b.md', 'B', 'The founder was Rosalind Achterby.', 'Rosalind Achterby')] },
    ],
  },
];

export const demoDisagreements: Readonly<Record<string, readonly ToDisagreementView[]>> = {
  found: [{ kind: 'found', found: [...found] }],
  walking: [{ kind: 'walking', progress: { step: 'comparing', done: 120, all: 900 } }],
};
