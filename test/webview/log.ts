/** Short hands for run logs. */
import type { NewRunEvent, RunEvent } from '../../src/protocol/events.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { RunSpec } from '../../src/protocol/runSpec.ts';
import type { EdgeKind, NodeKind, Trace } from '../../src/protocol/trace.ts';
import { fold } from '../../src/trace/fold.ts';
import { runStarted } from '../support/runStarted.ts';

/** Numbered events, 100 ms apart. */
export function log(...events: readonly NewRunEvent[]): RunEvent[] {
  return events.map((event, n) => ({ ...event, n, at: n * 100 }));
}

export function traceOf(...events: readonly NewRunEvent[]): Trace {
  return fold(log(...events));
}

export function started(question: string, spec: Partial<RunSpec> = {}): ReturnType<typeof runStarted> {
  return runStarted({ runId: 'r', spec: { question, pipeline: 'sunar', ...spec }, folder: 'f', indexEpoch: '1' });
}

export function added(id: string, order: number, options: { kind?: NodeKind; attempt?: number; parent?: string } = {}): NewRunEvent {
  const { kind = 'sub_question', attempt = 0, parent = null } = options;
  return { kind: 'node-added', node: { id, kind, text: `${id}?`, parent, attempt, depth: 0, order } };
}

export function edge(from: string, to: string, kind: EdgeKind): NewRunEvent {
  return { kind: 'edge-added', from, to, edge: kind };
}

export function passage(id: string, text: string, runs: readonly number[] = [0, 50, text.length, 3]): Passage {
  const range = { startLine: 3, endLine: 4, startOffset: 50, endOffset: 50 + text.length };
  return {
    id,
    path: `${id}.md`,
    title: id.toUpperCase(),
    headings: [id.toUpperCase(), 'Life'],
    text,
    range,
    runs: [...runs],
    documentHash: `hash-${id}`,
  };
}
