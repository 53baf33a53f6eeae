/** The engine's requests about questions that are written over the documents. */
import * as z from 'zod';

export const questionRequests = {
  /**
   * Writes questions over the documents to a new folder, with a sheet to review them. A chat model that is not built in words and checks
   * them: `rejected` keep their words, because the model's ask something else. `failure` says why it ended before the last question.
   */
  writeQuestions: {
    params: z.object({ out: z.string(), chat: z.string() }),
    result: z.object({
      questions: z.number().int(),
      leftOut: z.number().int(),
      rejected: z.number().int(),
      failure: z.string().optional(),
      sheet: z.string(),
    }),
  },
  /** Makes the dataset of the questions that a sheet keeps. */
  reviewQuestions: {
    params: z.object({ sheet: z.string() }),
    result: z.object({ kept: z.number().int(), edited: z.number().int(), dropped: z.number().int(), out: z.string() }),
  },
} as const;
