import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export const corpus = [
  { id: 'p1', title: 'The Salt Choir', text: 'The Salt Choir is a film of 1961. It was directed by Ilse Brandvik.' },
  { id: 'p2', title: 'Ilse Brandvik', text: 'Ilse Brandvik (3 May 1920 – 9 June 1988) was a director from Tarnholm.' },
  { id: 'p3', title: 'Winter Ferry', text: 'Winter Ferry is a film directed by Odo Maas.' },
  { id: 'p4', title: 'Odo Maas', text: 'Odo Maas, born on 1 January 1931 in Tarnholm, made three films.' },
  { id: 'p5', title: 'Tarnholm', text: 'Tarnholm is a harbor town with a glass museum.' },
];

const questions = [
  {
    id: 'q1',
    question: 'When did the director of The Salt Choir die?',
    answers: ['9 June 1988', '9 June, 1988'],
    supporting: ['p1', 'p2'],
    evidence: [{ id: 'p2', text: '9 June 1988' }, { relation: 'director' }],
    decomposition: [
      { question: 'The Salt Choir >> director', answer: 'Ilse Brandvik', supporting: ['p1'], depends_on: [] },
      { question: '#1 >> date of death', answer: '9 June 1988', supporting: ['p2'], depends_on: [0] },
    ],
  },
  {
    id: 'q2',
    question: 'Were the directors of The Salt Choir and Winter Ferry born in the same town?',
    answers: ['yes'],
    supporting: ['p1', 'p2', 'p3', 'p4'],
    decomposition: [
      { question: 'The Salt Choir >> director', answer: 'Ilse Brandvik', supporting: ['p1'], depends_on: [] },
      { question: 'Winter Ferry >> director', answer: 'Odo Maas', supporting: ['p3'], depends_on: [] },
      { question: 'where was #1 born', answer: 'Tarnholm', supporting: ['p2'], depends_on: [0] },
      { question: 'where was #2 born', answer: 'Tarnholm', supporting: ['p4'], depends_on: [1] },
    ],
  },
  { id: 'q3', question: 'Who built the glass museum?', answers: ['Insufficient information.'], type: 'null_query', supporting: [] },
  {
    id: 'q4',
    question: 'What kind of museum does Tarnholm have?',
    answers: ['glass museum'],
    supporting: ['p5'],
    evidence: [{ fact: 'a glass museum' }],
  },
  {
    id: 'q5',
    question: 'By whom was Winter Ferry made?',
    answers: ['Odo Maas'],
    supporting: ['p3'],
    decomposition: [{ question: 'Who shot Winter Ferry?', answer: 'Odo Maas', supporting: ['p3'], depends_on: [] }],
  },
];

/** A dataset folder that goes with the test. */
export function tinyDataset(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-dataset-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, lines] of [
    ['corpus.jsonl', corpus],
    ['questions.jsonl', questions],
  ] as const) {
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return folder;
}
