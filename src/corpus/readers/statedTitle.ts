import { cleanText } from '../extracted.ts';
import type { ExtractedField } from '../extracted.ts';

/** Whether the title in a file's properties is useful: many programs put a file name or their own name there. */
export function isTelling(title: string): boolean {
  return /\p{L}{2}/u.test(title) && !NO_TITLE.test(title);
}

/** The title in the properties as a field, if it is useful and not the document's title anyway. */
export function otherTitle(stated: string | undefined, title: string | undefined): readonly ExtractedField[] {
  const value = cleanText(stated ?? '');
  if (!isTelling(value) || value.toLowerCase() === cleanText(title ?? '').toLowerCase()) return [];
  return [{ name: 'title', value, label: 'title' }];
}

const NO_TITLE =
  /\.(?:docx?|odt|rtf|tex|dvi|pdf|indd|qxd|pages|pptx?|xlsx?|ps|eps|html?|txt)$|^(?:untitled|microsoft word|document\d*$|title$|no title|unknown|layout \d|print$|slide \d|\/)/i;
