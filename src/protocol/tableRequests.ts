/** The engine's requests about tables. Stored ones are given by the paths of their records. */
import * as z from 'zod';
import { tableAhead, tableEdit, tableOrder, tableProgress, tableSummary } from './table.ts';
import { modelIds } from './runSpec.ts';

export const tableRequests = {
  /** What `fillTable` would do. */
  tableAhead: { params: tableOrder.extend({ models: modelIds }), result: tableAhead },
  /** Fills a table, or what of it is open or has changed; notifies of its progress. A cancelled one keeps what it has. */
  fillTable: { params: tableOrder.extend({ models: modelIds }), result: tableSummary },
  /** Changes a stored table, and the forms beside it. Nothing is asked. */
  editTable: { params: z.object({ record: z.string(), edit: tableEdit }), result: z.object({}) },
  /** Writes a table as Markdown or CSV. */
  exportTable: { params: z.object({ record: z.string(), out: z.string() }), result: z.object({}) },
} as const;

export const tableNotifications = { tableProgress: tableProgress.extend({ out: z.string() }) } as const;
