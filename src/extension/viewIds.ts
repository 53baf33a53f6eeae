/** What views, the panel and Ariadne's own documents are called in VS Code. */
export const viewIds = { traces: 'ariadne.traces', index: 'ariadne.index' } as const;
export const panelViewType = 'ariadne.panel';
/** Documents that show the text of a file that is not text: `ariadne-text:/…/report.pdf (text)`. */
export const extractedScheme = 'ariadne-text';
export const extractedSuffix = ' (text)';
