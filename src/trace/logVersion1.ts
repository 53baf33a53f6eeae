/** Run logs of version 1 name a passage by `docId`, those of version 2 by `passageId`. The keys of recorded calls are the same. */
import { isObject } from '../base/isObject.ts';
import { withPassageId } from '../protocol/docId.ts';

/** Properties that list passages, by kind of event. */
const listed: Readonly<Record<string, readonly string[]>> = {
  'run-started': ['from', 'edits', 'pinned'],
  retrieved: ['retrieval', 'results'],
  'nar-turned': ['turn', 'batch'],
  'nar-ranked': ['ranking'],
  'evidence-found': ['evidence'],
  'recorded search': ['value'],
  cited: ['citations'],
};

/** Converts an event of a version 1 log to version 2. Events that version 2 appended to such a log stay unchanged. */
export function fromVersion1(event: unknown): unknown {
  if (!isObject(event)) return event;
  const { kind, of } = event;
  const path = listed[kind === 'recorded' ? `${kind} ${String(of)}` : String(kind)];
  const renamed = path === undefined ? event : renamedAt(event, path);
  return kind === 'run-started' ? { ...renamed, logVersion: 2 } : renamed;
}

function renamedAt(parent: Readonly<Record<string, unknown>>, [field = '', ...path]: readonly string[]): Readonly<Record<string, unknown>> {
  const value = parent[field];
  if (Array.isArray(value)) return { ...parent, [field]: value.map(withPassageId) };
  return isObject(value) ? { ...parent, [field]: renamedAt(value, path) } : parent;
}
