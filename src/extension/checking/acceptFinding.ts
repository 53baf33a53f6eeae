/** What the user has called fine, in the folder of the document. */
import { posix } from 'node:path';
import { FileSystemError, workspace, type TextDocument, type Uri } from 'vscode';
import { Accepted, acceptanceOf, acceptedFileName } from '../../citations/acceptedFindings.ts';
import { findingOf, type Checked } from '../../citations/findings.ts';

/** Remembers in the document’s folder that a finding is fine. */
export async function acceptFinding(document: TextDocument, citation: Checked): Promise<void> {
  const finding = findingOf(citation);
  if (!finding) return;
  const name = document.uri.path.split('/').at(-1) ?? '';
  const entry = { document: name, ...acceptanceOf(document.getText(), finding.code, citation) };
  const accepted = (await acceptedIn(document.uri)).with(entry);
  await workspace.fs.writeFile(acceptedFile(document.uri), new TextEncoder().encode(accepted.toString()));
}

/** What the user has accepted in the document’s folder. @throws AriadneError `accepted-broken` */
export async function acceptedIn(document: Uri): Promise<Accepted> {
  if (document.scheme === 'untitled') return Accepted.none;
  try {
    return Accepted.parse(new TextDecoder().decode(await workspace.fs.readFile(acceptedFile(document))));
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return Accepted.none;
    throw error;
  }
}

function acceptedFile(document: Uri): Uri {
  return document.with({ path: posix.join(posix.dirname(document.path), acceptedFileName) });
}
