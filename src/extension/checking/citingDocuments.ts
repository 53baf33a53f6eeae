/** What of the editor is checked. */
import { window, type TextDocument } from 'vscode';
import { extensionOf } from '../../protocol/documentFormats.ts';
import { proseExtensions, syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';

/** For providers of the editor. */
export const citingDocuments = ['file', 'untitled'].map((scheme) => ({ scheme }));

/** In characters: a longer text is checked on request only. */
const longestText = 4_000_000;

/** Documents in sight that may cite. Code is one only where an answer was inserted into its comments. */
export function visibleCitingDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))].filter(mayCite);
}

function mayCite(document: TextDocument): boolean {
  const { uri, languageId } = document;
  if (!citingDocuments.some(({ scheme }) => scheme === uri.scheme)) return false;
  const text = document.getText();
  if (text.length > longestText) return false;
  return proseExtensions.includes(extensionOf(uri.path)) || (syntaxOf(uri.path, languageId) !== undefined && text.includes('ariadne:'));
}
