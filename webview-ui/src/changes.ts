/** The user's changes to a run, collected until the next run is based on it. Pure. */
import * as z from 'zod';
import type { RunChanges, RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), node: z.string(), text: z.string() }),
  /** For one node, or for all searches. */
  z.object({ kind: z.literal('pin'), passageId: z.string(), node: z.string().optional() }),
  z.object({ kind: z.literal('ban'), passageId: z.string() }),
  z.object({ kind: z.literal('rerun'), node: z.string() }),
  /** Undoes a change that the run was made with. `id` is that of its node or its passage. */
  z.object({ kind: z.literal('back'), of: z.enum(['text', 'pin', 'ban']), id: z.string() }),
]);
export type Change = Readonly<z.infer<typeof change>>;
/** In the order in which they were made; no two changes concern the same thing. */
export const changeList = z.array(change).readonly();
export type Changes = readonly Change[];

/** The user's choice for a passage, pending or in effect. */
export interface Choice {
  readonly kind: 'pinned' | 'banned' | 'taken-back';
  /** True while the choice is not part of the run. */
  readonly isNew: boolean;
}

/** Changes a node's text. Entering the original text removes the change. */
export function changeText(changes: Changes, trace: Trace, node: string, text: string): Changes {
  const others = changes.filter((one) => !(one.kind === 'text' && one.node === node) && !isBack(one, 'text', node));
  const wanted = text.replace(/\s+/g, ' ').trim();
  return wanted === '' || wanted === textOf(trace, node) ? others : [...others, { kind: 'text', node, text: wanted }];
}

/** The text as asked, with earlier answers filled in. */
function textOf({ nodes }: Trace, node: string): string {
  const found = nodes.find(({ id }) => id === node);
  return found ? (found.resolvedText ?? found.text) : '';
}

/** Pins a passage where it was found, or unpins it. */
export function togglePin(changes: Changes, trace: Trace, passageId: string, node: string): Changes {
  const others = changes.filter((one) => !isAbout(one, passageId, node));
  const choice = choiceOf(changes, trace, passageId, node);
  if (choice?.kind === 'pinned') return choice.isNew ? others : [...others, { kind: 'back', of: 'pin', id: passageId }];
  if (standingPin(trace, passageId, node)) return others;
  return [...others, { kind: 'pin', passageId, ...(hasSearched(trace, node) ? { node } : {}) }];
}

/** Bans a passage everywhere, or lifts the ban. */
export function toggleBan(changes: Changes, trace: Trace, passageId: string): Changes {
  const others = changes.filter((one) => !isAbout(one, passageId));
  const choice = choiceOf(changes, trace, passageId);
  if (choice?.kind === 'banned') return choice.isNew ? others : [...others, { kind: 'back', of: 'ban', id: passageId }];
  return keptChanges(trace).banned?.includes(passageId) ? others : [...others, { kind: 'ban', passageId }];
}

export function toggleRerun(changes: Changes, node: string): Changes {
  const others = changes.filter((one) => !(one.kind === 'rerun' && one.node === node));
  return others.length < changes.length ? others : [...others, { kind: 'rerun', node }];
}

/** Undoes a change that the run was made with. */
export function takeBack(changes: Changes, of: Extract<Change, { kind: 'back' }>['of'], id: string): Changes {
  return [...changes.filter((one) => !isBack(one, of, id)), { kind: 'back', of, id }];
}

/** @param node the node where the passage is shown, since it may be pinned in one node only */
export function choiceOf(changes: Changes, trace: Trace, passageId: string, node?: string): Choice | undefined {
  const now = changes.find((one) => isAbout(one, passageId, node));
  if (now?.kind === 'ban') return { kind: 'banned', isNew: true };
  if (now?.kind === 'pin') return { kind: 'pinned', isNew: true };
  if (now?.kind === 'back') return { kind: 'taken-back', isNew: true };
  if (keptChanges(trace).banned?.includes(passageId)) return { kind: 'banned', isNew: false };
  return standingPin(trace, passageId, node) ? { kind: 'pinned', isNew: false } : undefined;
}

/** The changes of this run that later runs keep. */
export function keptChanges({ from }: Trace): RunEdits {
  return from?.edits ?? {};
}

/** Only the text of a sub-question can be changed by the user. */
export function canChangeText({ kind }: TraceNode): boolean {
  return kind === 'sub_question';
}

/** Whether the node made calls that can be repeated. Older logs do not record this. */
export function canRerun({ nodes }: Trace, { asked }: TraceNode): boolean {
  return asked !== undefined || nodes.every((node) => node.asked === undefined);
}

/** The changes as a request to the engine. */
export function requestOf(changes: Changes): RunChanges {
  const texts = changes.flatMap((one) => (one.kind === 'text' ? [[one.node, one.text] as const] : []));
  const pinned = changes.flatMap((one) => (one.kind === 'pin' ? [pinOf(one)] : []));
  const banned = changes.flatMap((one) => (one.kind === 'ban' ? [one.passageId] : []));
  const rerun = changes.flatMap((one) => (one.kind === 'rerun' ? [one.node] : []));
  const back = (of: 'text' | 'pin' | 'ban'): string[] => changes.flatMap((one) => (one.kind === 'back' && one.of === of ? [one.id] : []));
  return {
    edits: {
      ...(texts.length > 0 ? { texts: Object.fromEntries(texts) } : {}),
      ...(pinned.length > 0 ? { pinned } : {}),
      ...(banned.length > 0 ? { banned } : {}),
      ...(rerun.length > 0 ? { rerun } : {}),
    },
    takenBack: { texts: back('text'), pinned: back('pin'), banned: back('ban') },
  };
}

function pinOf({ passageId, node }: Extract<Change, { kind: 'pin' }>): { passageId: string; node?: string } {
  return node === undefined ? { passageId } : { passageId, node };
}

/** @param node a pin in another node does not count */
function isAbout(one: Change, passageId: string, node?: string): boolean {
  if (one.kind === 'pin') return one.passageId === passageId && (one.node === undefined || node === undefined || one.node === node);
  if (one.kind === 'ban') return one.passageId === passageId;
  return one.kind === 'back' && one.of !== 'text' && one.id === passageId;
}

function isBack(one: Change, of: 'text' | 'pin' | 'ban', id: string): boolean {
  return one.kind === 'back' && one.of === of && one.id === id;
}

function standingPin(trace: Trace, passageId: string, node: string | undefined): boolean {
  const pins = keptChanges(trace).pinned ?? [];
  return pins.some((pin) => pin.passageId === passageId && (pin.node === undefined || node === undefined || pin.node === node));
}

/** Pins are inserted where passages are searched or ranked. */
function hasSearched({ retrievals, reranks }: Trace, node: string): boolean {
  return [...retrievals, ...reranks].some((one) => one.node === node);
}
