/** A decomposition as the planner's prompt and reply, so that a model that is fine-tuned on it fits `--planner`. */
import type { ChatMessage } from '../../src/models/models.ts';
import type { DecompositionStep, DecompositionType } from '../evaluation/decompositions.ts';
import { drrRoles } from '../../src/reasoning/roles/drrRoles.ts';
import { wireSchema } from '../../src/reasoning/replySchema.ts';

/** Without worked examples: a model that has learned to plan needs none. */
export function decompositionMessages(
  question: string,
  type: DecompositionType,
  steps: readonly DecompositionStep[],
): readonly ChatMessage[] {
  const input = { question, type, shots: 0, maxSubQuestions: mostSteps, feedback: null };
  const role = drrRoles.decompose;
  const schema = role.schema?.(input);
  const { fields } = schema ? wireSchema(schema) : { fields: [] };
  const reply = {
    question,
    decomposed_questions: steps.map((step, i) => ({ id: String(i + 1), sub_question: step.question })),
  };
  return [...role.messages(input, fields), { role: 'assistant', content: JSON.stringify(reply) }];
}

/** The default of DRR-RAG's `maxSubQuestions`. */
const mostSteps = 10;
