import type { QuotedPlace } from '../protocol/trace.ts';
import { plain } from './terminal.ts';

/** Where a passage or quote is, as people look it up: lines of the file, or the page of a PDF, whose lines nobody sees. */
export function placeWords({ path, startLine, endLine, page }: Pick<QuotedPlace, 'path' | 'startLine' | 'endLine' | 'page'>): string {
  if (page !== undefined) return `${plain(path)}, page ${page}`;
  return `${plain(path)}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
