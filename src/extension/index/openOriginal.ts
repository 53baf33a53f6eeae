import { commands, Uri } from 'vscode';
import { originalOf } from '../documents/extractedDocument.ts';
import { requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { extractedScheme } from '../viewIds.ts';
import { pathOfItem } from './documentTree.ts';

/**
 * `ariadne.openOriginal`: opens the file itself in the editor that is registered for it.
 * @param argument the address of its text, or an item of the index view
 */
export async function openOriginal(folder: OpenFolder | undefined, argument: unknown): Promise<void> {
  const path = pathOfItem(argument);
  const uri = path === undefined ? argument : Uri.joinPath(requireOpenFolder(folder).uri, path);
  if (uri instanceof Uri) await commands.executeCommand('vscode.open', uri.scheme === extractedScheme ? originalOf(uri) : uri);
}
