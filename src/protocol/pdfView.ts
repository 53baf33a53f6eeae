/** Messages between the PDF viewer's host side and its page. */
import * as z from 'zod';

/** Where a document is to be opened. */
const pdfPlace = z.object({
  /** 1-based. */
  page: z.number().int().positive().optional(),
  /** How far into the text of the document the words are, in [0, 1]: where they are looked for first if no page is known. */
  share: z.number().min(0).max(1).optional(),
  /** The words to mark; none where only the place is known. */
  words: z.string().optional(),
  /** What the text has around the words, in the same line. Tells one of several places from the others, and the row of a cell. */
  before: z.string().default(''),
  after: z.string().default(''),
});
export type PdfPlace = Readonly<z.infer<typeof pdfPlace>>;

/** A range of the text that was read, as the viewer finds it. */
export function placeInPdf(text: string, start: number, end: number, page: number | undefined): PdfPlace {
  return {
    ...(page === undefined ? {} : { page }),
    share: text.length === 0 ? 0 : Math.min(1, start / text.length),
    words: text.slice(start, end),
    before: text.slice(Math.max(0, start - contextChars), start),
    after: text.slice(end, end + contextChars),
  };
}

/** More than the longest rows of tables have. */
const contextChars = 2_000;

export const toPdfPage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    name: z.string(),
    sizeBytes: z.number().int().nonnegative(),
    /** Addresses of what pdf.js loads: its worker, and folders. */
    assets: z.object({ worker: z.string(), cMaps: z.string(), fonts: z.string(), wasm: z.string() }),
    place: pdfPlace.optional(),
  }),
  /** The answer to `range`. */
  z.object({ kind: z.literal('bytes'), begin: z.number().int(), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('go'), place: pdfPlace }),
  /** The file was deleted while it is open. */
  z.object({ kind: z.literal('gone') }),
  /** The file cannot be read. */
  z.object({ kind: z.literal('problem'), message: z.string() }),
]);
export type ToPdfPage = Readonly<z.infer<typeof toPdfPage>>;

const selected = { text: z.string().max(20_000), page: z.number().int().positive(), lastPage: z.number().int().positive() };

export const fromPdfPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** Bytes of the file, end-exclusive. */
  z.object({ kind: z.literal('range'), begin: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('ask'), ...selected }),
  /** `pages`: how many the document has. */
  z.object({ kind: z.literal('cite'), ...selected, pages: z.number().int().positive() }),
  z.object({ kind: z.literal('verify'), ...selected }),
  z.object({ kind: z.literal('open-default') }),
  /** `lines`: what the page in view begins with. */
  z.object({ kind: z.literal('show-text'), lines: z.array(z.string()).max(20), share: z.number().min(0).max(1) }),
]);
export type FromPdfPage = Readonly<z.infer<typeof fromPdfPage>>;
