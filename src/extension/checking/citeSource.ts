/** Cites a passage in a document. */
import { t } from '@vscode/l10n';
import { WorkspaceEdit, workspace, type TextDocument } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { linesHash, linesOf } from '../../citations/anchor.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { writeCitation } from '../../citations/writeAnswer.ts';
import { citesByKeys, withKey, withLink, type CitedPlace } from '../../citations/writeKey.ts';
import type { FoundSource } from '../../protocol/sources.ts';
import type { Citation } from '../../protocol/trace.ts';
import { pathsFrom, readOnly } from '../citing/insertAnswer.ts';
import { sourceTextOf, type SourceTextApp } from '../documents/extractedDocument.ts';
import { placeIn, requireOpenFolder } from '../openFolder.ts';
import type { Uses } from '../parts.ts';
import { checkedPath } from './checkText.ts';
import { rangeIn } from './diagnostics.ts';

type CitingApp = SourceTextApp & Uses<'folder' | 'engine'>;

export interface Citable extends Pick<FoundSource, 'path' | 'startLine' | 'endLine' | 'page' | 'lastPage' | 'quote'> {
  /** Of the document in which it was found; absent where it was just read. */
  readonly documentHash?: string;
}

/**
 * Cites by a key where the document does, and a bibliography has an entry for the source; else by a link.
 * @param place what the citation replaces; empty where it is inserted
 * @param withQuote whether its words come before it
 * @throws AriadneError `source-gone`, `read-only`, and those of `sourceTextOf`
 */
export async function citeSource(
  app: CitingApp,
  document: TextDocument,
  place: CitedPlace,
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
  const words = withQuote ? syntax.escape(`“${quote}”`) : '';
  const key = await keyOf(app, document, path, syntax.id);
  const byKey = key === undefined ? undefined : withKey(written, syntax.id, place, { key, page, lastPage }, words);
  // The number of the citation that it replaces is free.
  const before = written.slice(0, place.start) + written.slice(place.end);
  const target = document.isUntitled ? undefined : document.uri;
  const { mark, below } = writeCitation(citation, { syntax, before, pathOf: pathsFrom(folder.uri, target) });
  const link = withLink(written, syntax.id, place, words === '' ? mark : ` ${words}${mark}`);
  const lines = below === '' ? [] : [{ start: written.length, end: written.length, text: `\n\n${below}\n` }];
  const edit = new WorkspaceEdit();
  for (const { text: now, ...range } of byKey ?? [...link, ...lines]) edit.replace(document.uri, rangeIn(document, range), now);
  if (!(await workspace.applyEdit(edit))) throw readOnly(document.fileName);
}

/** The first key that leads to a document before any other; undefined where the citing document has no keys. */
async function keyOf(app: CitingApp, document: TextDocument, source: string, syntax: string): Promise<string | undefined> {
  const text = document.getText();
  const path = checkedPath(requireOpenFolder(app.folder()), document);
  if (path === undefined || !citesByKeys(text, syntax)) return undefined;
  const { entries } = await app.engine.request('bibliography', { path, text, wanted: { document: source }, most: 1 });
  return entries[0]?.key;
}
