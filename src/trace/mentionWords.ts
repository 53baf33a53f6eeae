import type { MentionPlace } from '../protocol/passage.ts';

type Place = Pick<MentionPlace, 'title' | 'line' | 'page'>;

/** Why a passage was found, for people: `found by way of The Salt Choir, line 12`. */
export function mentionWords(place: Place): string {
  return `found by way of ${mentionPlaceWords(place)}`;
}

/** `The Salt Choir, line 12` */
function mentionPlaceWords({ title, line, page }: Place): string {
  return `${title}, ${page === undefined ? `line ${line}` : `page ${page}`}`;
}
