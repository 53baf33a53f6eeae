/** Changes collected for runs, and what is known of their effect. Pure. */
import type { Gesture } from '../../src/protocol/panel.ts';
import type { RerunPreview } from '../../src/protocol/preview.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { canChangeText, requestOf, toggleBan, togglePin, toggleRerun, type Change, type Changes } from './changes.ts';

/** By run; the most recent last. */
export type Collected = Readonly<Record<string, Changes>>;

export const nothingCollected: Collected = {};

/** The result of the last preview. */
export interface Ahead {
  readonly key: string;
  readonly preview?: RerunPreview;
  /** Why the effect is unknown. */
  readonly problem?: string;
}

/** More than anyone returns to. They are stored with the panel. */
const keptRuns = 12;

export function collect(collected: Collected, runId: string, changes: Changes): Collected {
  const { [runId]: _before, ...others } = collected;
  if (changes.length === 0) return others;
  const kept = Object.entries(others).slice(1 - keptRuns);
  return { ...Object.fromEntries(kept), [runId]: changes };
}

/** Removes the changes that were collected for a run once a new run is made with them. */
export function withoutMade(collected: Collected, { from }: Trace): Collected {
  const changes = from === undefined ? undefined : collected[from.runId];
  if (from === undefined || changes === undefined) return collected;
  return changes.every((one) => isIn(one, from.edits)) ? collect(collected, from.runId, []) : collected;
}

function isIn(one: Change, { texts = {}, pinned = [], banned = [], rerun = [] }: RunEdits): boolean {
  const isPinned = (passageId: string): boolean => pinned.some((pin) => pin.passageId === passageId);
  switch (one.kind) {
    case 'text':
      return texts[one.node] === one.text;
    case 'pin':
      return isPinned(one.passageId);
    case 'ban':
      return banned.includes(one.passageId);
    case 'rerun':
      return rerun.includes(one.node);
    case 'back':
      return !{ text: texts[one.id] !== undefined, pin: isPinned(one.id), ban: banned.includes(one.id) }[one.of];
  }
}

/** The changes after a gesture. Unchanged for an active run, and for a node or passage that does not exist. */
export function afterGesture(changes: Changes, trace: Trace, gesture: Exclude<Gesture, { kind: 'edit' }>): Changes {
  if (!trace.finished) return changes;
  switch (gesture.kind) {
    case 'rerun':
      return toggleRerun(changes, gesture.node);
    case 'pin':
      return togglePin(changes, trace, gesture.passageId, gesture.node);
    case 'ban':
      return toggleBan(changes, trace, gesture.passageId);
  }
}

export function canEdit(trace: Trace, node: string): boolean {
  const found = trace.nodes.find(({ id }) => id === node);
  return trace.finished && found !== undefined && canChangeText(found);
}

/** The key of a preview request; empty when there is nothing to preview. */
export function aheadKey(runId: string | undefined, changes: Changes): string {
  return runId === undefined || changes.length === 0 ? '' : JSON.stringify([runId, requestOf(changes)]);
}
