import type { ReadOutput } from '../roles/readRoles.ts';
import type { MetaInput } from '../prompts/sunar.ts';
import { finishFrom } from './plan.ts';
import { english } from '../../language/english.ts';
import { foldText } from '../../language/words.ts';
import type { Parts } from './parts.ts';

/**
 * Checks the path's answer against the pooled passages: reads every look-up behind the answer again, and returns the answer with its
 * passages if the last look-ups agree with the path. Otherwise abstains, so that the path's answer is kept.
 */
export async function confirmAnswer(parts: Parts, { question, path, passages }: MetaInput): Promise<ReadOutput> {
  const answer = finishFrom(parts, { question, path });
  if (answer === null) return NOTHING;
  const key = foldText(answer, english);
  const carrying = path.filter((step) => step.answer !== null && foldText(step.answer, english) === key);
  const supported: ReadOutput[] = [];
  for (const step of carrying.length > 0 ? carrying : path) {
    const read = await parts.read({ question: step.question, passages, cot: false });
    if (read.answer !== null && step.answer !== null && foldText(read.answer, english) === foldText(step.answer, english))
      supported.push(read);
  }
  const citations = [...new Set(supported.flatMap((support) => support.citations))];
  const quote = supported.find((support) => support.quote !== null)?.quote ?? null;
  return citations.length === 0 || quote === null ? NOTHING : { answer, citations, quote };
}

const NOTHING: ReadOutput = { answer: null, citations: [], quote: null };
