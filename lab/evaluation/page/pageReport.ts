import type { System } from '../evalRecord.ts';
import type { Report } from '../report.ts';
import type { Interval } from '../statistics.ts';

export interface PageReport extends Report {
  /** By name, of F1. */
  readonly intervals: ReadonlyMap<string, Interval>;
  readonly measured: readonly { readonly name: string; readonly system: System }[];
}
