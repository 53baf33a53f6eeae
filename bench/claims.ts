/** What checks of written sentences say of true ones, quoted as models do, and of the same with one thing changed. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sloppyMarks, sloppyQuotes } from '../lab/simulation/sloppyQuotes.ts';
import { seededRandom } from '../src/base/seededRandom.ts';
import { readDataset as readQuestions } from '../lab/evaluation/dataset.ts';
import { documentFolder } from '../lab/evaluation/workingFolder.ts';
import { checkClaim, type CheckedClaim } from '../src/citations/checkClaim.ts';
import { findQuoteParts } from '../src/citations/findQuote.ts';
import { english } from '../src/language/english.ts';
import { languageOf } from '../src/language/languages.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import type { WrittenSentence } from '../src/protocol/writtenAnswer.ts';
import { isAbstention } from '../src/reasoning/abstention.ts';
import { readWrittenText } from '../src/reasoning/writtenText.ts';
import { bibliographyTimes } from './bibliographyTimes.ts';
import { denied, withOtherName, withOtherNumber } from './changedSentences.ts';
import { type CitedCount, citedSentences, hasCitedClaims, labeledClaims, uncitedLabeled } from './citedClaims.ts';
import { tracesOf } from './compose.ts';
import { readDataset } from './dataset.ts';
import { atLeast, atMost, withTempFolder, type Bench } from './harness.ts';

const mostSentences = 500;
const mostEntries = 20_000;
/** Of a data set, spread evenly. */
const mostQuestions = 60;
const pipelines = ['sunar-nar', 'retrieve-read'];

interface Sentence {
  readonly text: string;
  readonly passage: string;
  readonly title: string;
  readonly path: string;
}

interface Count {
  readonly of: number;
  readonly marked: number;
  readonly supported: number;
}

export const claims: Bench = {
  name: 'claims',
  describe:
    'sentences of documents with a quote that is written as models write, then changed in a number, name or denial, shuffled, or with a true quote of something else; answers of a simulated model that quotes so; and what a bibliography of 20,000 entries costs; --dataset names folders',
  async run({ datasets = [], quick, signal, log }) {
    if (datasets.length === 0) throw new Error('Name a data set with --dataset DIR.');
    const measured = [];
    const cited: { readonly dataset: string; readonly counts: Readonly<Record<string, CitedCount>> }[] = [];
    for (const folder of datasets) {
      const isLabeled = hasCitedClaims(folder);
      cited.push({
        dataset: basename(folder),
        counts: isLabeled
          ? { ...(await labeledClaims(folder)), ...(await uncitedLabeled(folder, signal)) }
          : await citedSentences(folder, quick ? 50 : mostSentences),
      });
      log(`${basename(folder)}: sentences that cite documents`);
      if (isLabeled || !existsSync(join(folder, 'questions.jsonl')) || existsSync(join(folder, 'docs'))) continue;
      const counts = measure(sentencesOf(folder, quick ? 50 : mostSentences));
      log(`${basename(folder)}: sentences`);
      measured.push({ dataset: basename(folder), counts, answers: await writtenAnswers(folder, quick ? 4 : mostQuestions, signal) });
    }
    const bibliography = await bibliographyTimes(quick ? 500 : mostEntries, signal);
    const costs = new Map(bibliography.map(({ of, all }) => [of, all]));
    const ofFirst = (name: string): number => (costs.get(name) ?? NaN) / (costs.get('first check') ?? NaN);
    return {
      columns: ['data set', 'sentences', 'n', 'marked', 'supported'],
      rows: [...cited, ...measured.map(({ dataset, counts, answers }) => ({ dataset, counts: { ...counts, ...answers } }))].flatMap(
        ({ dataset, counts }) => Object.entries(counts).map(([kind, { of, marked, supported }]) => [dataset, kind, of, marked, supported]),
      ),
      checks: [
        ...(quick
          ? []
          : [
              atMost(`${mostEntries} entries: a check after one changed, of the first`, ofFirst('check after one changed entry'), 0.4),
              atMost(`${mostEntries} entries: a completion, of the first check`, ofFirst('completion'), 0.1),
              atMost(
                `${mostEntries} entries: longest block, of the first check`,
                Math.max(...bibliography.map(({ longestBlock }) => longestBlock)) / (costs.get('first check') ?? NaN),
                0.05,
              ),
            ]),
        ...cited.flatMap(({ dataset, counts }) => {
          return ['cited, true', 'cited, labeled supported'].flatMap((kind) => {
            const { of, marked } = counts[kind] ?? { of: 0, marked: 0 };
            return of === 0 ? [] : [atMost(`${dataset}: ${kind}, marked`, marked / of, 0.05)];
          });
        }),
        ...measured.flatMap(({ dataset, counts, answers }) => {
          const share = (kind: keyof typeof counts): number => counts[kind].marked / Math.max(1, counts[kind].of);
          return [
            atMost(`${dataset}: true, marked`, share('true'), 0.02),
            atLeast(`${dataset}: another number, caught`, share('another number'), 0.95),
            atLeast(`${dataset}: another name, caught`, share('another name'), 0.95),
            atLeast(`${dataset}: denied, caught`, share('denied'), 0.95),
            atMost(`${dataset}: quote of something else, supported`, counts['quote of something else'].supported, 0),
            ...Object.entries(answers).map(([kind, { of, marked }]) =>
              atMost(`${dataset}: ${kind}, marked`, marked / Math.max(1, of), 0.02),
            ),
          ];
        }),
      ],
      json: { datasets: measured, cited, bibliography },
    };
  },
};

/** Sentences of runs in which the simulated model is right and quotes in each of the ways of models, counted by pipeline. */
async function writtenAnswers(dataset: string, most: number, signal: AbortSignal): Promise<Readonly<Record<string, Count>>> {
  return await withTempFolder(async (storage) => {
    const data = readQuestions(dataset, isAbstention);
    const every = Math.max(1, Math.floor(data.questions.length / most));
    const questions = data.questions.filter((_, i) => i % every === 0).slice(0, most);
    const { folder } = documentFolder(data, join(storage, 'documents'));
    const counts: Record<string, Count> = {};
    for (const pipeline of pipelines) {
      const asked = { dataset, folder, storage: join(storage, 'index'), questions: questions.map(({ question }) => question) };
      const traces = await tracesOf({ ...asked, sloppy: 1, pipeline }, signal);
      counts[`answers of ${pipeline}`] = countOf(traces.flatMap(({ written }) => written?.sentences ?? []));
    }
    return counts;
  });
}

function countOf(checked: readonly Pick<WrittenSentence, 'support' | 'why'>[]): Count {
  return {
    of: checked.length,
    marked: checked.filter(({ why }) => why !== undefined).length,
    supported: checked.filter(({ support }) => support === 'supported' || support === 'quoted').length,
  };
}

/** Those of English prose, spread evenly over the documents. */
function sentencesOf(folder: string, most: number): readonly Sentence[] {
  const { documents } = readDataset(folder);
  const all = documents.flatMap(({ id, title, text }): readonly Sentence[] => {
    if (languageOf(text) !== english) return [];
    const own = sentenceRanges(text, english).map(({ start, end }) => text.slice(start, end));
    const whole = own.filter((one) => one.length >= 40 && one.length <= 250 && /^\p{Lu}[^\n|]*\p{L}\.$/u.test(one));
    return whole.slice(0, 3).map((one) => ({ text: one, passage: text, title, path: `${id}.md` }));
  });
  const every = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * every)]).flatMap((one) => one ?? []);
}

function measure(sentences: readonly Sentence[]) {
  const random = seededRandom(1);
  const pick = (choices: number): number => Math.floor(random() * choices);
  const ways = Object.values(sloppyQuotes);
  const quoted = ({ text, passage }: Sentence): string => {
    const words = text.split(' ').slice(0, 25).join(' ');
    const way = ways[pick(ways.length)];
    const mark = sloppyMarks[pick(sloppyMarks.length)]?.(1, way?.(words, pick) ?? words) ?? '';
    const [block] = readWrittenText(`It is so ${mark}.`).blocks;
    const named = block?.kind === 'paragraph' ? block.sentences[0]?.named : undefined;
    const said = named?.[0]?.passage === 0 ? (named[0].words ?? words) : '';
    return findQuoteParts(passage, said) ? text : '';
  };
  const checked = (claim: string, { passage, title, path }: Sentence, quote: string): CheckedClaim => {
    if (quote === '') return { support: 'unsupported', why: { kind: 'quote-missing' } };
    const documents = [{ path, title, headings: [] }];
    return checkClaim(claim, { quotes: [quote], documents, asked: '', passages: [passage] }, english);
  };
  const counted = (changed: (one: Sentence, i: number) => readonly [claim: string, quoted: Sentence] | undefined): Count => {
    const all = sentences.flatMap((one, i) => {
      const pair = changed(one, i);
      return pair ? [checked(pair[0], pair[1], quoted(pair[1]))] : [];
    });
    return countOf(all);
  };
  const other = (i: number): Sentence | undefined => sentences[(i + 17) % sentences.length];
  return {
    true: counted((one) => [one.text, one]),
    'another number': counted((one) => changedTo(one, withOtherNumber(one.text))),
    'another name': counted((one, i) => changedTo(one, withOtherName(one, other(i)?.text ?? ''))),
    denied: counted((one) => changedTo(one, denied(one.text))),
    'words shuffled': counted((one) => changedTo(one, shuffled(one.text, pick))),
    'quote of something else': counted((one, i) => {
      const quote = other(i);
      return quote && quote.title !== one.title ? [one.text, quote] : undefined;
    }),
  };
}

function changedTo(one: Sentence, text: string | undefined): readonly [string, Sentence] | undefined {
  return text === undefined || text === one.text ? undefined : [text, one];
}

function shuffled(text: string, pick: (choices: number) => number): string {
  const words = text.slice(0, -1).split(' ');
  for (let i = words.length - 1; i > 0; i--) {
    const j = pick(i + 1);
    [words[i], words[j]] = [words[j] ?? '', words[i] ?? ''];
  }
  return `${words.join(' ')}.`;
}
