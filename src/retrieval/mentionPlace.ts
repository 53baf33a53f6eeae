import { locate } from '../citations/locate.ts';
import type { Mention } from '../indexing/interfaces.ts';
import { listedTitle, pageAt, type MentionPlace, type Passage } from '../protocol/passage.ts';

/** @param passage the one that mentions */
export function mentionPlaceOf(passage: Passage, { name, start, end }: Pick<Mention, 'name' | 'start' | 'end'>): MentionPlace {
  const { startLine, startOffset, endOffset } = locate(passage, start, end);
  const page = pageAt(passage, startOffset);
  return {
    passageId: passage.id,
    path: passage.path,
    title: listedTitle(passage),
    name,
    line: startLine + 1,
    ...(page === undefined ? {} : { page }),
    startOffset,
    endOffset,
    documentHash: passage.documentHash,
  };
}

/** Where a passage first has a name as a word or words, as it is written; undefined where it has not. */
export function mentionOf(passage: Passage, name: string): MentionPlace | undefined {
  for (let start = passage.text.indexOf(name); start >= 0 && name !== ''; start = passage.text.indexOf(name, start + 1)) {
    const end = start + name.length;
    if (!/[\p{L}\p{N}]/u.test(`${passage.text.charAt(start - 1)}${passage.text.charAt(end)}`))
      return mentionPlaceOf(passage, { name, start, end });
  }
  return undefined;
}
