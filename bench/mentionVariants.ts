/** Changes what an index says of mentions, for measuring what each part of it is worth. */
import type { Mention, MentionKind, PassageIndex, Row } from '../src/indexing/interfaces.ts';
import { MentionIndex } from '../src/indexing/mentions/mentionIndex.ts';
import { MentionTable } from '../src/indexing/mentions/mentionTable.ts';
import { IndexSnapshot } from '../src/indexing/snapshot.ts';

type Mentions = Pick<PassageIndex, 'mentionsIn' | 'mentionsInText'>;
export type MentionVariant = (original: Mentions & Pick<PassageIndex, 'mentionedBy'>) => Mentions;

const changed = ['mentionsIn', 'mentionsInText'] as const;

/** Does some work with every index of this process as `variant` makes it. */
export async function withMentions<T>(variant: MentionVariant, work: () => Promise<T>): Promise<T> {
  const originals = Object.fromEntries(
    [...changed, 'mentionedBy' as const].map((name) => [name, Reflect.get(IndexSnapshot.prototype, name) as unknown]),
  );
  const original = (index: unknown): Mentions & Pick<PassageIndex, 'mentionedBy'> => ({
    mentionsIn: (row) => call(originals['mentionsIn'], index, row) as readonly Mention[],
    mentionsInText: (text) => call(originals['mentionsInText'], index, text) as readonly Mention[],
    mentionedBy: (row) => call(originals['mentionedBy'], index, row) as readonly Row[],
  });
  for (const name of changed)
    Reflect.set(IndexSnapshot.prototype, name, function (this: unknown, argument: unknown) {
      return call(variant(original(this))[name], this, argument);
    });
  try {
    return await work();
  } finally {
    Object.assign(IndexSnapshot.prototype, originals);
  }
}

/** Does some work while mentions are neither looked for nor removed. */
export async function withoutMentionPass<T>(work: () => Promise<T>): Promise<T> {
  const nothing = (): Promise<void> => Promise.resolve();
  const changes = [
    [MentionIndex.prototype, 'has', (): boolean => true],
    [MentionIndex.prototype, 'with', same],
    [MentionTable.prototype, 'patch', nothing],
  ] as const;
  const originals = changes.map(([of, name]): unknown => Reflect.get(of, name));
  for (const [of, name, change] of changes) Reflect.set(of, name, change);
  try {
    return await work();
  } finally {
    changes.forEach(([of, name], i) => Reflect.set(of, name, originals[i]));
  }
}

function same(this: unknown): unknown {
  return this;
}

function call(method: unknown, index: unknown, argument: unknown): unknown {
  if (typeof method !== 'function') throw new Error('the index has no such method');
  return Reflect.apply(method, index, [argument]);
}

/** Changes nothing, but collects the kinds of mentions that are followed. */
export function seenIn(kinds: Set<MentionKind>): MentionVariant {
  return changing((mentions) => {
    for (const { kind } of mentions) kinds.add(kind);
    return mentions;
  });
}

export function withoutKind(without: MentionKind): MentionVariant {
  return changing((mentions) => mentions.filter(({ kind }) => kind !== without));
}

export const withoutQuestion: MentionVariant = (original) => ({ ...original, mentionsInText: () => [] });

/** Common names count like rare ones. */
export const unguarded: MentionVariant = changing((mentions) => mentions.map((mention) => ({ ...mention, specificity: 1 })));

/** A passage also leads to those that mention it, as surely as they mention it. */
export const alsoBackward: MentionVariant = ({ mentionsIn, mentionedBy, ...original }) => ({
  ...original,
  mentionsIn: (row) => [...mentionsIn(row), ...mentionedBy(row).flatMap((by) => backward(row, by, mentionsIn(by)))],
});

function backward(row: Row, by: Row, mentions: readonly Mention[]): readonly Mention[] {
  const mention = mentions.find(({ targets }) => targets.some(({ rows }) => rows.includes(row)));
  return mention ? [{ ...mention, start: 0, end: 0, targets: [{ path: `row ${by}`, rows: [by] }] }] : [];
}

function changing(change: (mentions: readonly Mention[]) => readonly Mention[]): MentionVariant {
  return ({ mentionsIn, mentionsInText }) => ({
    mentionsIn: (row) => change(mentionsIn(row)),
    mentionsInText: (text) => change(mentionsInText(text)),
  });
}
