/** VS Code ids of the views, the panel and Ariadne's documents. */
export const viewIds = { questions: 'ariadne.traces', index: 'ariadne.index' } as const;
export const panelViewType = 'ariadne.panel';
export const tableViewType = 'ariadne.table';
/** Documents with the extracted text of a file that is not text: `ariadne-text:/…/report.pdf (text)`. */
export const extractedScheme = 'ariadne-text';
export const extractedSuffix = ' (text)';

/** Commands behind links and tree items. They take arguments and are in no menu, so they are not contributed. */
export const innerCommands = {
  openSource: 'ariadne.openSource',
  openCitation: 'ariadne.openCitation',
  openDocument: 'ariadne.openDocument',
} as const;
export type InnerCommandId = (typeof innerCommands)[keyof typeof innerCommands];
