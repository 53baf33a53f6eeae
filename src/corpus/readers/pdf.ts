import { abortError } from '../../base/abort.ts';
import { AriadneError, messageOf } from '../../base/errors.ts';
import type { ExtractingReader } from '../document.ts';
import { extractedDocument } from '../extracted.ts';
import { columnsOf } from './pdfColumns.ts';
import { openPdf } from './pdfFile.ts';
import type { PdfFile } from './pdfFile.ts';
import { structureOf } from './pdfHeadings.ts';
import { Hyphens } from './pdfHyphens.ts';
import { pdfLinesOf, segmentsOf } from './pdfLines.ts';
import { paragraphsOf, typographyOf } from './pdfParagraphs.ts';
import { withoutRunningLines } from './pdfRunningLines.ts';
import type { PageColumns } from './pdfRunningLines.ts';
import { refuseOtherFormat } from './sniff.ts';
import { otherTitle } from './statedTitle.ts';

/**
 * PDF: text in reading order, column by column, with hyphenated words joined and repeated page headers and footers removed. In tables,
 * each row has the names of its columns, and cells of several lines are whole. Headings are recognized by bookmarks and typography. Pages
 * that are images without text are reported.
 */
export const pdfReader: ExtractingReader = {
  kind: 'extracting',
  async extract(bytes, path, { signal }) {
    refuseOtherFormat(bytes, path, 'pdf');
    const file = await openPdf(bytes, path);
    try {
      return await extractFrom(file, path, signal);
    } finally {
      await file.close();
    }
  },
};

async function extractFrom(file: PdfFile, path: string, signal: AbortSignal | undefined): ReturnType<ExtractingReader['extract']> {
  const pages: PageColumns[] = [];
  const imageShares: number[] = [];
  const damaged: { readonly page: number; readonly error: unknown }[] = [];
  for (let i = 0; i < file.pageCount; i++) {
    if (signal?.aborted === true) throw abortError();
    try {
      const { directions, imageShare } = await file.page(i);
      pages.push(directions.flatMap((texts) => columnsOf(segmentsOf(texts))).map(pdfLinesOf));
      imageShares.push(imageShare);
    } catch (error) {
      damaged.push({ page: i, error });
      pages.push([]);
      imageShares.push(0);
    }
  }
  const [first] = damaged;
  if (first !== undefined && damaged.length === file.pageCount) {
    const sentence = `${path} is damaged: none of its pages can be read (${messageOf(first.error)}). Save or download it again.`;
    throw new AriadneError('unreadable-document', sentence, { cause: first.error });
  }
  const typography = typographyOf(pages);
  const { pages: kept, runningLines } = withoutRunningLines(pages, typography.bodySize);
  const scanned = kept.flatMap((columns, page) => (isScanned(columns, imageShares[page] ?? 0) ? [page] : []));
  const areScanned = new Set(scanned);
  if (scanned.length > 0 && kept.every((columns, page) => columns.length === 0 || areScanned.has(page)))
    throw scannedDocument(path, file.pageCount);
  const hyphens = new Hyphens();
  for (const lines of kept.flat()) hyphens.learn(lines);
  const paragraphs = paragraphsOf(kept, typography, hyphens);
  const { items, title } = structureOf(paragraphs, typography.bodySize, file.bookmarks, file.title);
  const warnings = [
    ...(scanned.length > 0 ? [`${namedPages(scanned)} without text; run OCR on the file to include the text`] : []),
    ...(damaged.length > 0 ? [`${pagesIn(damaged.map(({ page }) => page))} of the file cannot be read; save or download it again`] : []),
  ];
  const fields = [...otherTitle(file.title, title), ...file.fields];
  return extractedDocument(items, { path, title, pageCount: file.pageCount, warnings, fields, runningLines });
}

function isScanned(columns: PageColumns, imageShare: number): boolean {
  const chars = columns.flat().reduce((sum, { text }) => sum + text.length, 0);
  return imageShare > MIN_SCAN_SHARE && chars < MAX_SCAN_CHARS;
}

/** Below this share, an image is a photograph on a page with few words rather than a scan. */
const MIN_SCAN_SHARE = 0.3;
const MAX_SCAN_CHARS = 30;

function scannedDocument(path: string, pageCount: number): AriadneError {
  const pages = pageCount === 1 ? '1 page that is an image' : `${pageCount} pages that are images`;
  return new AriadneError(
    'scanned-document',
    `${path} has ${pages} without text; run OCR on it (for example with ocrmypdf) and index it again.`,
  );
}

function namedPages(pages: readonly number[]): string {
  return `${pagesIn(pages)} ${pages.length === 1 ? 'is an image' : 'are images'}`;
}

/** @returns `page 3`, `pages 3–5 and 9`; names at most a few ranges */
function pagesIn(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const named = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}–${to + 1}`));
  if (ranges.length > MAX_RANGES) named.push('others');
  const list = named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}` : (named[0] ?? '');
  return `${pages.length === 1 ? 'page' : 'pages'} ${list}`;
}

const MAX_RANGES = 8;
