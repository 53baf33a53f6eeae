import type { PathStep } from '../pathStep.ts';
import type { StepInput, StepOutput } from '../roles/sunarRoles.ts';
import { decide } from './compare.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { english } from '../../language/english.ts';
import { foldText } from '../../language/words.ts';
import type { Parts } from './parts.ts';

/**
 * The next sub-question of a question, or its answer. The plan is derived from the question each time and matched to the path, so the
 * result depends on nothing else. If a look-up found nothing, independent ones (a comparison's other side) are still asked for their
 * evidence; then the reasoner abstains.
 */
export function nextStep(parts: Parts, { question, path }: StepInput): StepOutput {
  if (question.trim() === '') return { action: 'finish', answer: null };
  const [next] = openSteps(parts, { question, path });
  if (next !== undefined)
    return { action: 'ask', subQuestion: next.question, ...(next.guessed.length > 0 ? { guessed: next.guessed } : {}) };
  const plan = parts.plan(question);
  return { action: 'finish', answer: decideAll(plan, sureAnswers(plan, found(plan, path))) };
}

/**
 * Unasked steps of the plan whose dependencies are answered, in order, with the answers filled in. A guess does for an answer here, because
 * evidence for a later step is useful even where its answer cannot be given.
 */
export function openSteps({ plan: planOf }: Parts, { question, path }: StepInput): readonly OpenStep[] {
  const plan = planOf(question);
  const steps = found(plan, path);
  return plan.steps.flatMap((template, index) => {
    const filled = steps[index] === undefined ? fill(template, steps) : null;
    if (filled === null || wasAsked(filled, path)) return [];
    const guessed = referencesOf(template).flatMap((other) => (steps[other]?.answer === null ? (steps[other].guess ?? []) : []));
    return [{ question: filled, guessed: [...new Set(guessed)] }];
  });
}

interface OpenStep {
  readonly question: string;
  readonly guessed: readonly string[];
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
  const planned = decideAll(plan, sureAnswers(plan, found(plan, path)));
  if (planned !== null || plan.verdict.kind !== 'last') return planned;
  // The path is from another reasoner or has one forced step, so the question counts as asked.
  const whole = foldText(question, english);
  return path.find((step) => foldText(step.question, english) === whole)?.answer ?? null;
}

/** What would follow if all guesses were right; undefined when a step has neither answer nor guess. */
export function guessFrom({ plan: planOf }: Parts, { question, path }: StepInput): string | undefined {
  const plan = planOf(question);
  return decideAll(plan, found(plan, path).map(leadOf)) ?? undefined;
}

const leadOf = (step: PathStep | undefined): string | undefined => step?.answer ?? step?.guess;

/** One entry per step of the plan: what was found when it was asked, undefined when it was not. */
function found(plan: QuestionPlan, path: readonly PathStep[]): (PathStep | undefined)[] {
  const steps: (PathStep | undefined)[] = [];
  for (const template of plan.steps) {
    const filled = fill(template, steps);
    steps.push(filled === null ? undefined : path.find((done) => foldText(done.question, english) === foldText(filled, english)));
  }
  return steps;
}

/** The answers that rest on no guess, null for the others. */
function sureAnswers({ steps: templates }: QuestionPlan, steps: readonly (PathStep | undefined)[]): readonly (string | null)[] {
  const answers: (string | null)[] = [];
  for (const [index, template] of templates.entries()) {
    const isSure = referencesOf(template).every((other) => other >= templates.length || answers[other] !== null);
    answers.push(isSure ? (steps[index]?.answer ?? null) : null);
  }
  return answers;
}

/** Indices of the steps whose answers a step needs. */
function referencesOf(template: string): readonly number[] {
  return [...template.matchAll(reference)].map(([, number]) => Number(number) - 1);
}

const reference = /#(\d)(?!\d)/gu;

/** The step with the needed answers, or guesses, filled in; null when one is missing. */
function fill(template: string, steps: readonly (PathStep | undefined)[]): string | null {
  let complete = true;
  const filled = template.replaceAll(reference, (written, number: string) => {
    const index = Number(number) - 1;
    if (index >= steps.length) return written;
    const value = leadOf(steps[index]);
    if (value === undefined) complete = false;
    return value ?? written;
  });
  return complete ? filled : null;
}

function wasAsked(question: string, path: readonly PathStep[]): boolean {
  const key = foldText(question, english);
  return path.some((step) => foldText(step.question, english) === key);
}
