import * as z from 'zod';
import { documentIdentity } from './identity.ts';

/**
 * A piece of a document. Lines and offsets are 0-based and end-exclusive, with offsets in UTF-16 code units of the document's source text,
 * as in VS Code. `endLine` is the line after the last one touched. The source text of a text format is the decoded file; that of a PDF,
 * DOCX, ODT or EPUB is its extracted text, with one paragraph per line.
 */
const sourceRange = z.object({
  startLine: z.number().int().nonnegative(),
  endLine: z.number().int().positive(),
  startOffset: z.number().int().nonnegative(),
  endOffset: z.number().int().nonnegative(),
});
export type SourceRange = Readonly<z.infer<typeof sourceRange>>;

/**
 * Sources of the passage text: flat quadruples [textStart, sourceOffset, length, sourceLine], ascending by textStart. Inside such a run,
 * text and source have the same characters; text between runs was made by the reader (a decoded entity, a tag turned into a space).
 */
const verbatimRuns = z.array(z.number().int().nonnegative());
export type VerbatimRuns = readonly number[];

/** A piece of text that is indexed, retrieved and cited. */
export const passage = z.object({
  /** Stable as long as the document's path and the passage's text stay the same. */
  id: z.string(),
  /** Path of the document relative to the indexed folder, `/`-separated. */
  path: z.string(),
  title: z.string(),
  /** Who the document is in its folder; absent where its title says all. */
  identity: documentIdentity.optional(),
  /** Headings above the passage, outermost first, without the title. */
  headings: z.array(z.string()),
  text: z.string(),
  range: sourceRange,
  runs: verbatimRuns,
  /** 1-based page on which the passage begins, in formats with pages. */
  pageNumber1: z.number().int().positive().optional(),
  /** Ascending offsets in the source text, inside the passage, at which further pages begin. Absent when there are none. */
  pageBreaks: z.array(z.number().int().nonnegative()).optional(),
  /** SHA-256 of the document's bytes as indexed. */
  documentHash: z.string(),
});
export type Passage = Readonly<z.infer<typeof passage>>;

/** A passage of which a prompt shows a part, as far as text was left out before or after it. */
export interface ShownPassage extends Passage {
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** What people see as the title of a passage's document. What reads the passage needs its own title. */
export function listedTitle({ title, identity }: Pick<Passage, 'title' | 'identity'>): string {
  return identity?.title ?? title;
}

const generatedPrefix = 'generated:';

/** The id of a passage that the model itself has written for a node of a run. */
export function generatedId(node: string): string {
  return `${generatedPrefix}${node}`;
}

/** Whether the model itself has written the passage. It is never cited. */
export function isGenerated({ id }: Pick<Passage, 'id'>): boolean {
  return id.startsWith(generatedPrefix);
}

/** The place in a passage that mentions another passage's document or section. */
export const mentionPlace = z.object({
  passageId: z.string(),
  path: z.string(),
  title: z.string(),
  /** The name as the mentioned document has it; for a link, its target as written. */
  name: z.string(),
  /** 1-based. */
  line: z.number().int().positive(),
  page: z.number().int().positive().optional(),
  /** In the source text, like those of the passage's range. */
  startOffset: z.number().int().nonnegative(),
  endOffset: z.number().int().nonnegative(),
  documentHash: z.string(),
});
export type MentionPlace = Readonly<z.infer<typeof mentionPlace>>;

export const evidenceSource = z.enum(['initial', 'frontier', 'search', 'generated']);
export type EvidenceSource = z.infer<typeof evidenceSource>;

/** The pages of a range in the passage's source text: the last one only where it is another. None in formats without pages. */
export function pagesOf(passage: Passage, startOffset: number, endOffset: number): { readonly page?: number; readonly lastPage?: number } {
  const page = pageAt(passage, startOffset);
  if (page === undefined) return {};
  const lastPage = pageAt(passage, endOffset - 1) ?? page;
  return lastPage > page ? { page, lastPage } : { page };
}

/** The 1-based page of an offset in the passage's source text; undefined in formats without pages. */
export function pageAt({ pageNumber1, pageBreaks = [] }: Passage, offset: number): number | undefined {
  return pageNumber1 === undefined ? undefined : pageNumber1 + pageBreaks.filter((start) => start <= offset).length;
}

/** A passage that is offered while a question is typed. Offsets are those of `SourceRange`. */
export const foundPassage = z.object({
  path: z.string(),
  title: z.string(),
  /** `line 12` or `page 3`. */
  place: z.string(),
  /** From the first sentence that has words of the question, on one line. */
  text: z.string(),
  startOffset: z.number().int(),
  endOffset: z.number().int(),
  documentHash: z.string(),
});
export type FoundPassage = Readonly<z.infer<typeof foundPassage>>;
