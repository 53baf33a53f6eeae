import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { yieldToEventLoop } from '../../base/abort.ts';
import { AriadneError, messageOf } from '../../base/errors.ts';
import { cleanText } from '../extracted.ts';
import type { ExtractedField } from '../extracted.ts';
import { loadPdfjs } from './pdfjs.ts';
import type { Pdfjs } from './pdfjs.ts';
import { PdfLinks, rotated, withLink } from './pdfLinks.ts';
import type { LinkArea } from './pdfLinks.ts';
import type { PlacedText } from './placedText.ts';

interface PdfPage {
  /** Texts by direction: upright, then turned by 90°, 180° and 270°, each on rotated axes as if it were upright. */
  readonly directions: readonly (readonly PlacedText[])[];
  /** Share of the page covered by one image, if the page has too little text to count as text. */
  readonly imageShare: number;
}

export interface PdfBookmark {
  readonly title: string;
  /** From 1. */
  readonly level: number;
}

/** An open PDF, read page by page. */
export interface PdfFile {
  readonly pageCount: number;
  /** The title in the file's properties, which is often wrong. */
  readonly title: string | undefined;
  /** What the other properties say about the document. */
  readonly fields: readonly ExtractedField[];
  readonly bookmarks: readonly PdfBookmark[];
  /** @param index page number from 0 */
  page(index: number): Promise<PdfPage>;
  close(): Promise<void>;
}

/** @throws AriadneError `encrypted-document` or `unreadable-document` */
export async function openPdf(bytes: Uint8Array, path: string): Promise<PdfFile> {
  const {
    pdfjs: { getDocument, OPS },
    worker,
  } = await loadPdfjs();
  const task = getDocument({
    worker,
    // Copied, since pdf.js takes ownership of the buffer.
    data: new Uint8Array(bytes),
    cMapUrl: `${cMapFolder()}/`,
    verbosity: 0,
    // Images are never decoded.
    maxImageSize: 0,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    // Provides the names of the fonts.
    fontExtraProperties: true,
  });
  try {
    const document = await task.promise;
    const fonts = new Map<string, FontStyle>();
    const links = new PdfLinks(document);
    let sinceCleanup = 0;
    return {
      pageCount: document.numPages,
      ...(await propertiesOf(document)),
      bookmarks: await bookmarksOf(document),
      async page(index) {
        const page = await document.getPage(index + 1);
        try {
          return await readPage(page, path, { fonts, links, ops: OPS });
        } finally {
          page.cleanup();
          // pdf.js would otherwise keep fonts and other shared objects of all pages ever read.
          if (++sinceCleanup >= PAGES_PER_CLEANUP) {
            sinceCleanup = 0;
            fonts.clear();
            await document.cleanup();
          }
        }
      },
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    throw explained(error, path);
  }
}

const PAGES_PER_CLEANUP = 100;

function explained(error: unknown, path: string): AriadneError {
  if (error instanceof Error && error.name === 'PasswordException')
    return new AriadneError('encrypted-document', `${path} is password-protected. Save a copy without a password to index it.`, {
      cause: error,
    });
  const sentence = `${path} is damaged and cannot be read as a PDF (${messageOf(error)}). Save or download it again.`;
  return new AriadneError('unreadable-document', sentence, { cause: error });
}

/** Folder of the character maps for Chinese, Japanese and Korean fonts: beside the bundle, or in pdf.js's package. */
function cMapFolder(): string {
  const beside = join(import.meta.dirname, 'cmaps');
  return existsSync(beside) ? beside : join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
}

async function propertiesOf(document: PDFDocumentProxy): Promise<Pick<PdfFile, 'title' | 'fields'>> {
  const { info } = await document.getMetadata();
  const values = new Map<string, unknown>(Object.entries(info));
  const title = values.get('Title');
  const fields = Object.entries(PROPERTIES).flatMap(([name, label]): readonly ExtractedField[] => {
    const value = values.get(name);
    // `D:20200102…` is a date.
    const text = typeof value === 'string' ? cleanText(value.replace(/^D:(\d{4})(\d\d)(\d\d).*$/s, '$1-$2-$3')) : '';
    return text === '' ? [] : [{ name, value: text, label }];
  });
  return { title: typeof title === 'string' ? title : undefined, fields };
}

/** Dates are those of the file, not of what it says. */
const PROPERTIES = { Author: 'author', Subject: 'subject', Keywords: 'keywords', CreationDate: undefined, ModDate: undefined };

async function bookmarksOf(document: PDFDocumentProxy): Promise<readonly PdfBookmark[]> {
  const found: PdfBookmark[] = [];
  const visit = (entries: Awaited<ReturnType<PDFDocumentProxy['getOutline']>>, level: number): void => {
    for (const { title, items } of entries ?? []) {
      found.push({ title, level });
      visit(items as typeof entries, level + 1);
    }
  };
  visit(await document.getOutline(), 1);
  return found;
}

interface FontStyle {
  readonly isBold: boolean;
  readonly isMonospace: boolean;
}

const PLAIN: FontStyle = { isBold: false, isMonospace: false };

/** What the pages of a document share. */
interface Shared {
  readonly fonts: Map<string, FontStyle>;
  readonly links: PdfLinks;
  readonly ops: Pdfjs['pdfjs']['OPS'];
}

async function readPage(page: PDFPageProxy, path: string, { fonts, links, ops }: Shared): Promise<PdfPage> {
  const { items, styles } = await page.getTextContent();
  const { transform: view, width, height } = page.getViewport({ scale: 1 });
  const texts = items.filter((item) => 'str' in item).filter(({ str }) => str !== '');
  const charCount = texts.reduce((sum, { str }) => sum + str.trim().length, 0);
  const unknown = Object.keys(styles).filter((name) => !fonts.has(name));
  let imageShare = 0;
  if (unknown.length > 0 || charCount < FEW_CHARS) {
    const operators = await page.getOperatorList();
    if (charCount < FEW_CHARS) imageShare = shareOfImage(operators, ops, width * height);
    // pdf.js announces fonts a moment after the operators.
    await yieldToEventLoop();
    for (const name of unknown) fonts.set(name, styleOf(page, name));
  }
  const areas = await links.areasOf(page, view, path);
  const directions = new Map<number, PlacedText[]>();
  for (const { str, transform, width: advance, height: drop, fontName, dir } of texts) {
    const [a, b, c, d, e, f] = product(view, transform);
    const isVertical = styles[fontName]?.vertical === true;
    const angle = isVertical ? Math.PI / 2 : Math.atan2(b, a);
    const quarter = Math.round(angle / (Math.PI / 2));
    // Slanted text is a watermark across the page.
    if (Math.abs(angle - quarter * (Math.PI / 2)) > MAX_SLANT) continue;
    if (e < -width || f < -height || e > 2 * width || f > 2 * height) continue;
    const [cos = 1, sin = 0] = QUARTERS[(quarter + 4) % 4] ?? [];
    const x0 = e * cos + f * sin;
    const size = isVertical ? Math.hypot(a, b) : Math.hypot(c, d);
    const placed: PlacedText = {
      text: str,
      x0,
      x1: x0 + Math.abs(isVertical ? drop : advance),
      baseline: f * cos - e * sin,
      size: size > 0 ? size : 1,
      ...(fonts.get(fontName) ?? PLAIN),
      isRightToLeft: dir === 'rtl',
    };
    const others = directions.get(quarter & 3);
    if (others === undefined) directions.set(quarter & 3, [placed]);
    else if (!isSameAgain(others.at(-1), placed)) others.push(placed);
  }
  const byQuarter = [...directions].sort(([a, textsA], [b, textsB]) => charsIn(textsB) - charsIn(textsA) || a - b);
  const linked = byQuarter.map(([quarter, placed]) => withLinks(placed, quarter, areas));
  return { directions: linked, imageShare };
}

function withLinks(texts: readonly PlacedText[], quarter: number, areas: readonly LinkArea[]): readonly PlacedText[] {
  if (areas.length === 0) return texts;
  const [cos = 1, sin = 0] = QUARTERS[quarter] ?? [];
  const turned = rotated(areas, cos, sin);
  return texts.flatMap((text) => withLink(text, turned));
}

const FEW_CHARS = 200;
const MAX_SLANT = 0.1;
/** Cosine and sine of the quarter turns. */
const QUARTERS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Whether a text repeats the one before at the same place, as some programs do for bold. */
function isSameAgain(before: PlacedText | undefined, { text, x0, baseline, size }: PlacedText): boolean {
  if (before === undefined || before.text !== text || text.trim() === '') return false;
  return Math.abs(before.x0 - x0) < size * 0.2 && Math.abs(before.baseline - baseline) < size * 0.1;
}

function charsIn(texts: readonly PlacedText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function styleOf({ commonObjs }: PDFPageProxy, fontName: string): FontStyle {
  const font: unknown = commonObjs.has(fontName) ? commonObjs.get(fontName) : undefined;
  if (typeof font !== 'object' || font === null) return PLAIN;
  const name = 'name' in font && typeof font.name === 'string' ? font.name.replace(/^[A-Z]{6}\+/, '') : '';
  const isSaidBold = ('bold' in font && font.bold === true) || ('black' in font && font.black === true);
  const isSaidMonospace = 'isMonospace' in font && font.isMonospace === true && 'widths' in font && hasOneWidth(font.widths);
  const isMonospace = isSaidMonospace || MONOSPACE_NAME.test(name);
  return { isBold: isSaidBold || BOLD_NAME.test(name), isMonospace };
}

/** Whether a font is really monospaced. Many only claim to be, and a few characters prove nothing. */
function hasOneWidth(widths: unknown): boolean {
  if (typeof widths !== 'object' || widths === null) return false;
  const known = Object.values(widths).filter((width) => typeof width === 'number' && width > 0);
  return known.length >= 20 && new Set(known).size === 1;
}

const BOLD_NAME = /bold|black|heavy|demi|medi\b|-bd\b|^(?:cmbx|cmssbx|sfbx|ecbx|lmroman\w*-bold)/i;
const MONOSPACE_NAME = /courier|mono(?!type)|consol|typewriter|^(?:cmtt|sftt|ectt|lmtt)/i;

type Matrix = readonly [number, number, number, number, number, number];

function product(view: readonly number[], item: readonly unknown[]): Matrix {
  const [v0 = 1, v1 = 0, v2 = 0, v3 = 1, v4 = 0, v5 = 0] = view;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.map(Number);
  return [v0 * a + v2 * b, v1 * a + v3 * b, v0 * c + v2 * d, v1 * c + v3 * d, v0 * e + v2 * f + v4, v1 * e + v3 * f + v5];
}

/**
 * The operators leave out images but keep the transform that maps the unit square to part of the page, which is used only for images.
 * @returns the share of the page that the largest such part covers, at most 1
 */
function shareOfImage(operators: { fnArray: number[]; argsArray: unknown[] }, ops: Pdfjs['pdfjs']['OPS'], pageArea: number): number {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const saved: Matrix[] = [];
  let largest = 0;
  operators.fnArray.forEach((operator, i) => {
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) saved.push(matrix);
    if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    const args = operators.argsArray[i];
    const inner: unknown =
      operator === ops.transform ? args : operator === ops.paintFormXObjectBegin && Array.isArray(args) ? args[0] : undefined;
    // Some operators have typed arrays, others plain ones.
    if (typeof inner === 'object' && inner !== null) matrix = product(matrix, Array.from(inner as ArrayLike<number>));
    largest = Math.max(largest, Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  });
  return Math.min(1, largest / pageArea);
}
