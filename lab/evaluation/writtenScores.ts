/** Measures of an answer that is written out. Source: metrics.md 9.3. */
import { writtenFormOf } from '../../src/protocol/writtenAnswer.ts';
import * as z from 'zod';
import type { WrittenAnswer } from '../../src/protocol/trace.ts';
import { writtenForm } from '../../src/protocol/writtenAnswer.ts';
import { emCoverTokens } from './answerScores.ts';
import type { DatasetQuestion } from './dataset.ts';
import { mean } from './statistics.ts';

export const writtenScores = z.object({
  /** What it has become. */
  form: writtenForm,
  sentences: z.number().int(),
  /** Sentences with a quote that was found in its document, and those that nothing supports or that their quotes contradict. */
  quoted: z.number().int(),
  marked: z.number().int(),
  /** Share of the gold documents that it quotes; null without gold documents. */
  gold_quoted: z.number().nullable(),
  /** Share of what it has to say that it says; null where the dataset does not say what. */
  coverage: z.number().nullable(),
  /** Share of the items of its lists and the rows of its tables that say some of it; null without items. */
  items_right: z.number().nullable(),
});
export type WrittenScores = z.infer<typeof writtenScores>;

/**
 * @param documentOf the dataset's document that a citation's passage is of
 */
export function scoreWritten(
  written: WrittenAnswer,
  { gold, answers, stepAnswers }: Pick<DatasetQuestion, 'gold' | 'answers' | 'stepAnswers'>,
  documentOf: (passageId: string) => string | undefined,
): WrittenScores {
  const { blocks, sentences, citations } = written;
  const quotedDocuments = new Set(citations.map(({ passageId }) => documentOf(passageId)));
  const texts = (positions: readonly number[]): string => positions.map((at) => sentences[at]?.text ?? '').join(' ');
  // Names of rows and columns say what the cells are about.
  const items = blocks.flatMap((block): readonly string[] => {
    if (block.kind === 'paragraph') return [];
    if (block.kind === 'list') return block.items.map(texts);
    return block.rows.map(({ name, cells }) => [name, ...cells.map(texts)].join(' '));
  });
  const whole = [...sentences.map(({ text }) => text), ...items].join(' ');
  const facts = stepAnswers ?? (answers.length === 0 ? [] : [answers]);
  const says = (text: string, fact: readonly string[]): boolean => fact.some((one) => emCoverTokens(text, one) === 1);
  return {
    form: writtenFormOf(written),
    sentences: sentences.length,
    quoted: sentences.filter((sentence) => sentence.citations.length > 0).length,
    marked: sentences.filter(({ support }) => support === 'unsupported' || support === 'contradicted').length,
    gold_quoted: gold.length === 0 ? null : mean(gold.map((id) => Number(quotedDocuments.has(id)))),
    coverage: facts.length === 0 ? null : mean(facts.map((fact) => Number(says(whole, fact)))),
    items_right:
      facts.length === 0 || items.length === 0 ? null : mean(items.map((item) => Number(facts.some((fact) => says(item, fact))))),
  };
}

export interface WrittenSummary {
  /** Runs that were to write their answer out, and those that did. */
  readonly n: number;
  readonly written: number;
  /** Of those that did, by what they have become. */
  readonly forms: Readonly<Record<string, number>>;
  /** Mean number per answer. */
  readonly sentences: number;
  /** Shares of all sentences. */
  readonly quoted: number;
  readonly marked: number;
  /** Means over the questions for which they are defined, where an answer that was not written scores 0; null without any. */
  readonly goldQuoted: number | null;
  readonly coverage: number | null;
  readonly itemsRight: number | null;
}

/** @param scores null for runs that wrote nothing */
export function summarizeWritten(scores: readonly (WrittenScores | null)[]): WrittenSummary | undefined {
  if (scores.length === 0) return undefined;
  const all = scores.flatMap((one) => one ?? []);
  const sum = (name: 'sentences' | 'quoted' | 'marked'): number => all.reduce((total, one) => total + one[name], 0);
  const share = (count: number): number => (sum('sentences') === 0 ? 0 : count / sum('sentences'));
  const means = (name: 'gold_quoted' | 'coverage' | 'items_right', unwritten: readonly number[]): number | null => {
    const defined = [...all.flatMap((one) => one[name] ?? []), ...unwritten];
    return defined.length === 0 ? null : mean(defined);
  };
  const none = scores.filter((one) => one === null).map(() => 0);
  return {
    n: scores.length,
    written: all.length,
    forms: Object.fromEntries([...Map.groupBy(all, ({ form }) => form)].map(([form, own]) => [form, own.length])),
    sentences: all.length === 0 ? 0 : sum('sentences') / all.length,
    quoted: share(sum('quoted')),
    marked: share(sum('marked')),
    goldQuoted: means('gold_quoted', none),
    coverage: means('coverage', none),
    itemsRight: means('items_right', []),
  };
}
