import * as z from 'zod';

/** Errors as they cross the process boundary. */
export const errorData = z.object({ code: z.string() });
