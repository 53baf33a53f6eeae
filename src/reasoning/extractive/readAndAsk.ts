/**
 * Roles that look at passages and decide what to look up next, without a model: the question's plan, as far as these passages answer it.
 */
import type { Passage } from '../../protocol/passage.ts';
import type { FollowUpOutput, HistoryInput, ThoughtInput, ThoughtOutput } from '../roles/baselineRoles.ts';
import type { GapsOutput } from '../roles/leapRoles.ts';
import type { Gaps, Verify } from '../prompts/leap.ts';
import type { Assessment, AssessInput, DialogueInput, DialogueOutput, Label, LabelInput } from '../roles/liteTypes.ts';
import { finishFrom, nextStep } from './plan.ts';
import { readQuestion, walkPlan } from './walkPlan.ts';
import { functionWords, foldText, stem, wordsOf } from './language.ts';
import type { Parts } from './parts.ts';

/** Look-ups of the plan that the passages leave open. Source: pipelines.md 3.3. */
export async function findGaps(parts: Parts, { question, passages }: Gaps): Promise<GapsOutput> {
  const { open } = await walkPlan(parts, question, passages);
  return { kind: 'generated', found: [], gaps: open, subQuestions: open };
}

/** A sub-question is aligned with a question if they share a content word. */
export function isAligned({ question, subQuestion }: Verify): { readonly aligned: boolean } {
  const asked = contentStems(question);
  return { aligned: [...contentStems(subQuestion)].some((word) => asked.has(word)) };
}

export function nextFollowUp(parts: Parts, { question, history }: HistoryInput): FollowUpOutput {
  const step = nextStep(parts, { question, path: history });
  if (step.action === 'finish') return { action: 'answer', answer: step.answer };
  const { subQuestion: followUp, guessed } = step;
  return { action: 'ask', followUp, ...(guessed ? { guessed } : {}) };
}

export function finishFollowUps(parts: Parts, { question, history }: HistoryInput): { readonly answer: string | null } {
  return { answer: finishFrom(parts, { question, path: history }) };
}

/** The next sentence of the chain: one with what the plan needs, otherwise what is still to be looked up, otherwise the answer. */
export async function nextThought(parts: Parts, { question, passages, cot }: ThoughtInput): Promise<ThoughtOutput> {
  const { steps, open, answer } = await walkPlan(parts, question, passages);
  const said = new Set(cot.map(foldText));
  if (answer !== null) return { sentence: `So the answer is: ${answer}.`, answer };
  const thoughts = [...steps.flatMap(({ quote }) => (quote === null ? [] : [quote])), ...open];
  return { sentence: thoughts.find((thought) => !said.has(foldText(thought))) ?? '' };
}

export async function assess(parts: Parts, { question, passages }: AssessInput): Promise<Assessment> {
  const read = await readQuestion(parts, question, passages);
  const isAnswer = read.answer !== null;
  const relevant = isAnswer || (await walkPlan(parts, question, passages)).steps.some(({ answer }) => answer !== null);
  return { ...read, relevant, support: isAnswer ? 'full' : 'none', usefulness: isAnswer ? 5 : 1 };
}

/** A passage is useful if it answers a look-up of the query's plan. Its span is the sentence with the answer. */
export async function labelPassages(parts: Parts, { query, passages }: LabelInput): Promise<{ readonly labels: readonly Label[] }> {
  const { steps } = await walkPlan(parts, query, passages);
  const labels: Label[] = [];
  for (const passage of passages) {
    const quotes = new Set<string>();
    for (const { question } of steps) {
      const { quote } = await parts.read({ question, passages: [passage], cot: false });
      if (quote !== null) quotes.add(quote);
    }
    labels.push({ useful: quotes.size > 0, spans: [...quotes] });
  }
  return { labels };
}

/** The next open look-up, given the words found. */
export async function nextQuery(
  parts: Parts,
  { question, spans }: { readonly question: string; readonly spans: readonly string[] },
): Promise<{ readonly nextQuery: string | null }> {
  const { answer, open } = await walkPlan(parts, question, spans.map(asPassage));
  return { nextQuery: answer === null ? (open[0] ?? null) : null };
}

export async function nextTurn(parts: Parts, { question, rounds, passages, mustAnswer }: DialogueInput): Promise<DialogueOutput> {
  const asked = new Set(rounds.map(({ query }) => foldText(query)));
  const { open, answer } = await walkPlan(parts, question, passages);
  const query = open.find((one) => !asked.has(foldText(one)));
  if (answer === null && query !== undefined && !mustAnswer) return { action: 'query', query };
  return { action: 'final', ...(await readQuestion(parts, question, passages)) };
}

function asPassage(text: string, i: number): Passage {
  const range = { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length };
  return { id: `words:${i}`, path: '', title: '', headings: [], text, range, runs: [], documentHash: '' };
}

function contentStems(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).flatMap(({ fold }) => (functionWords.has(fold) ? [] : [stem(fold)])));
}
