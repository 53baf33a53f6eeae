import type { PathStep } from '../pathStep.ts';
import type { StepInput, StepOutput } from '../roles/sunarRoles.ts';
import { decide } from './compare.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { foldText } from './language.ts';
import type { Parts } from './parts.ts';

/**
 * The next sub-question of a question, or its answer. The plan is derived from the question each time and matched to the path, so the
 * result depends on nothing else. If a look-up found nothing, independent ones (a comparison's other side) are still asked for their
 * evidence; then the reasoner abstains.
 */
export function nextStep(parts: Parts, { question, path }: StepInput): StepOutput {
  if (question.trim() === '') return { action: 'finish', answer: null };
  const [next] = openSteps(parts, { question, path });
  if (next !== undefined) return { action: 'ask', subQuestion: next };
  const plan = parts.plan(question);
  const answers = answersOf(plan, path);
  return { action: 'finish', answer: decideAll(plan, answers) };
}

/** Unasked steps of the plan whose dependencies are answered, in order, with the answers filled in. */
export function openSteps({ plan: planOf }: Parts, { question, path }: StepInput): readonly string[] {
  const plan = planOf(question);
  const answers = answersOf(plan, path);
  return plan.steps.flatMap((template, index) => {
    const filled = answers[index] === undefined ? fill(template, answers) : null;
    return filled === null || wasAsked(filled, path) ? [] : [filled];
  });
}

/** The answer that follows from the answers to the plan's steps, in order. */
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
  // The path is from another reasoner or has one forced step, so the question counts as asked.
  const whole = foldText(question);
  return path.find((step) => foldText(step.question) === whole)?.answer ?? null;
}

/** One entry per step of the plan: its answer, null when it was asked without success, undefined when it was not asked. */
function answersOf(plan: QuestionPlan, path: readonly PathStep[]): (string | null | undefined)[] {
  const answers: (string | null | undefined)[] = [];
  for (const template of plan.steps) {
    const filled = fill(template, answers);
    const step = filled === null ? undefined : path.find((done) => foldText(done.question) === foldText(filled));
    answers.push(step === undefined ? undefined : step.answer);
  }
  return answers;
}

/** The step with the needed answers filled in; null when one is missing. */
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
