/** Checking citations while one writes: what VS Code gets of it. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { linesHash } from '../../../src/citations/anchor.ts';
import { check } from './check.ts';

const cited = 'Ada Marsh was born in Wexcombe on 3 May 1902. She surveyed salt marshes.';
const text = `Ada Marsh was born in Wexcombe on 4 May 1902 [1](ada.md#L7 "ariadne:${linesHash([cited])}").\n\nBo Lund was born in Marrick [@lund].\n`;

export async function checkChecking(folder: vscode.Uri): Promise<void> {
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  const write = (name: string, content: string): Thenable<void> =>
    vscode.workspace.fs.writeFile(at(name), new TextEncoder().encode(content));
  const uri = at('claims.md');
  await write('refs.bib', '@misc{lund, title = {Bo Lund}, year = {2004}, file = {bo.md}}\n');
  await write('claims.md', `---\nbibliography: refs.bib\n---\n\n${text}`);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  const link = document.positionAt(document.getText().indexOf('ada.md'));
  const codes = (): readonly unknown[] =>
    vscode.languages.getDiagnostics(uri).map(({ code }) => (code as { readonly value: string }).value);

  await check('a claim that its source contradicts is among the problems, with fixes and a hover', async () => {
    assert.deepEqual(await until(codes, (found) => found.length > 0), ['claim-contradicted']);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(link, link),
    );
    const titles = fixes.map(({ title }) => title);
    for (const title of ['Find a better source…', 'Remove the citation', 'That’s fine']) assert.ok(titles.includes(title), titles.join());
    assert.match(await hoverAt(uri, link), /3 May 1902[^]*Unchanged since it was cited/);
  });

  await check('a citation leads to its lines, a key is completed and leads to its document', async () => {
    const [place] = await vscode.commands.executeCommand<vscode.LocationLink[]>('vscode.executeDefinitionProvider', uri, link);
    assert.deepEqual([place?.targetUri.path.split('/').at(-1), place?.targetRange.start.line], ['ada.md', 6]);
    const key = document.positionAt(document.getText().indexOf('lund]') + 2);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', uri, key, '@');
    assert.ok(items.some(({ detail = '' }) => /Bo Lund/.test(detail)));
    assert.match(await hoverAt(uri, key), /Bo Lund/);
  });

  await check('references of a key list who cites the same document', async () => {
    const key = document.positionAt(document.getText().indexOf('lund]') + 2);
    const places = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeReferenceProvider', uri, key);
    // VS Code takes the key for a link of Markdown, and lists it as well.
    const found = new Set(places.map((place) => `${place.uri.path.split('/').at(-1)}:${place.range.start.line}`));
    assert.deepEqual([...found], [`claims.md:${key.line}`]);
  });

  await check('while one types, a finding moves along; what its user calls fine is kept beside the document', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(3, 0), '\nMore.\n');
    await vscode.workspace.applyEdit(edit);
    const line = link.line + 2;
    const moved = await until(
      () => vscode.languages.getDiagnostics(uri)[0],
      (one) => one?.range.start.line === line,
    );
    assert.equal(moved?.range.start.line, line);
    const range = moved.range;
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
    const { command } = fixes.find(({ title }) => title === 'That’s fine') ?? {};
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    assert.deepEqual(await until(codes, (found) => found.length === 0), []);
    const kept = new TextDecoder().decode(await vscode.workspace.fs.readFile(at('.ariadne-accepted.json')));
    assert.match(kept, /"finding": "claim-contradicted"[^]*"sourceHash": "[0-9a-f]{64}"/);
  });

  await check('a report is shown of the documents of a folder that cite', async () => {
    await vscode.commands.executeCommand('ariadne.checkCitations', folder);
    const report = await until(
      () => vscode.window.tabGroups.activeTabGroup.activeTab,
      (tab) => tab?.input instanceof vscode.TabInputWebview,
    );
    assert.match(report?.label ?? '', /^Citations in /);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  for (const name of ['claims.md', 'refs.bib', '.ariadne-accepted.json']) await vscode.workspace.fs.delete(at(name));
}

async function hoverAt(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
  return hovers.flatMap(({ contents }) => contents.map((content) => (typeof content === 'string' ? content : content.value))).join('\n');
}

/** What is there once it is as wanted, or after ten seconds. */
async function until<T>(now: () => T, isWanted: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200 && !isWanted(now()); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  return now();
}
