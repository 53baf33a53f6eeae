/** Citations of documents that are not plain text, opened where they are. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeDocx, makeEpub, wordParagraph } from '../../support/office.ts';
import { check } from './check.ts';

const said = 'The lock at Marrick was dug by Bo Lund in 1938.';
const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: ['# Locks', 'print(1)', said].map((source, i) => ({
    cell_type: i === 1 ? 'code' : 'markdown',
    id: `c${i}`,
    metadata: {},
    source: [source],
    ...(i === 1 ? { outputs: [], execution_count: null } : {}),
  })),
};

export async function checkOpening(folder: vscode.Uri): Promise<void> {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'locks.docx': makeDocx(['Locks of the coast.', said, 'It leaks.'].map((text) => wordParagraph(text)).join('')),
    'locks.epub': makeEpub({ 'one.xhtml': `<h1>Locks</h1><p>Few were dug.</p><p>${said}</p>` }),
    'locks.html': `<html><body>\n<h1>Locks</h1>\n<p>${said}</p>\n</body></html>\n`,
    'locks.ipynb': JSON.stringify(notebook, null, 1),
  };
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  for (const [name, content] of Object.entries(files))
    await vscode.workspace.fs.writeFile(at(name), typeof content === 'string' ? new TextEncoder().encode(content) : content);

  const openAt = async (path: string, text: string): Promise<void> => {
    const line = text.split('\n').findIndex((one) => one.includes(said)) + 1;
    const place = { path, startLine: line, endLine: line, linesHash: '', quote: said, beside: false };
    await vscode.commands.executeCommand('ariadne.openCitation', place);
  };
  const atCursor = (): string => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    return document && selection ? document.getText().slice(document.offsetAt(selection.start)).slice(0, said.length) : '';
  };

  for (const name of ['locks.docx', 'locks.epub'])
    await check(`${name} is shown as the text that was read, at the sentence, with its original a click away`, async () => {
      const uri = vscode.Uri.from({ scheme: 'ariadne-text', path: `${at(name).path} (text)` });
      await openAt(name, (await vscode.workspace.openTextDocument(uri)).getText());
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.deepEqual([document?.uri.toString(), atCursor()], [uri.toString(), said]);
      await vscode.commands.executeCommand('ariadne.openOriginal', uri);
      const tabs = vscode.window.tabGroups.activeTabGroup.tabs.map(({ label }) => label);
      assert.ok(tabs.includes(name), tabs.join());
    });

  await check('a web page is opened at the sentence', async () => {
    await openAt('locks.html', String(files['locks.html']));
    assert.equal(vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1), 'locks.html');
    assert.equal(atCursor(), said);
  });

  await check('a notebook is opened at the cell', async () => {
    await openAt('locks.ipynb', String(files['locks.ipynb']));
    const editor = vscode.window.activeNotebookEditor;
    assert.deepEqual([editor?.notebook.uri.path.split('/').at(-1), editor?.selection.start], ['locks.ipynb', 2]);
  });

  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (const name of Object.keys(files)) await vscode.workspace.fs.delete(at(name));
}
