import { t } from '@vscode/l10n';
import type { MentionPlace } from '../protocol/passage.ts';

type Place = Pick<MentionPlace, 'title' | 'line' | 'page'>;

/** Why a passage was found, for people: `found by way of The Salt Choir, line 12`. */
export function mentionWords(place: Place): string {
  return t('found by way of {0}', mentionPlaceWords(place));
}

/** `The Salt Choir, line 12` */
function mentionPlaceWords({ title, line, page }: Place): string {
  return page === undefined ? t('{0}, line {1}', title, line) : t('{0}, page {1}', title, page);
}
