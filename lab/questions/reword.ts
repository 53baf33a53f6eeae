/** Better words for a draft, from a model that may not change what is asked. */
import { flawOf } from './checks.ts';
import { findDates, findNames, findNumbers, foldText } from './english.ts';
import type { Draft, Wording } from './interfaces.ts';
import { flawByModel, modelFlaws, type AnsweringModel, type ModelFlaw } from './verify.ts';

export interface WordingModel extends AnsweringModel {
  /** The question in natural words; null when the model has none. @param steps what leads to the answer, with `#1` for the first answer */
  reword(question: string, steps: readonly string[]): Promise<string | null>;
  /** What a wording asks differently, in words; null when both ask the same. */
  differenceOf(question: string, wording: string): Promise<string | null>;
}

export type Checked = { readonly draft: Draft } | { readonly flaw: ModelFlaw };

/** The draft with the model's words if they ask the same and pass the checks, otherwise with its own, which must pass them as well. */
export async function rewordAndCheck(draft: Draft, model: WordingModel): Promise<Checked> {
  const said = await model.reword(
    draft.question,
    draft.steps.map(({ question }) => question),
  );
  const text = said?.replaceAll(/\s+/gu, ' ').trim() ?? '';
  if (text === '' || foldText(text) === foldText(draft.question)) return checked(draft, model);
  const reworded: Draft = { ...draft, question: text, wording: { by: 'model', rules: draft.question } };
  const why = changeIn(draft, text) ?? (await model.differenceOf(draft.question, text)) ?? (await unfit(reworded, model));
  if (why === undefined) return { draft: reworded };
  const wording: Wording = { by: 'rules', rejected: text, why: why.replaceAll(/\s+/gu, ' ').trim() };
  return checked({ ...draft, wording }, model);
}

async function checked(draft: Draft, model: WordingModel): Promise<Checked> {
  const flaw = await flawByModel(draft, model);
  return flaw === undefined ? { draft } : { flaw };
}

async function unfit(reworded: Draft, model: WordingModel): Promise<string | undefined> {
  const flaw = await flawByModel(reworded, model);
  return flaw && `Questions in these words ${modelFlaws[flaw]}.`;
}

/** What no model is needed to see: names, titles, numbers and dates that only one of the two has, and words that give the answer away. */
function changeIn(draft: Draft, text: string): string | undefined {
  const { question, steps } = draft;
  const dropped = anchorsIn(question).find((anchor) => !isIn(anchor, text));
  if (dropped !== undefined) return `It drops “${dropped}”.`;
  const added = anchorsIn(text).find((anchor) => !isIn(anchor, question));
  if (added !== undefined) return `It adds “${added}”.`;
  const flaw = flawOf({ ...draft, question: text });
  if (flaw !== undefined) return `It ${flaw}.`;
  return steps.some((step) => foldText(step.question) === foldText(text)) ? 'It asks only one step.' : undefined;
}

function anchorsIn(text: string): string[] {
  // The capital of the first word says nothing.
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  const quoted = [...text.matchAll(/“([^“”]+)”/gu)].map(([, title = '']) => title);
  const spans = [...findNames(lower), ...findDates(lower), ...findNumbers(lower)].map(({ start, end }) => text.slice(start, end));
  // As in `the one that supersedes PEP 241`.
  return [...quoted, ...spans].filter((anchor) => !/^(?:one)?$/u.test(foldText(anchor)));
}

function isIn(anchor: string, text: string): boolean {
  return ` ${foldText(text)} `.includes(` ${foldText(anchor)} `);
}
