/** How the next sub-question is asked, in the same words in every prompt that asks for one at a time. */
import type { PathStep } from '../pathStep.ts';

/** Only what the steps so far call for is said. */
export function askingRules(path: readonly PathStep[]): string {
  const names = path.some(({ qualifier }) => qualifier !== undefined) ? ', with what tells them apart' : '';
  return [
    path.length === 0
      ? '- Ask one sub-question that can be understood on its own; a question that one place can answer is asked as it is. A comparison asks the same of every side.'
      : `- Ask one sub-question that can be understood on its own: put earlier answers in by name${names}, never write "he" or "step 1". A comparison asks the same of every side.`,
    ...(path.length === 0 ? [] : ['- Do not repeat a sub-question.']),
    ...(path.some(isOpen) ? ['- What is unknown, missing or failed can be asked in other words, from the other side, or in parts.'] : []),
  ].join('\n');
}

function isOpen({ answer, missing }: PathStep): boolean {
  return answer === null || missing !== undefined;
}
