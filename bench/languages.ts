import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { yieldToEventLoop } from '../src/base/abort.ts';
import { isUnsupported } from '../src/citations/support.ts';
import { languageOf } from '../src/language/languages.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import { supportingQuote } from '../src/reasoning/supportingQuote.ts';
import { datasetsIn, readDataset } from './dataset.ts';
import { mean, type Bench } from './harness.ts';

const question = z.object({
  question: z.string(),
  answers: z.array(z.string()).min(1),
  supporting: z.array(z.string()).min(1),
  spans: z.array(z.object({ start: z.number(), end: z.number() })).min(1),
});

export const languages: Bench = {
  name: 'languages',
  describe:
    'how often the quote for an answer is the sentence with its annotated place, and how often that sentence, and one of another passage, is said to have nothing in common with the question; --dataset names folders with places, such as one for each language',
  async run({ datasets = [], quick, signal }) {
    const rows = [];
    for (const folder of datasets.flatMap((one) => datasetsIn(one))) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      rows.push(measure(folder, quick));
    }
    if (rows.length === 0)
      throw new Error('Name a data set with places of its answers, or a folder of such data sets, with --dataset DIR.');
    return {
      columns: ['data set', 'sentences', 'quote is the gold sentence', 'gold sentence flagged', 'other sentence flagged'],
      rows: rows.map(({ dataset, sentences, quoted, gold, other }) => [dataset, sentences, quoted, gold, other]),
      checks: [],
      json: { datasets: rows },
    };
  },
};

function measure(folder: string, quick: boolean) {
  const { documents } = readDataset(folder);
  const asked = questionsIn(folder).slice(0, quick ? 20 : Infinity);
  const textOf = new Map(documents.map(({ id, text }) => [id, text]));
  const sentencesOf = (text: string) => sentenceRanges(text, languageOf(text), asInSource(text));
  const share = (is: (one: z.infer<typeof question>, text: string, i: number) => boolean): number =>
    mean(asked.map((one, i) => (is(one, textOf.get(one.supporting[0] ?? '') ?? '', i) ? 1 : 0)));
  const goldOf = (text: string, { spans }: z.infer<typeof question>): string => {
    const { start, end } = sentencesOf(text).find((range) => (spans[0]?.start ?? 0) < range.end) ?? { start: 0, end: 0 };
    return text.slice(start, end);
  };
  const isFlagged = (claim: string, sentence: string): boolean => isUnsupported(claim, sentence, languageOf(claim));
  return {
    dataset: basename(folder),
    sentences: documents.reduce((sum, { text }) => sum + sentencesOf(text).length, 0),
    quoted: share((one, text) => {
      const quote = supportingQuote({ text, runs: asInSource(text) }, one.answers[0] ?? '', one.question, languageOf(text));
      return quote !== null && quote === goldOf(text, one);
    }),
    gold: share((one, text) => isFlagged(one.question, goldOf(text, one))),
    other: share((one, _, i) => {
      const others = documents.filter(({ id }) => id !== one.supporting[0]);
      const { text = '' } = others[(i * 7) % others.length] ?? {};
      const ranges = sentencesOf(text);
      const { start, end } = ranges[ranges.length >> 1] ?? { start: 0, end: 0 };
      return isFlagged(one.question, text.slice(start, end));
    }),
  };
}

/** Runs of a text whose source has the same characters. */
function asInSource(text: string): number[] {
  return [0, 0, text.length, 1];
}

function questionsIn(folder: string): readonly z.infer<typeof question>[] {
  return readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => question.parse(JSON.parse(line)));
}
