/** The roles of DRR-RAG without a model: the question's grammar is the plan, and an answer is checked by reading the passages again (pipelines.md 5.5). */
import type { DecomposeInput, DecomposeOutput, IntegrateInput, QuestionType, RefineInput, RefineOutput } from '../roles/drrTypes.ts';
import { isSame } from './compare.ts';
import { decideAll } from './plan.ts';
import { planQuestion } from './questionShape.ts';
import { readPassages } from './readPassages.ts';
import { foldText } from './language.ts';

export function classifyQuestion({ question }: { readonly question: string }): { readonly type: QuestionType } {
  const { steps, verdict } = planQuestion(question);
  const isChained = steps.some((step) => REFERENCE.test(step));
  return { type: verdict.kind === 'last' ? 'inference' : isChained ? 'hybrid' : 'comparison' };
}

/** Nothing can repair a plan that failed: the next one is the question as it is. */
export function planAtOnce({ question, maxSubQuestions, feedback }: DecomposeInput): DecomposeOutput {
  const { steps } = planQuestion(question);
  const isAgain = feedback !== null || steps.length > maxSubQuestions;
  const templates = isAgain ? [question] : steps.map((step) => step.replaceAll(ALL_REFERENCES, '{sub_question_$1_answer}'));
  const plan = templates.map((subQuestion, i) => ({ id: String(i + 1), subQuestion }));
  return { plan, reply: JSON.stringify(Object.fromEntries(plan.map(({ id, subQuestion }) => [id, subQuestion]))) };
}

export function checkAnswer({ question, answer, passages }: RefineInput): RefineOutput {
  const read = readPassages({ question, passages, cot: false });
  if (read.answer === null || read.quote === null) return { evidence: null, verdict: 'wrong', correctAnswer: null };
  const isRight = answer !== null && (foldText(answer) === foldText(read.answer) || isSame(answer, read.answer));
  return { evidence: read.quote, verdict: isRight ? 'right' : 'wrong', correctAnswer: isRight ? answer : read.answer };
}

/** By the question's own plan where that is what was solved, else the last answer there is. */
export function integrateAnswers({ question, solved }: IntegrateInput): { readonly answer: string | null } {
  const plan = planQuestion(question);
  const answers = solved.map(({ answer }) => answer);
  return { answer: plan.steps.length === solved.length ? decideAll(plan, answers) : (answers.at(-1) ?? null) };
}

const REFERENCE = /#\d(?!\d)/u;
const ALL_REFERENCES = /#(\d)(?!\d)/gu;
