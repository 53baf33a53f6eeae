/** How the next sub-question is asked, in the same words in every prompt that asks for one at a time. */
import { hasFailed, type PathStep } from '../pathStep.ts';

/** Only what the steps so far call for is said. */
export function askingRules(path: readonly PathStep[]): string {
  const names = path.some(({ qualifier }) => qualifier !== undefined) ? ', with what tells them apart' : '';
  return [
    path.length === 0
      ? '- Ask one sub-question that can be understood on its own; a question that one place can answer is asked as it is. A comparison asks the same of every side.'
      : `- Ask one sub-question that can be understood on its own: put earlier answers in by name${names}, never write "he" or "step 1". A comparison asks the same of every side.`,
    ...againRules(path),
  ].join('\n');
}

/** How to ask after what was asked before. */
export function againRules(path: readonly PathStep[]): readonly string[] {
  const failed = path.some(hasFailed) ? ', except one that failed' : '';
  return [
    ...(path.length === 0 ? [] : [`- Do not repeat a sub-question${failed}.`]),
    ...(path.some(isOpen) ? ['- What is unknown or missing can be asked in other words, from the other side, or in parts.'] : []),
  ];
}

function isOpen(step: PathStep): boolean {
  return (step.answer === null && !hasFailed(step)) || step.missing !== undefined;
}
