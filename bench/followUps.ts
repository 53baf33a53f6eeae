import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { assumedLanguage } from '../src/language/assumed.ts';
import { wordsOf } from '../src/language/words.ts';
import { carryNames } from '../src/reasoning/carryNames.ts';
import { openEngine } from './engineUnderTest.ts';
import { atLeast, withTempFolder, type Bench } from './harness.ts';

const question = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  supporting: z.array(z.string()).default([]),
  follow_up: z
    .object({ question: z.string(), earlier: z.array(z.object({ question: z.string(), answer: z.string().nullable() })) })
    .optional(),
});
type Question = z.infer<typeof question>;

const cutoffs = [1, 5] as const;
const { articles } = assumedLanguage;

export const followUps: Bench = {
  name: 'follow-ups',
  describe: `follow-ups that names carried over make the same question as the dataset, other questions that stay as they are after the one before them, and recall of gold documents; --dataset names a folder with docs/`,
  async run({ datasets = [], signal, quick }) {
    const measured = [];
    for (const folder of datasets) {
      const all = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => question.parse(JSON.parse(line)));
      measured.push({ dataset: basename(folder), ...ofWords(all), recall: await recallOf(folder, all, signal) });
    }
    if (measured.length === 0) throw new Error('Name a data set with docs/ and follow_up with --dataset DIR.');
    return {
      columns: [
        'data set',
        'follow-ups',
        'right',
        'as typed',
        'other',
        'alone',
        'left alone',
        ...cutoffs.flatMap((k) => [`R@${k} typed`, 'rewritten', 'gold']),
      ],
      rows: measured.map(({ dataset, followUps: n, right, asTyped, other, alone, leftAlone, recall }) => {
        const shares = recall.flatMap(({ typed, rewritten: made, gold }) => [typed, made, gold].map((share) => share.toFixed(3)));
        return [dataset, n, right, asTyped, other, alone, leftAlone, ...shares];
      }),
      checks: quick
        ? []
        : measured.flatMap(({ dataset, recall }) =>
            recall.map(({ k, typed, rewritten: made }) => atLeast(`${dataset}: R@${k} not worse than as typed`, made, typed)),
          ),
      json: { measured },
    };
  },
};

function rewritten({ question: gold, follow_up: followUp }: Question): string {
  return followUp === undefined ? gold : (carryNames(followUp).question ?? followUp.question);
}

function ofWords(all: readonly Question[]) {
  const following = all.filter(({ follow_up: followUp }) => followUp !== undefined);
  const right = following.filter((one) => contentOf(rewritten(one)) === contentOf(one.question)).length;
  const asTyped = following.filter((one) => rewritten(one) === one.follow_up?.question).length;
  const alone = all.filter(({ follow_up: followUp }) => followUp === undefined);
  const leftAlone = alone.filter(
    ({ question: typed }, i) => carryNames({ question: typed, earlier: alone.slice(Math.max(0, i - 1), i).map(turnOf) }).question === null,
  ).length;
  return { followUps: following.length, right, asTyped, other: following.length - right - asTyped, alone: alone.length, leftAlone };
}

function turnOf({ question: asked, answers }: Question): { readonly question: string; readonly answer: string | null } {
  return { question: asked, answer: answers[0] ?? null };
}

function contentOf(text: string): string {
  return wordsOf(text, assumedLanguage)
    .flatMap(({ fold }) => (articles.includes(fold) || fold === 's' ? [] : [fold]))
    .join(' ');
}

function recallOf(folder: string, all: readonly Question[], signal: AbortSignal) {
  return withTempFolder(async (temp) => {
    const engine = await openEngine(join(folder, 'docs'), join(temp, 'storage'), signal);
    try {
      await engine.index();
      const following = all.filter(({ follow_up: followUp, supporting }) => followUp !== undefined && supporting.length > 0);
      const mean = async (textOf: (one: Question) => string, k: number): Promise<number> => {
        let total = 0;
        for (const one of following) {
          const found = new Set((await engine.search(textOf(one), 'linked', k)).map(({ passage }) => `docs/${passage.path}`));
          total += one.supporting.filter((path) => found.has(path)).length / one.supporting.length;
        }
        return total / Math.max(1, following.length);
      };
      const measured = [];
      for (const k of cutoffs) {
        measured.push({
          k,
          typed: await mean((one) => one.follow_up?.question ?? one.question, k),
          rewritten: await mean(rewritten, k),
          gold: await mean(({ question: gold }) => gold, k),
        });
      }
      return measured;
    } finally {
      await engine.close();
    }
  });
}
