import * as z from 'zod';
import type { Knowing } from '../reasoning/role.ts';

/**
 * A parameter of methods that ask the model for what it knows. The papers do not say whether it may decline. What a role that reads
 * evidence may do without it is another parameter, `knowledge`.
 */
export const closedBook = z
  .enum(['strict', 'as-published'])
  .default('strict')
  .describe('What the model does about what it does not know: it says so (strict), or the prompt leaves that open (as-published)');

/** The choice as part of the input of a role that answers from memory. */
export function recalling(choice: z.output<typeof closedBook>): Knowing {
  return choice === 'strict' ? {} : { knowledge: 'as-published' };
}
