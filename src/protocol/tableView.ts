/** Messages between the editor of a table and its page. */
import * as z from 'zod';
import { cellChange, cellFault, tableProgress, tableRecord } from './table.ts';

export const toTableView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    record: tableRecord,
    /** Paths of documents that have changed since they were asked, and of those that are gone. */
    changed: z.array(z.string()),
    gone: z.array(z.string()),
    /** Paths of documents that it has no row for yet. */
    added: z.array(z.string()),
    /** Cells and titles that their documents do not bear out. */
    faults: z.array(cellFault),
    /** Why its quotes are not looked up; absent when they are. */
    unchecked: z.string().optional(),
    /** What is different since this window has filled it. */
    changes: z.array(cellChange),
    /** Cells that another model has answered than the one that is chosen now; absent when there are none. */
    otherModel: z.object({ cells: z.number().int(), now: z.string() }).optional(),
    /** Whether it can be filled: its folder is the one that is open. */
    canFill: z.boolean(),
    /** Whether it is being filled; then progress follows. */
    isFilling: z.boolean(),
  }),
  /** The file cannot be shown. */
  z.object({ kind: z.literal('problem'), message: z.string() }),
  /** Null when it is not being filled, or no longer. */
  z.object({ kind: z.literal('progress'), progress: tableProgress.nullable() }),
]);
export type ToTableView = Readonly<z.infer<typeof toTableView>>;

export const fromTableView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('open-quote'),
    path: z.string(),
    startLine: z.number().int().positive(),
    endLine: z.number().int().positive(),
    linesHash: z.string(),
    quote: z.string(),
  }),
  z.object({ kind: z.literal('open-document'), path: z.string() }),
  /** Lists passages that were read for a cell, by their ids. */
  z.object({ kind: z.literal('show-read'), path: z.string(), passages: z.array(z.string()) }),
  /** Writes it to a file of another type. */
  z.object({ kind: z.literal('export') }),
  z.object({ kind: z.literal('add-column') }),
  /** Offers what can be done with a column. */
  z.object({ kind: z.literal('edit-column'), question: z.string() }),
  /** Asks for an answer by hand. */
  z.object({ kind: z.literal('edit-cell'), path: z.string(), question: z.string() }),
  z.object({ kind: z.literal('fill') }),
  /** Fills it with what answered before, because documents have changed. */
  z.object({ kind: z.literal('refresh') }),
  z.object({ kind: z.literal('stop') }),
]);
export type FromTableView = Readonly<z.infer<typeof fromTableView>>;
