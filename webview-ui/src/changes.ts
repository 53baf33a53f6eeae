/** What a user changes of a run, collected until the run is made again with it. Pure. */
import * as z from 'zod';
import { withPassageId } from '../../src/protocol/docId.ts';
import type { RunChanges, RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

const anyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), node: z.string(), text: z.string() }),
  /** In one node, or wherever passages are searched. */
  z.object({ kind: z.literal('pin'), passageId: z.string(), node: z.string().optional() }),
  z.object({ kind: z.literal('ban'), passageId: z.string() }),
  z.object({ kind: z.literal('rerun'), node: z.string() }),
  /** A change that the run was made with is to hold no more: `id` is that of its node or its passage. */
  z.object({ kind: z.literal('back'), of: z.enum(['text', 'pin', 'ban']), id: z.string() }),
]);
/** As a panel kept it, maybe one of an older version. */
const change = z.preprocess(withPassageId, anyChange);
export type Change = Readonly<z.infer<typeof anyChange>>;
/** In the order in which they were made; no two of them say something about the same. */
export const changeList = z.array(change).readonly();
export type Changes = readonly Change[];

/** What a passage is to be, or is, by the user's choice. */
export interface Choice {
  readonly kind: 'pinned' | 'banned' | 'taken-back';
  /** Not yet part of the run. */
  readonly isNew: boolean;
}

/** The text it had is no change. */
export function changeText(changes: Changes, trace: Trace, node: string, text: string): Changes {
  const others = changes.filter((one) => !(one.kind === 'text' && one.node === node) && !isBack(one, 'text', node));
  const wanted = text.replace(/\s+/g, ' ').trim();
  return wanted === '' || wanted === textOf(trace, node) ? others : [...others, { kind: 'text', node, text: wanted }];
}

/** As asked: with earlier answers in their places. */
function textOf({ nodes }: Trace, node: string): string {
  const found = nodes.find(({ id }) => id === node);
  return found ? (found.resolvedText ?? found.text) : '';
}

/** Pins a passage where it was found, or takes that back. */
export function togglePin(changes: Changes, trace: Trace, passageId: string, node: string): Changes {
  const others = changes.filter((one) => !isAbout(one, passageId, node));
  const choice = choiceOf(changes, trace, passageId, node);
  if (choice?.kind === 'pinned') return choice.isNew ? others : [...others, { kind: 'back', of: 'pin', id: passageId }];
  if (standingPin(trace, passageId, node)) return others;
  return [...others, { kind: 'pin', passageId, ...(hasSearched(trace, node) ? { node } : {}) }];
}

/** Bans a passage everywhere, or takes that back. */
export function toggleBan(changes: Changes, trace: Trace, passageId: string): Changes {
  const others = changes.filter((one) => !isAbout(one, passageId));
  const choice = choiceOf(changes, trace, passageId);
  if (choice?.kind === 'banned') return choice.isNew ? others : [...others, { kind: 'back', of: 'ban', id: passageId }];
  return standing(trace).banned?.includes(passageId) ? others : [...others, { kind: 'ban', passageId }];
}

export function toggleRerun(changes: Changes, node: string): Changes {
  const others = changes.filter((one) => !(one.kind === 'rerun' && one.node === node));
  return others.length < changes.length ? others : [...others, { kind: 'rerun', node }];
}

/** Lets a change that the run was made with hold no more. */
export function takeBack(changes: Changes, of: Extract<Change, { kind: 'back' }>['of'], id: string): Changes {
  return [...changes.filter((one) => !isBack(one, of, id)), { kind: 'back', of, id }];
}

/** @param node where it is looked at; a passage may be pinned in one node only */
export function choiceOf(changes: Changes, trace: Trace, passageId: string, node?: string): Choice | undefined {
  const now = changes.find((one) => isAbout(one, passageId, node));
  if (now?.kind === 'ban') return { kind: 'banned', isNew: true };
  if (now?.kind === 'pin') return { kind: 'pinned', isNew: true };
  if (now?.kind === 'back') return { kind: 'taken-back', isNew: true };
  if (standing(trace).banned?.includes(passageId)) return { kind: 'banned', isNew: false };
  return standingPin(trace, passageId, node) ? { kind: 'pinned', isNew: false } : undefined;
}

/** Changes that the run was made with, as far as they go on. */
export function standing({ from }: Trace): RunEdits {
  return from?.edits ?? {};
}

/** Only sub-questions have a text that is the user's to change. */
export function canChangeText({ kind }: TraceNode): boolean {
  return kind === 'sub_question';
}

/** Whether there is something that it could ask again. Older logs do not say who asked. */
export function canRerun({ nodes }: Trace, { asked }: TraceNode): boolean {
  return asked !== undefined || nodes.every((node) => node.asked === undefined);
}

/** What the engine is asked to do. */
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
  const pins = standing(trace).pinned ?? [];
  return pins.some((pin) => pin.passageId === passageId && (pin.node === undefined || node === undefined || pin.node === node));
}

/** Pins are put in where passages are searched or ranked. */
function hasSearched({ retrievals, reranks }: Trace, node: string): boolean {
  return [...retrievals, ...reranks].some((one) => one.node === node);
}
