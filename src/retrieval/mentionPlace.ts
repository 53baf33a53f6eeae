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
