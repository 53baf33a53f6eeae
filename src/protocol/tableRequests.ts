/** The engine's requests about stored tables, which are given by the paths of their records. */
import * as z from 'zod';
import { passageRead, tableStanding } from './table.ts';

export const tableRequests = {
  /** Whether tables still hold. */
  checkTables: { params: z.object({ records: z.array(z.string()), mayAsk: z.boolean() }), result: z.array(tableStanding) },
  /** Writes a table as Markdown or CSV. */
  exportTable: { params: z.object({ record: z.string(), out: z.string() }), result: z.object({}) },
  /** Passages of a document that were read for a cell, as they are indexed now. */
  passagesRead: {
    params: z.object({ record: z.string(), path: z.string(), ids: z.array(z.string()) }),
    result: z.array(passageRead),
  },
} as const;
