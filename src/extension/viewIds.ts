/** VS Code ids of the views, the panel and Ariadne's documents. */
export const viewIds = { questions: 'ariadne.traces', index: 'ariadne.index', sources: 'ariadne.sources' } as const;
export const panelViewType = 'ariadne.panel';
export const tableViewType = 'ariadne.table';
export const disagreementsViewType = 'ariadne.disagreements';
export const reportViewType = 'ariadne.citationReport';
export const pdfViewType = 'ariadne.pdf';
export const chatParticipantId = 'ariadne.chat';
export const mcpProviderId = 'ariadne.folders';
/** Documents that show what *Install for Agents…* would write. */
export const installScheme = 'ariadne-install';
/** Documents with the extracted text of a file that is not text: `ariadne-text:/…/report.pdf (text)`. */
export const extractedScheme = 'ariadne-text';
export const extractedSuffix = ' (text)';

/** Commands behind links and tree items. They take arguments and are in no menu, so they are not contributed. */
export const innerCommands = {
  openSource: 'ariadne.openSource',
  openCitation: 'ariadne.openCitation',
  openDocument: 'ariadne.openDocument',
  acceptFinding: 'ariadne.acceptFinding',
  citeEvidence: 'ariadne.citeEvidence',
} as const;
export type InnerCommandId = (typeof innerCommands)[keyof typeof innerCommands];

/** A range of a document as it was indexed; offsets are those of `SourceRange`. */
export interface SourcePlace {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly documentHash: string;
  /** 1-based, in formats with pages, if known. */
  readonly page?: number | undefined;
  /** The run that found it. */
  readonly runId?: string;
  readonly beside: boolean;
}

/** Lines are 1-based. The document is given by its path in the folder, or by its address when the link is in a document elsewhere. */
export interface CitedPlace {
  readonly path: string;
  readonly uri?: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Empty when nothing is known of the lines as they were. */
  readonly linesHash: string;
  readonly quote?: string;
  readonly page?: number | undefined;
  readonly beside: boolean;
}
