import type { ExtractedDocument } from '../../../src/corpus/document.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { makePdf, tableTexts } from '../../support/pdf.ts';
import type { PdfPageContent, PdfText } from '../../support/pdf.ts';
import { assertExactExtracted } from './exactMaps.ts';

export async function readPages(
  pages: readonly PdfPageContent[],
): Promise<{ readonly parsed: ExtractedDocument; readonly passages: readonly Passage[] }> {
  return assertExactExtracted('a-report.pdf', makePdf(pages));
}

export async function linesOf(texts: readonly PdfText[]): Promise<readonly string[]> {
  return (await readPages([{ texts }])).parsed.text.split('\n');
}

export const PROSE =
  'The lines of this paragraph are as wide as the page, so that nobody can take it for a header of the table below or for a label in it, whatever else may be there.';

/** Cells that end at the same places as the numbers of a table. */
export const endingAt = (rights: readonly number[], cells: readonly string[], y: number): readonly PdfText[] =>
  tableTexts([['', ...cells]], { x: 0, rights, top: y });
