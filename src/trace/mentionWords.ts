import type { MentionPlace } from '../protocol/passage.ts';

/** Why a passage was found, for people: `mentioned by The Salt Choir, line 12`. */
export function mentionWords({ title, line, page }: Pick<MentionPlace, 'title' | 'line' | 'page'>): string {
  return `mentioned by ${title}, ${page === undefined ? `line ${line}` : `page ${page}`}`;
}
