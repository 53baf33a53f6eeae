/** What a person has made while working with Ariadne, and whether it is still there. */
import { existsSync } from 'node:fs';
import type { EngineState } from '../../src/protocol/engine.ts';
import { recordPath, type TableEdit } from '../../src/protocol/table.ts';
import { readRecord } from '../../src/table/recordFile.ts';

type CellEdit = Extract<TableEdit, { readonly kind: 'cell' }>;

interface KeptRun {
  title?: string;
  isPinned?: boolean;
  isDeleted?: boolean;
}

/** Work whose process was killed may be done or not, so that nothing is expected of it. */
export class Person {
  readonly #runs = new Map<string, KeptRun>();
  /** Cells that were corrected, by table, then by document and question. */
  readonly #tables = new Map<string, Map<string, CellEdit>>();

  get runs(): readonly string[] {
    return [...this.#runs].filter(([, { isDeleted }]) => isDeleted !== true).map(([id]) => id);
  }

  get deleted(): readonly string[] {
    return [...this.#runs].filter(([, { isDeleted }]) => isDeleted === true).map(([id]) => id);
  }

  get tables(): readonly string[] {
    return [...this.#tables.keys()];
  }

  asked(runId: string): void {
    this.#runs.set(runId, {});
  }

  noted(runId: string, note: KeptRun): void {
    this.#runs.set(runId, { ...this.#runs.get(runId), ...note });
  }

  /** @param names what may or may not have been noted */
  unsure(runId: string, names: readonly (keyof KeptRun)[]): void {
    // A run may be among the deleted ones or not: nothing more is expected of it.
    if (names.includes('isDeleted')) this.#runs.delete(runId);
    const run = this.#runs.get(runId);
    for (const name of names) delete run?.[name];
  }

  filled(out: string): void {
    if (!this.#tables.has(out)) this.#tables.set(out, new Map());
  }

  corrected(out: string, edit: CellEdit): void {
    this.#tables.get(out)?.set(cellOf(edit), edit);
  }

  unsureCell(out: string, edit: CellEdit): void {
    this.#tables.get(out)?.delete(cellOf(edit));
  }

  /** A sentence for everything that is not there as it was made. */
  missing({ runs = [], removed = [], lost = [] }: Partial<EngineState>): readonly string[] {
    const listed = new Map(runs.map((run) => [run.runId, run]));
    const gone = new Set(removed.map(({ runId }) => runId));
    const ofRuns = [...this.#runs].flatMap(([runId, { title, isPinned, isDeleted = false }]) => {
      const run = listed.get(runId);
      if (isDeleted) return run || !gone.has(runId) ? [`${runId} was deleted, and is ${run ? 'listed' : 'gone for good'}`] : [];
      if (!run) return [`${runId} is gone`];
      return [
        ...(title !== undefined && run.title !== title ? [`${runId} is called “${run.title}”, not “${title}”`] : []),
        ...(isPinned !== undefined && (run.isPinned ?? false) !== isPinned ? [`${runId} is ${isPinned ? 'not ' : ''}pinned`] : []),
      ];
    });
    const ofTables = [...this.#tables].flatMap(([out, edits]) => {
      if (!existsSync(out)) return [`${out} is gone`];
      const record = readRecord(recordPath(out));
      return [...edits.values()].flatMap(({ path, question, answer }) => {
        const row = record?.rows.find((one) => one.path === path);
        // A table has no rows of documents that are gone.
        if (!row) return [];
        const cell = row.cells[record?.questions.indexOf(question) ?? -1];
        const now = cell?.byHand?.answer;
        return now === answer ? [] : [`${out}: ${path} says “${now}”, not “${answer}”`];
      });
    });
    return [...ofRuns, ...ofTables, ...lost.map(({ runId, reason }) => `${runId} cannot be read: ${reason}`)];
  }
}

function cellOf({ path, question }: CellEdit): string {
  return JSON.stringify([path, question]);
}
