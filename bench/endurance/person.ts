/** What a person has made while working with Ariadne, and whether it is still there. */
import { existsSync } from 'node:fs';
import { Verdicts } from '../../src/check/disagreements/verdicts.ts';
import type { EngineState } from '../../src/protocol/engine.ts';
import { recordPath, type TableEdit, type TableRecord } from '../../src/protocol/table.ts';
import { readRecord } from '../../src/table/recordFile.ts';

/** What a person writes into a table. */
export type Correction = Extract<TableEdit, { readonly kind: 'cell' | 'heading' }>;

/** Two sentences of which a person says that they are no conflict. */
export type Settled = readonly [one: string, other: string];

interface KeptRun {
  title?: string;
  isPinned?: boolean;
  isDeleted?: boolean;
}

/** Work whose process was killed may be done or not, so that nothing is expected of it. */
export class Person {
  readonly #runs = new Map<string, KeptRun>();
  /** What was corrected, by table, then by place. */
  readonly #tables = new Map<string, Map<string, Correction>>();
  readonly #settled: Settled[] = [];

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

  /** @param before what the cell said by hand until then, perhaps under another path */
  corrected(out: string, edit: Correction, before?: string): void {
    const corrections = this.#tables.get(out);
    for (const [place, known] of corrections ?? []) if (known.kind === 'cell' && known.answer === before) corrections?.delete(place);
    corrections?.set(placeOf(edit), edit);
  }

  /** @param before as in `corrected` */
  unsureCell(out: string, edit: Correction, before?: string): void {
    this.corrected(out, edit, before);
    this.#tables.get(out)?.delete(placeOf(edit));
  }

  settled(sentences: Settled): void {
    this.#settled.push(sentences);
  }

  /** A sentence for everything that is not there as it was made. */
  missing(folder: string, { runs = [], removed = [], lost = [] }: Partial<EngineState>): readonly string[] {
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
      const record = existsSync(out) ? readRecord(recordPath(out)) : undefined;
      return record
        ? [...edits.values()].filter((edit) => !isIn(record, edit)).map((edit) => `${out} lacks ${JSON.stringify(edit)}`)
        : [`${out} is gone`];
    });
    const verdicts = new Verdicts(folder);
    const ofVerdicts = this.#settled.flatMap(([one, other]) => (verdicts.of(one, other) === undefined ? [`no verdict on “${one}”`] : []));
    return [...ofRuns, ...ofTables, ...ofVerdicts, ...lost.map(({ runId, reason }) => `${runId} cannot be read: ${reason}`)];
  }
}

/** A cell may be under another path now, or kept for when its document is there again. */
function isIn(record: TableRecord, edit: Correction): boolean {
  if (edit.kind === 'heading') return record.headings?.[edit.question] === edit.heading;
  const cells = [...record.rows.flatMap((row) => row.cells), ...(record.kept ?? []).map(({ cell }) => cell)];
  return cells.some(({ byHand }) => byHand?.answer === edit.answer);
}

function placeOf(edit: Correction): string {
  return JSON.stringify([edit.kind, edit.question, edit.kind === 'cell' ? edit.path : '']);
}
