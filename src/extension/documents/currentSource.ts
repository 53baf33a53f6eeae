/** The text of a cited document as it is now. */
import { t } from '@vscode/l10n';
import { FileSystemError, workspace, type Uri } from 'vscode';
import { isAriadneError, messageOf } from '../../base/errors.ts';
import { textAsRead, type EncodingApp } from './documentEncoding.ts';
import { isExtracted, sourceTextOf } from './extractedDocument.ts';

export interface CurrentSource {
  /** Undefined when the document does not exist, or see `unreadable`. */
  readonly source: string | undefined;
  /** A sentence that says why the document could not be read although it may exist. */
  readonly unreadable?: string;
}

/**
 * The current text of a document, including unsaved changes.
 * @param most bytes of a document that is not open
 */
export async function currentSource(app: EncodingApp, uri: Uri, most = Infinity): Promise<CurrentSource> {
  try {
    if (isExtracted(uri.path) && !workspace.isTrusted)
      return { source: undefined, unreadable: t('Its text is only read in trusted folders.') };
    if (isExtracted(uri.path)) return { source: (await sourceTextOf(app, uri)).text };
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    // One that VS Code decoded otherwise has other text than the index.
    if (open && (open.isDirty || !open.getText().includes('\ufffd'))) return { source: open.getText() };
    if ((await workspace.fs.stat(uri)).size > most) return { source: undefined, unreadable: t('It is too large to show here.') };
    return { source: await textAsRead(app, uri) };
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return { source: undefined };
    if (isAriadneError(error, 'file-missing')) return { source: undefined };
    app.logger.log('debug', 'citing', messageOf(error));
    return { source: undefined, unreadable: messageOf(error) };
  }
}
