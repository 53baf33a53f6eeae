import type { PathStep } from '../pathStep.ts';
import type { StepInput, StepOutput } from '../roles/sunarRoles.ts';
import { decide } from './compare.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { foldText } from './language.ts';
import type { Parts } from './parts.ts';

/**
 * The next sub-question of a question, or its answer. The plan is made again from the question each time and laid over the path, so the result
 * depends on nothing else. When a look-up found nothing, what does not need it is still asked (a comparison's other side), for its evidence; then
 * the reasoner says that it does not know.
 */
export function nextStep(parts: Parts, { question, path }: StepInput): StepOutput {
  if (question.trim() === '') return { action: 'finish', answer: null };
  const [next] = openSteps(parts, { question, path });
  if (next !== undefined) return { action: 'ask', subQuestion: next };
  const plan = parts.plan(question);
  const answers = answersOf(plan, path);
  return { action: 'finish', answer: decideAll(plan, answers) };
}

/** Steps of the plan that were not asked yet and whose own needs are met, in order, with the answers put in. */
export function openSteps({ plan: planOf }: Parts, { question, path }: StepInput): readonly string[] {
  const plan = planOf(question);
  const answers = answersOf(plan, path);
  return plan.steps.flatMap((template, index) => {
    const filled = answers[index] === undefined ? fill(template, answers) : null;
    return filled === null || wasAsked(filled, path) ? [] : [filled];
  });
}

/** What the answers to the steps of the plan, in its order, say to the question. */
export function decideAll({ steps, verdict }: QuestionPlan, answers: readonly (string | null | undefined)[]): string | null {
  return decide(
    verdict,
    steps.map((_, index) => answers[index] ?? null),
  );
}

/** The answer from the path alone. */
export function finishFrom({ plan: planOf }: Parts, { question, path }: StepInput): string | null {
  const plan = planOf(question);
  const planned = decide(
    plan.verdict,
    answersOf(plan, path).map((answer) => answer ?? null),
  );
  if (planned !== null || plan.verdict.kind !== 'last') return planned;
  // A path that another reasoner made, or one forced step: the question as asked.
  const whole = foldText(question);
  return path.find((step) => foldText(step.question) === whole)?.answer ?? null;
}

/** One entry for each step of the plan: its answer, null when it was asked in vain, undefined when it was not asked. */
function answersOf(plan: QuestionPlan, path: readonly PathStep[]): (string | null | undefined)[] {
  const answers: (string | null | undefined)[] = [];
  for (const template of plan.steps) {
    const filled = fill(template, answers);
    const step = filled === null ? undefined : path.find((done) => foldText(done.question) === foldText(filled));
    answers.push(step === undefined ? undefined : step.answer);
  }
  return answers;
}

/** The step with the answers it needs put in; null when one of them is missing. */
function fill(template: string, answers: readonly (string | null | undefined)[]): string | null {
  let complete = true;
  const filled = template.replaceAll(/#(\d)(?!\d)/gu, (reference, number: string) => {
    const index = Number(number) - 1;
    if (index >= answers.length) return reference;
    const answer = answers[index];
    if (answer === null || answer === undefined) complete = false;
    return answer ?? reference;
  });
  return complete ? filled : null;
}

function wasAsked(question: string, path: readonly PathStep[]): boolean {
  const key = foldText(question);
  return path.some((step) => foldText(step.question) === key);
}
