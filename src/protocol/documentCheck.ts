/** The citations of a document with what their sources say of the sentences that cite them. */
import * as z from 'zod';
import { sentence } from './sentence.ts';
import { doubt } from './writtenAnswer.ts';

/** 0-based UTF-16 offsets in the checked text, end-exclusive. */
const range = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() });

/** Of a document as it is now: 1-based lines, inclusive. */
const place = z.object({ path: z.string(), startLine: z.int(), endLine: z.int(), page: z.int().optional() });

/**
 * `supported`: words and rules, or an entailment model, find all of the claim in the source. `partly`: some of it, and not the rest.
 * `unsupported`: no passage of the source says it. `contradicted`: the source says otherwise. `unchecked`: none of these is certain, or
 * there is no source to look at.
 */
export const citationSupport = z.enum(['supported', 'partly', 'unsupported', 'contradicted', 'unchecked']);
export type CitationSupport = z.infer<typeof citationSupport>;

/** Which claims without a citation are listed: those that a document supports, or also those that none was found to support. */
const gaps = z.enum(['supported', 'all']);
export type Gaps = z.infer<typeof gaps>;

const checkedCitation = z.object({
  /** The citation as written; of a claim without one, the claim. */
  range,
  /** The sentence or sentences that it is to support. */
  claim: range.optional(),
  /**
   * `link`: names lines. `key`: of a bibliography. `number`: of a footnote or a list of references. `none`: a claim without a citation; one
   * of an inserted answer is `unsupported`, another one `supported` where a document says it, else `unchecked`.
   */
  form: z.enum(['link', 'key', 'number', 'none']),
  /** The key or number, as written. */
  key: z.string().optional(),
  /**
   * `current`, `moved`, `changed`: the cited lines are as they were, elsewhere, or not as they were. `missing`: the cited document or lines
   * are gone, or nothing defines the key. `unresolved`: the reference is known, and its document is not in the folder or cannot be read.
   */
  state: z.enum(['current', 'moved', 'changed', 'missing', 'unresolved']),
  support: citationSupport,
  /** A sentence for people; absent where there is nothing to say. */
  reason: sentence.optional(),
  why: doubt.optional(),
  /** Words of the claim that nothing in the source shows, as they are written, in order. */
  unshown: z.array(z.string()).optional(),
  /** Words in quotation marks before it are not in the source. */
  isQuoteWrong: z.literal(true).optional(),
  /** What the source has in place of these words, where it nearly has them. */
  sourceWords: z.string().optional(),
  source: z
    .object({
      path: z.string(),
      title: z.string(),
      /** Authors, title and year of a key's entry, on one line. */
      reference: z.string().optional(),
      startLine: z.int().optional(),
      endLine: z.int().optional(),
      page: z.int().optional(),
      /** SHA-256 of the file. */
      hash: z.string().optional(),
    })
    .optional(),
  /** The sentence of the source that best supports the claim, word for word. `linesHash` is the fingerprint of its lines. */
  evidence: place.extend({ quote: z.string(), linesHash: z.string() }).optional(),
  /** Where the cited lines are now. */
  movedTo: place.pick({ startLine: true, endLine: true }).optional(),
  /** The file of an entry that is there, and not in the index; `isReady` where indexing the folder adds it. Relative to the folder. */
  notIndexed: z.object({ path: z.string(), isReady: z.boolean() }).optional(),
  /** Other documents that the same key may mean. */
  others: z.array(z.string()).optional(),
});
export type CheckedCitation = Readonly<z.infer<typeof checkedCitation>>;

const pairedBy = z.enum(['file', 'key', 'identifier', 'title']);
export type PairedBy = z.infer<typeof pairedBy>;

const bibliographyEntry = z.object({
  key: z.string(),
  /** Empty where it has none. */
  title: z.string(),
  /** Authors, title and year on one line. */
  reference: z.string(),
  /** Of the bibliography, relative to the folder; empty for the references of the document itself. */
  bibliography: z.string(),
  /** Where the key is in it: 0-based UTF-16 offset; -1 where that is not known. */
  offset: z.int(),
  /** `twice`: more than one document, or an entry before it has the same key. */
  state: z.enum(['paired', 'twice', 'no-file']),
  by: pairedBy.optional(),
  /** The documents that it means, the likeliest first. */
  paths: z.array(z.string()),
});
export type CheckedEntry = Readonly<z.infer<typeof bibliographyEntry>>;

export const documentCheckRequests = {
  /** The entries of the bibliographies of a document that are wanted, with the documents that they mean. In their order. */
  bibliography: {
    params: z.object({
      /** Of the document, relative to the folder. */
      path: z.string(),
      /** Of the document as it is in the editor. */
      text: z.string(),
      wanted: z.union([
        /** Those whose key, title, authors and year have all of these words, or parts of words. */
        z.object({ words: z.string() }),
        /** The first with this key. */
        z.object({ key: z.string() }),
        /** Those that mean this document, relative to the folder, before any other, and that their key leads to. */
        z.object({ document: z.string() }),
      ]),
      most: z.int().positive(),
    }),
    result: z.object({
      entries: z.array(bibliographyEntry),
      /** Whether there are no more. */
      isComplete: z.boolean(),
      /** Bibliographies that are not there or cannot be read; with a 1-based line, a part of one. */
      problems: z.array(z.object({ path: z.string(), reason: sentence, line: z.int().optional() })),
    }),
  },
  /** Documents of the folder whose title, authors and year have all of some words, or parts of words; by path. */
  titled: {
    params: z.object({ words: z.string(), most: z.int().positive() }),
    result: z.object({
      documents: z.array(
        z.object({ path: z.string(), title: z.string(), /** On one line; may be empty. */ authors: z.string(), year: z.string() }),
      ),
      isComplete: z.boolean(),
    }),
  },
  /**
   * Checks the citations of a text as it is in the editor. What was found for a claim and a source is kept until either changes. With
   * `claims: 'none'`, only whether the sources are as they were.
   */
  checkText: {
    params: z.object({
      /** Of the document, relative to the folder, `/`-separated. */
      path: z.string(),
      text: z.string(),
      claims: z.enum(['words', 'none']).optional(),
      gaps: gaps.optional(),
    }),
    /** In text order. */
    result: z.object({
      citations: z.array(checkedCitation),
      /** Why the entailment model has not judged claims. Rules alone have then. */
      unjudged: sentence.optional(),
    }),
  },
} as const;

/** A citation in one word, for `ariadne check` and agents. */
export const reportedState = z.enum(['current', 'changed', 'missing', 'unsupported', 'unresolved', 'uncited']);
export type ReportedState = z.infer<typeof reportedState>;

export function reportedStateOf(citation: Pick<CheckedCitation, 'state' | 'support' | 'form'>): ReportedState {
  const { state, support } = citation;
  if (isGap(citation)) return 'uncited';
  if (state === 'missing' || state === 'changed' || state === 'unresolved') return state;
  return support === 'partly' || support === 'unsupported' || support === 'contradicted' ? 'unsupported' : 'current';
}

/** Whether it is a claim without a citation that the user wrote. */
export function isGap({ form, support }: Pick<CheckedCitation, 'form' | 'support'>): boolean {
  return form === 'none' && support !== 'unsupported';
}
