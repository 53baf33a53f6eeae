import { AriadneError } from '../base/errors.ts';
import { asksGold } from '../protocol/goldQuestions.ts';
import type { RunSpec } from '../protocol/runSpec.ts';

/** @throws AriadneError `sub-questions-missing` for a run that asks given sub-questions and has none */
export function requireSubQuestions({ params, subQuestions = [] }: Pick<RunSpec, 'params' | 'subQuestions'>): void {
  if (!asksGold(params) || subQuestions.length > 0) return;
  throw new AriadneError(
    'sub-questions-missing',
    'With "subQuestions" set to "gold", only the sub-questions given with the question are asked, and there are none. Only "ariadne eval" can give them, from a dataset. Set "subQuestions" to "generated".',
  );
}
