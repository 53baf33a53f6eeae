/** Checks files that need not be open. */
import { FileType, RelativePattern, workspace, type Uri } from 'vscode';
import { messageOf } from '../../base/errors.ts';
import type { Checked } from '../../citations/findings.ts';
import { proseExtensions } from '../../citations/syntaxes/allSyntaxes.ts';
import { textAsRead, type EncodingApp } from '../documents/documentEncoding.ts';
import { checkText, type CheckOptions, type CitingText } from './checkText.ts';

/** Documents of a folder that are checked at most. */
const mostDocuments = 5_000;

/** A file that people write in itself; of a folder, all of them, at most 5,000. */
export async function documentsAt(place: Uri): Promise<readonly Uri[]> {
  if (place.scheme === 'untitled' || ((await workspace.fs.stat(place)).type & FileType.Directory) === 0) return [place];
  return workspace.findFiles(new RelativePattern(place, `**/*{${proseExtensions.join(',')}}`), undefined, mostDocuments);
}

type CheckedFile = { readonly uri: Uri } & (
  | {
      readonly text: string;
      readonly citations: readonly Checked[];
      /** Why not all was checked. */
      readonly incomplete: string | undefined;
    }
  | { readonly problem: string }
);

/** One after the other, so that what the user does meanwhile waits for one at most. @throws AbortError */
export async function* checkFiles(app: EncodingApp, uris: readonly Uri[], options: CheckOptions): AsyncGenerator<CheckedFile> {
  for (const uri of uris) {
    try {
      const document = await read(app, uri);
      const { citations, problem: incomplete } = await checkText(app, document, options);
      yield { uri, text: document.getText(), citations, incomplete };
    } catch (error) {
      options.signal.throwIfAborted();
      yield { uri, problem: messageOf(error) };
    }
  }
}

/** Of an open document, as it is in its editor. */
async function read(app: EncodingApp, uri: Uri): Promise<CitingText> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open;
  const text = await textAsRead(app, uri);
  return { uri, getText: () => text };
}
