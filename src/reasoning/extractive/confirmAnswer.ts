import type { ReadOutput } from '../roles/readRoles.ts';
import type { PathStep } from '../pathStep.ts';
import type { MetaInput } from '../prompts/sunar.ts';
import { finishFrom } from './plan.ts';
import { foldText, sentencesOf } from './language.ts';
import type { Parts } from './parts.ts';

/**
 * Checks the path's answer against the pooled passages: reads every look-up behind the answer again, and returns the answer with its
 * passages if the last look-ups agree with the path. Otherwise abstains, so that the path's answer is kept.
 */
export async function confirmAnswer(parts: Parts, { question, path, passages }: MetaInput): Promise<ReadOutput> {
  const answer = finishFrom(parts, { question, path });
  if (answer === null) return NOTHING;
  const key = foldText(answer);
  const carrying = path.filter((step) => step.answer !== null && foldText(step.answer) === key);
  const supported: ReadOutput[] = [];
  for (const step of carrying.length > 0 ? carrying : path) {
    if (step.answer !== null) supported.push(await supportOf(parts, step, passages));
  }
  const citations = [...new Set(supported.flatMap((support) => support.citations))];
  const quote = supported.find((support) => support.quote !== null)?.quote ?? null;
  return citations.length === 0 || quote === null ? NOTHING : { answer, citations, quote };
}

const NOTHING: ReadOutput = { answer: null, citations: [], quote: null };

async function supportOf(parts: Parts, step: PathStep, passages: MetaInput['passages']): Promise<ReadOutput> {
  const read = await parts.read({ question: step.question, passages, cot: false });
  return read.answer !== null && step.answer !== null && foldText(read.answer) === foldText(step.answer)
    ? read
    : literalSupport(step, passages);
}

/** The first passage that contains the answer and names something from the question. */
function literalSupport(step: PathStep, passages: MetaInput['passages']): ReadOutput {
  const answer = step.answer ?? '';
  const asked = foldText(step.question)
    .split(' ')
    .filter((word) => word.length > 3);
  for (const [index, passage] of passages.entries()) {
    if (answer === '' || !passage.text.includes(answer)) continue;
    const named = new Set(foldText(`${passage.title} ${passage.text}`).split(' '));
    if (asked.filter((word) => named.has(word)).length < Math.ceil(asked.length / 2)) continue;
    const range = sentencesOf(passage.text, passage.runs).find(({ start, end }) => passage.text.slice(start, end).includes(answer));
    return { answer, citations: [index], quote: range === undefined ? answer : passage.text.slice(range.start, range.end) };
  }
  return NOTHING;
}
