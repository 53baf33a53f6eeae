/**
 * Examples for self-refinement and integration, as in the templates of DRR-RAG's paper. Ours are about people and places that do not
 * exist. The paper's example of a comparison (who is younger) shows a wrong answer.
 */
import type { Example } from './blocks.ts';

export const refineExamples: readonly Example[] = [
  [
    [
      'Passage: The Tarrow Glassworks was founded in 1902 by Ines Holm, who led it until 1931.',
      'Question: Who founded the Tarrow Glassworks?',
      'Given: Ines Holm',
    ],
    { evidence: 'The Tarrow Glassworks was founded in 1902 by Ines Holm', correctness: 'right', correct_answer: 'Ines Holm' },
  ],
  [
    ['Passage: The Dunmere Canal was begun in 1807 and opened in 1811.', 'Question: When did the Dunmere Canal open?', 'Given: 1807'],
    { evidence: 'The Dunmere Canal was begun in 1807 and opened in 1811.', correctness: 'wrong', correct_answer: '1811' },
  ],
  [
    [
      'Passage: Ruben Aske studied in Brae, where he met the painter Lotte Vries.',
      'Question: In which town was Ruben Aske born?',
      'Given: Brae',
    ],
    { evidence: '', correctness: 'unsupported', correct_answer: '' },
  ],
];

export const integrateExamples: readonly Example[] = [
  [
    [
      'Question: In which country was the architect of the Halden Observatory born?',
      '1. Who was the architect of the Halden Observatory? Edda Marlow',
      '2. In which country was Edda Marlow born? Norland',
    ],
    { answer: 'Norland', missing: '', abstain: false },
  ],
  [
    [
      'Question: Who is younger, the director of "Northern Salt" or the director of "A Door in Lisbon"?',
      '1. Who directed "Northern Salt"? Jonas Tell',
      '2. Who directed "A Door in Lisbon"? Mirela Dost',
      '3. When was Jonas Tell born? 1931',
      '4. When was Mirela Dost born? 1948',
    ],
    { answer: 'Mirela Dost', missing: '', abstain: false },
  ],
  [
    [
      'Question: Which river flows past the school that the founder of the Lindqvist Pottery attended?',
      '1. Who founded the Lindqvist Pottery? unknown',
    ],
    { answer: '', missing: 'the river', abstain: true },
  ],
];
