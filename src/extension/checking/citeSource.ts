/** Cites a passage in a document. */
import { t } from '@vscode/l10n';
import { WorkspaceEdit, workspace, type TextDocument } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { linesHash, linesOf } from '../../citations/anchor.ts';
import type { TextRange } from '../../citations/readText.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { writeCitation } from '../../citations/writeAnswer.ts';
import type { FoundSource } from '../../protocol/sources.ts';
import type { Citation } from '../../protocol/trace.ts';
import { pathsFrom, readOnly } from '../citing/insertAnswer.ts';
import { sourceTextOf, type SourceTextApp } from '../documents/extractedDocument.ts';
import { placeIn, requireOpenFolder } from '../openFolder.ts';
import { rangeIn } from './diagnostics.ts';

export interface Citable extends Pick<FoundSource, 'path' | 'startLine' | 'endLine' | 'page' | 'lastPage' | 'quote'> {
  /** Of the document in which it was found; absent where it was just read. */
  readonly documentHash?: string;
}

/**
 * @param place what the citation replaces; empty where it is inserted
 * @param withQuote whether its words come before it
 * @throws AriadneError `source-gone`, `read-only`, and those of `sourceTextOf`
 */
export async function citeSource(
  app: SourceTextApp,
  document: TextDocument,
  place: TextRange,
  source: Citable,
  withQuote: boolean,
): Promise<void> {
  const folder = requireOpenFolder(app.folder());
  const syntax = syntaxOf(document.uri.path, document.languageId);
  if (!syntax) throw readOnly(document.fileName);
  const { path, startLine, endLine, page, lastPage, quote } = source;
  const { text, documentHash } = await sourceTextOf(app, placeIn(folder.uri, path));
  if (source.documentHash !== undefined && source.documentHash !== documentHash)
    throw new AriadneError('source-gone', t('"{0}" has changed since it was indexed. Index the folder again.', path));
  const citation: Citation = {
    ...{ n: 1, path, startLine, endLine, page, lastPage, quote, documentHash, nodeId: '', passageId: '' },
    linesHash: linesHash(linesOf(text).slice(startLine - 1, endLine)),
  };
  const written = document.getText();
  // The number of the citation that it replaces is free.
  const before = written.slice(0, place.start) + written.slice(place.end);
  const target = document.isUntitled ? undefined : document.uri;
  const { mark, below } = writeCitation(citation, { syntax, before, pathOf: pathsFrom(folder.uri, target) });
  const words = withQuote ? ` ${syntax.escape(`“${quote}”`)}` : '';
  const isAfterSpace = place.start === 0 || /\s/.test(written.charAt(place.start - 1));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, rangeIn(document, place), isAfterSpace ? `${words}${mark}`.trimStart() : `${words}${mark}`);
  if (below !== '') edit.insert(document.uri, document.positionAt(written.length), `\n\n${below}\n`);
  if (!(await workspace.applyEdit(edit))) throw readOnly(document.fileName);
}
