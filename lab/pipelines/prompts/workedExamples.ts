/**
 * Worked examples for few-shot chain of thought. Ours are about people and places that do not exist, so that no dataset can contain their
 * questions.
 */
export interface WorkedExample {
  /** The dataset of the example, so that it is never shown to questions of the same dataset. */
  readonly dataset: string;
  readonly question: string;
  readonly reasoning: string;
  readonly answer: string;
}

export const workedExamples: readonly WorkedExample[] = [
  {
    dataset: 'ariadne',
    question: 'In which town was the architect of the Corvane Lighthouse born?',
    reasoning: 'Edda Marlow designed the Corvane Lighthouse. She was born in Pellworth.',
    answer: 'Pellworth',
  },
  {
    dataset: 'ariadne',
    question: 'Which opened first, the Dunmere Canal or the Astley Viaduct?',
    reasoning: 'The Dunmere Canal opened in 1811, the Astley Viaduct in 1846. 1811 is before 1846.',
    answer: 'the Dunmere Canal',
  },
  {
    dataset: 'ariadne',
    question: 'Do the novelist Ruben Aske and the painter Lotte Vries come from the same country?',
    reasoning: 'Ruben Aske comes from Norland, Lotte Vries from Sothia, another country.',
    answer: 'no',
  },
  {
    dataset: 'ariadne',
    question: 'How many years after its founding did the Tarrow Glassworks close?',
    reasoning: 'The Tarrow Glassworks was founded in 1902. It closed in 1957. 1957 - 1902 = 55.',
    answer: '55',
  },
  {
    dataset: 'ariadne',
    question: 'Who leads the institute that publishes the Halvern Bulletin?',
    reasoning: 'The Halvern Bulletin is published by the Institute for Coastal Studies in Brae. That institute is led by Mirela Dost.',
    answer: 'Mirela Dost',
  },
  {
    dataset: 'ariadne',
    question: 'What river flows past the school that the composer of "Winter Ferries" attended?',
    reasoning:
      '"Winter Ferries" was composed by Jonas Tell. Jonas Tell attended the Ambry School. The Ambry School stands on the river Leth.',
    answer: 'the Leth',
  },
];
