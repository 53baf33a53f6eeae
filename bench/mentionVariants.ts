/** Changes what an index says of mentions, for measuring what each part of it is worth. */
import type { Mention, MentionKind, PassageIndex } from '../src/indexing/interfaces.ts';
import { IndexSnapshot } from '../src/indexing/snapshot.ts';

type Mentions = Pick<PassageIndex, 'mentionsIn' | 'mentionsInText' | 'namesAmong'>;
export type MentionVariant = (original: Mentions) => Mentions;

/** Does some work with every index of this process as `variant` makes it. */
export async function withMentions<T>(variant: MentionVariant, work: () => Promise<T>): Promise<T> {
  const { mentionsIn, mentionsInText, namesAmong } = Object.getOwnPropertyDescriptors(IndexSnapshot.prototype);
  const of = (index: IndexSnapshot): Mentions =>
    variant({
      mentionsIn: (rows) => mentionsIn.value!.call(index, rows),
      mentionsInText: (text) => mentionsInText.value!.call(index, text),
      namesAmong: (names, rows) => namesAmong.value!.call(index, names, rows),
    });
  Object.assign(IndexSnapshot.prototype, {
    mentionsIn(this: IndexSnapshot, rows: readonly number[]) {
      return of(this).mentionsIn(rows);
    },
    mentionsInText(this: IndexSnapshot, text: string) {
      return of(this).mentionsInText(text);
    },
    namesAmong(this: IndexSnapshot, names: readonly string[], rows: readonly number[]) {
      return of(this).namesAmong(names, rows);
    },
  });
  try {
    return await work();
  } finally {
    Object.defineProperties(IndexSnapshot.prototype, { mentionsIn, mentionsInText, namesAmong });
  }
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

export const withoutQuestion: MentionVariant = (original) => ({ ...original, mentionsInText: () => Promise.resolve([]) });

/** The best passage is no bridge to what shares a name with it. */
export const withoutBridge: MentionVariant = (original) => ({
  ...original,
  namesAmong: (names) => Promise.resolve(names.map(() => ({ specificity: 0, rows: [] }))),
});

/** Common names count like rare ones. */
export const unguarded: MentionVariant = changing((mentions) => mentions.map((mention) => ({ ...mention, specificity: 1 })));

function changing(change: (mentions: readonly Mention[]) => readonly Mention[]): MentionVariant {
  return ({ mentionsIn, mentionsInText, namesAmong }) => ({
    namesAmong,
    mentionsIn: async (rows) => (await mentionsIn(rows)).map(change),
    mentionsInText: async (text) => change(await mentionsInText(text)),
  });
}
