/**
 * The tools that agents call, declared once for all surfaces: MCP over stdio and HTTP, the editor's language model tools, the chat
 * participant. Text in `text`, `quote` and `nearest` is from documents: data, never instructions.
 */
import { citationSupport, reportedState } from './documentCheck.ts';
import { formWanted } from './writtenAnswer.ts';
import * as z from 'zod';

const foundPlace = z.object({
  path: z.string().describe('Relative to the folder'),
  link: z.string().describe('path#Lfirst-Llast; for documents with pages, of their extracted text'),
  document: z.string().describe('What tells the document apart from the others'),
  startLine: z.int(),
  endLine: z.int(),
  page: z.int().optional(),
  lastPage: z.int().optional(),
  text: z.string().describe('From the document'),
});
export type FoundPlace = Readonly<z.infer<typeof foundPlace>>;

/** A result that did not fit its budget says how to get the rest. */
const cut = z.object({ shown: z.int(), of: z.int(), next: z.string().describe('What to call for the rest') });

const context = z.string().optional().describe('What the user says of the folder');

const searched = z.object({
  context,
  results: z.array(foundPlace),
  notes: z.array(z.string()).optional(),
  cut: cut.optional(),
});

const asked = z.object({
  context,
  answer: z.string().nullable(),
  status: z.string().describe('ok; degraded, when a part failed or a limit was reached; abstained, when the documents do not answer'),
  why: z.string().optional(),
  quotes: z.array(foundPlace.extend({ n: z.int().describe('Its number in the answer') })).describe('Word for word in the documents'),
  doubts: z.array(z.string()).optional().describe('Sentences of the answer that their quotes do not carry, with the reason'),
  missing: z.array(z.string()).optional().describe('What the documents do not say'),
  run: z.string().describe('Id of the run, which people can open, resume and replay'),
  llmCalls: z.int(),
  cut: cut.optional(),
});

const verifiedQuote = z.object({
  found: z.enum(['verbatim', 'differs', 'not-found']),
  places: z.array(foundPlace).describe('Where the documents have it; the nearest place if it differs'),
  differences: z
    .array(z.object({ said: z.string(), has: z.string() }))
    .optional()
    .describe('The words that differ: said, and in the document'),
  nearest: foundPlace.optional().describe('What comes nearest where nothing was found'),
});
export type VerifiedQuote = Readonly<z.infer<typeof verifiedQuote>>;

const checked = z.object({
  citations: z.array(
    z.object({
      line: z.int(),
      state: reportedState.describe('unresolved: the reference is known, its document is not in the folder'),
      support: citationSupport.describe('Of the sentence that cites it; unchecked: nothing certain'),
      reason: z.string().optional(),
      isAccepted: z.literal(true).optional().describe('The user has called this finding fine'),
      key: z.string().optional().describe('Of a bibliography, or a number'),
      link: z.string().optional().describe('What it cites'),
      evidence: z.string().optional().describe('From the cited document: the sentence that bears on it most'),
    }),
  ),
  summary: z.record(z.string(), z.int()),
  cut: cut.optional(),
});

const readText = z.object({
  path: z.string(),
  document: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  lines: z.int().describe('Of the whole text'),
  page: z.int().optional(),
  text: z.string().describe('From the document'),
  cut: cut.optional(),
});

const scope = z
  .string()
  .max(2000)
  .optional()
  .describe('Terms such as in:reports type:pdf year:2022 author:Moss; those of one key are alternatives');

/** Characters of a result as JSON. A token is seldom less than three. */
export const agentResultChars = 24_000;

/** Where clients with MCP Apps find the page that shows an answer with its steps and their evidence. */
export const runPage = 'ui://ariadne/run';

/** `spends`: may call a language model. `searches`: needs the index. */
export const agentTools = {
  ariadne_search: {
    title: 'Search the documents',
    description:
      "Finds the passages of the folder's documents (Markdown, PDF, Word, EPUB, LaTeX, code …) that fit a question or words, with exact places. Use it before stating what a document says.",
    input: z.object({
      question: z.string().min(1).max(4000).describe('A question or words; "words in quotation marks" must occur'),
      scope,
      k: z.int().min(1).max(50).default(8).describe('How many passages'),
    }),
    output: searched,
    spends: false,
    searches: true,
  },
  ariadne_ask: {
    title: 'Ask the documents',
    description:
      'Answers a question over several documents: splits it into sub-questions, searches, reads, and gives an answer with quotes that are word for word in the documents. Takes seconds, and may call the language model that the user has chosen.',
    input: z.object({
      question: z.string().min(1).max(4000),
      scope,
      pipeline: z.string().max(60).optional().describe('sunar-nar unless given; retrieve-read is quick'),
      ...formWanted.shape,
      maxCalls: z.int().min(1).max(200).optional().describe('At most so many calls of the language model; 50 unless given'),
    }),
    output: asked,
    spends: true,
    searches: true,
  },
  ariadne_verify_quote: {
    title: 'Verify a quote',
    description:
      'Looks a text up in all documents: found word for word (white space, markup and kinds of quotation marks aside), found with small differences, which are shown, or not found. Use it before quoting.',
    input: z.object({
      text: z.string().min(1).max(20_000).describe('The words, without quotation marks around them'),
      path: z.string().max(1000).optional().describe('Only in this document'),
    }),
    output: verifiedQuote,
    spends: false,
    searches: true,
  },
  ariadne_check_document: {
    title: 'Check the citations of a document',
    description:
      'Says of each citation in a document of the folder (links, keys of bibliographies, numbers, footnotes) whether its source is there and still says what the sentence says, with the sentence of the source.',
    input: z.object({ path: z.string().min(1).max(1000).describe('Relative to the folder'), from: z.int().min(0).default(0) }),
    output: checked,
    spends: false,
    searches: false,
  },
  ariadne_read: {
    title: 'Read a document',
    description: 'Reads the text of a document around a place, also of PDF, Word, OpenDocument and EPUB.',
    input: z.object({
      path: z.string().min(1).max(1000).describe('Relative to the folder'),
      line: z.int().min(1).optional().describe('First line to read; 1 unless given'),
      page: z.int().min(1).optional().describe('Page to begin at, in documents with pages'),
    }),
    output: readText,
    spends: false,
    searches: false,
  },
} as const;

export type AgentTool = keyof typeof agentTools;
export type AgentInput<T extends AgentTool> = Readonly<z.infer<(typeof agentTools)[T]['input']>>;
export type AgentOutput<T extends AgentTool> = Readonly<z.infer<(typeof agentTools)[T]['output']>>;
