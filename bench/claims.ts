/** What checks of written sentences say of true ones, quoted as models do, and of the same with one thing changed. */
import { basename } from 'node:path';
import { sloppyMarks, sloppyQuotes } from '../lab/simulation/sloppyQuotes.ts';
import { yieldToEventLoop } from '../src/base/abort.ts';
import { seededRandom } from '../src/base/seededRandom.ts';
import { checkClaim, type CheckedClaim } from '../src/citations/checkClaim.ts';
import { findQuoteParts } from '../src/citations/findQuote.ts';
import { english } from '../src/language/english.ts';
import { languageOf } from '../src/language/languages.ts';
import { findNames } from '../src/language/names.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import { readWrittenText } from '../src/reasoning/writtenText.ts';
import { readDataset } from './dataset.ts';
import { atLeast, atMost, type Bench } from './harness.ts';

const mostSentences = 500;

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
    'sentences of documents with a quote that is written as models write, then changed in a number, name or denial, shuffled, or with a true quote of something else; --dataset names folders',
  async run({ datasets = [], quick, signal }) {
    if (datasets.length === 0) throw new Error('Name a data set with --dataset DIR.');
    const measured = [];
    for (const folder of datasets) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      measured.push({ dataset: basename(folder), counts: measure(sentencesOf(folder, quick ? 50 : mostSentences)) });
    }
    return {
      columns: ['data set', 'sentences', 'n', 'marked', 'supported'],
      rows: measured.flatMap(({ dataset, counts }) =>
        Object.entries(counts).map(([kind, { of, marked, supported }]) => [dataset, kind, of, marked, supported]),
      ),
      checks: measured.flatMap(({ dataset, counts }) => {
        const share = (kind: keyof typeof counts): number => counts[kind].marked / Math.max(1, counts[kind].of);
        return [
          atMost(`${dataset}: true, marked`, share('true'), 0.02),
          atLeast(`${dataset}: another number, caught`, share('another number'), 0.95),
          atLeast(`${dataset}: another name, caught`, share('another name'), 0.95),
          atLeast(`${dataset}: denied, caught`, share('denied'), 0.95),
          atMost(`${dataset}: quote of something else, supported`, counts['quote of something else'].supported, 0),
        ];
      }),
      json: { datasets: measured },
    };
  },
};

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
    return {
      of: all.length,
      marked: all.filter(({ why }) => why !== undefined).length,
      supported: all.filter(({ support }) => support === 'supported').length,
    };
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

/** The first number of three digits or more with another second digit. */
function withOtherNumber(text: string): string | undefined {
  return /\d{3,}/.test(text)
    ? text.replace(/\d{3,}/, (digits) => `${digits.charAt(0)}${(Number(digits.charAt(1)) + 3) % 10}${digits.slice(2)}`)
    : undefined;
}

/** The last name of several words, with one of another document that its own does not have. */
function withOtherName({ text, passage, title }: Sentence, otherText: string): string | undefined {
  const several = (from: string): readonly string[] =>
    findNames(from, english)
      .filter(({ start }) => start > 0)
      .map(({ start, end }) => from.slice(start, end))
      .filter((name) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name));
  const name = several(text).at(-1);
  const theirs = several(otherText).find((one) => one.split(' ').every((word) => !`${passage} ${title}`.includes(word)));
  return name === undefined || theirs === undefined ? undefined : text.replace(name, theirs);
}

function denied(text: string): string | undefined {
  if (/\b(?:not|no|never|nor|neither|none|without|nothing)\b|n’t|n't/iu.test(text)) return undefined;
  return /\b(?:is|are|was|were|has been|have been|can|will)\b(?! not)/.test(text)
    ? text.replace(/\b(?:is|are|was|were|can|will)\b/, '$& not')
    : undefined;
}

function shuffled(text: string, pick: (choices: number) => number): string {
  const words = text.slice(0, -1).split(' ');
  for (let i = words.length - 1; i > 0; i--) {
    const j = pick(i + 1);
    [words[i], words[j]] = [words[j] ?? '', words[i] ?? ''];
  }
  return `${words.join(' ')}.`;
}
