/** A folder of a question over several that could not be searched. The others answer. */
import * as z from 'zod';

export const unsearched = z.object({ name: z.string(), why: z.string() });
export type Unsearched = Readonly<z.infer<typeof unsearched>>;

export function unsearchedSentence({ name, why }: Unsearched): string {
  return `“${name}” was not searched. ${why}`;
}
