/**
 * Examples for self-refinement and integration, as in the templates of DRR-RAG's paper. Ours are about people and places that do not
 * exist. The paper's example of a comparison (who is younger) shows a wrong answer.
 */
interface RefineExample {
  readonly passage: string;
  readonly question: string;
  readonly given: string;
  readonly reply: {
    readonly evidence: string;
    readonly correctness: 'right' | 'wrong' | 'unsupported';
    readonly correct_answer: string;
  };
}

export const refineExamples: readonly RefineExample[] = [
  {
    passage: 'The Tarrow Glassworks was founded in 1902 by Ines Holm, who led it until 1931.',
    question: 'Who founded the Tarrow Glassworks?',
    given: 'Ines Holm',
    reply: {
      evidence: 'The Tarrow Glassworks was founded in 1902 by Ines Holm',
      correctness: 'right',
      correct_answer: 'Ines Holm',
    },
  },
  {
    passage: 'The Dunmere Canal was begun in 1807 and opened in 1811.',
    question: 'When did the Dunmere Canal open?',
    given: '1807',
    reply: { evidence: 'The Dunmere Canal was begun in 1807 and opened in 1811.', correctness: 'wrong', correct_answer: '1811' },
  },
  {
    passage: 'Ruben Aske studied in Brae, where he met the painter Lotte Vries.',
    question: 'In which town was Ruben Aske born?',
    given: 'Brae',
    reply: { evidence: '', correctness: 'unsupported', correct_answer: '' },
  },
];

export function refineExample({ passage, question, given, reply }: RefineExample): string {
  return `Passage: ${passage}\nQuestion: ${question}\nGiven answer: ${given}\nReply: ${JSON.stringify(reply)}`;
}

interface IntegrateExample {
  readonly question: string;
  readonly steps: readonly (readonly [subQuestion: string, answer: string])[];
  /** Null where the answer does not follow. */
  readonly answer: string | null;
}

export const integrateExamples: readonly IntegrateExample[] = [
  {
    question: 'In which country was the architect of the Halden Observatory born?',
    steps: [
      ['Who was the architect of the Halden Observatory?', 'Edda Marlow'],
      ['In which country was Edda Marlow born?', 'Norland'],
    ],
    answer: 'Norland',
  },
  {
    question: 'Who is younger, the director of "Northern Salt" or the director of "A Door in Lisbon"?',
    steps: [
      ['Who directed "Northern Salt"?', 'Jonas Tell'],
      ['Who directed "A Door in Lisbon"?', 'Mirela Dost'],
      ['When was Jonas Tell born?', '1931'],
      ['When was Mirela Dost born?', '1948'],
    ],
    answer: 'Mirela Dost',
  },
  {
    question: 'Which river flows past the school that the founder of the Lindqvist Pottery attended?',
    steps: [['Who founded the Lindqvist Pottery?', 'unknown']],
    answer: null,
  },
];

export function integrateExample({ question, steps, answer }: IntegrateExample): string {
  const told = steps.map(([subQuestion, said], i) => `${i + 1}. ${subQuestion} ${said}`);
  return [`Question: ${question}`, ...told, `Reply: ${JSON.stringify({ answer: answer ?? '', abstain: answer === null })}`].join('\n');
}
