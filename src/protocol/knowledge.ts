import * as z from 'zod';

/**
 * What an answer may rest on where a method reads evidence (pipelines.md 1.12). In a request it counts for a pipeline that has the
 * parameter, unless the request's parameters name it; for a run based on another, only with another pipeline or where everything is asked
 * again.
 */
export const knowledge = z.enum(['evidence', 'evidence-then-memory', 'as-published']);
export type Knowledge = z.infer<typeof knowledge>;

/** A parameter of every pipeline that reads documents. */
export const knowledgeParameter = knowledge
  .default('evidence')
  .describe(
    'What an answer may rest on: the evidence and what plainly follows from it; where that gives no answer, also what the model knows, marked as such (evidence-then-memory); or the prompt leaves that open, as in most papers (as-published)',
  );

/** @param params of any pipeline; one that reads nothing has none */
export function knowledgeOf(params: Readonly<Record<string, unknown>>): Knowledge {
  return knowledge.catch('evidence').parse(params['knowledge']);
}
