import { pageWords } from '../protocol/placeWords.ts';
import type { QuotedPlace } from '../protocol/trace.ts';
import { plain } from './terminal.ts';

/** Where a passage or quote is, as people look it up: lines of the file, or the page of a PDF, whose lines nobody sees. */
export function passagePlaceWords({
  path,
  startLine,
  endLine,
  ...pages
}: Pick<QuotedPlace, 'path' | 'startLine' | 'endLine' | 'page' | 'lastPage'>): string {
  const words = pageWords(pages);
  if (words !== undefined) return `${plain(path)}, ${words}`;
  return `${plain(path)}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
