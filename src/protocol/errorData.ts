import * as z from 'zod';

/** The form in which errors cross the process boundary. */
export const errorData = z.object({ code: z.string() });
