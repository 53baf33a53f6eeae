/** Opens documents in the encoding in which they were read, so that citations are at their places. */
import { isAscii, isUtf8 } from 'node:buffer';
import { commands, workspace, type TextDocument, type TextDocumentShowOptions, type Uri } from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { editorEncodings } from '../../protocol/encodings.ts';
import { isExtracted, sourceTextOf } from './extractedDocument.ts';
import type { Uses } from '../parts.ts';

export type EncodingApp = Uses<'folder' | 'settings' | 'logger' | 'engine'>;

/** VS Code decodes as its settings say. A document that the engine read otherwise is opened so, unless it has unsaved changes. */
export async function openAsRead(app: EncodingApp, uri: Uri): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  if (document.isDirty) return document;
  const encoding = await encodingOf(app, document);
  return encoding === undefined || encoding === document.encoding ? document : workspace.openTextDocument(uri, { encoding });
}

/** Opens a file in the editor in which the Explorer opens it; a text as it was read. */
export async function openInEditor(app: EncodingApp, uri: Uri, options?: TextDocumentShowOptions): Promise<void> {
  // An editor shows the document that is open already. Of a file that is gone or no text, VS Code says so.
  if (!isExtracted(uri.path)) await openAsRead(app, uri).catch((error: unknown) => app.logger.log('debug', 'encoding', messageOf(error)));
  await commands.executeCommand('vscode.open', uri, options);
}

/** The text of a file as the engine reads it; only a file that is not UTF-8 needs the engine. */
export async function textAsRead(app: EncodingApp, uri: Uri): Promise<string> {
  const bytes = await workspace.fs.readFile(uri);
  return isUtf8(bytes) || !workspace.isTrusted ? new TextDecoder().decode(bytes) : (await sourceTextOf(app, uri)).text;
}

/** VS Code's id of the encoding in which a document is read; undefined when that of the open document is as good. */
async function encodingOf(app: EncodingApp, { uri, encoding }: TextDocument): Promise<string | undefined> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    if (isUtf8(bytes)) return isAscii(bytes) || encoding.startsWith('utf') ? undefined : 'utf8';
    return editorEncodings.get((await sourceTextOf(app, uri)).encoding ?? '');
  } catch (error) {
    app.logger.log('debug', 'encoding', messageOf(error));
    return undefined;
  }
}
