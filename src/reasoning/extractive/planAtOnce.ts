/**
 * The roles of DRR-RAG without a model: the plan follows from the question's grammar, and an answer is checked by reading the passages
 * again (pipelines.md 5.5).
 */
import type { DecomposeInput, DecomposeOutput, IntegrateInput, QuestionType, RefineInput, RefineOutput } from '../roles/drrTypes.ts';
import { isSame } from './compare.ts';
import { decideAll } from './plan.ts';
import { english } from '../../language/english.ts';
import { foldText } from '../../language/words.ts';
import type { Parts } from './parts.ts';

export function classifyQuestion({ plan }: Parts, { question }: { readonly question: string }): { readonly type: QuestionType } {
  const { steps, verdict } = plan(question);
  const isChained = steps.some((step) => REFERENCE.test(step));
  return { type: verdict.kind === 'last' ? 'inference' : isChained ? 'hybrid' : 'comparison' };
}

/** A failed plan cannot be improved, so the next plan is the question itself. */
export function planAtOnce(parts: Parts, { question, type, maxSubQuestions, feedback }: DecomposeInput): DecomposeOutput {
  const { steps } = parts.plan(question);
  const isAgain = feedback !== null || steps.length > maxSubQuestions;
  const templates = isAgain ? [question] : steps.map((step) => step.replaceAll(ALL_REFERENCES, '{sub_question_$1_answer}'));
  const plan = templates.map((subQuestion, i) => ({ id: String(i + 1), subQuestion }));
  const reply = JSON.stringify(Object.fromEntries(plan.map(({ id, subQuestion }) => [id, subQuestion])));
  return { plan, reply, ...(type === null ? classifyQuestion(parts, { question }) : {}) };
}

export async function checkAnswer({ read }: Parts, { question, answer, passages }: RefineInput): Promise<RefineOutput> {
  const { answer: found, quote } = await read({ question, passages, cot: false });
  if (found === null || quote === null) return { evidence: null, verdict: 'wrong', correctAnswer: null };
  const isRight = answer !== null && (foldText(answer, english) === foldText(found, english) || isSame(answer, found));
  return { evidence: quote, verdict: isRight ? 'right' : 'wrong', correctAnswer: isRight ? answer : found };
}

/** Uses the question's plan if it is the one that was solved, otherwise the last available answer. */
export function integrateAnswers(parts: Parts, { question, solved }: IntegrateInput): { readonly answer: string | null } {
  const plan = parts.plan(question);
  const answers = solved.map(({ answer }) => answer);
  return { answer: plan.steps.length === solved.length ? decideAll(plan, answers) : (answers.at(-1) ?? null) };
}

const REFERENCE = /#\d(?!\d)/u;
const ALL_REFERENCES = /#(\d)(?!\d)/gu;
