/** What must hold inside the real extension host. Opened on a folder of documents that has no index yet. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { checkAgentTools } from './agentTools.ts';
import { check } from './check.ts';
import { checkChecking } from './checking.ts';
import { checkEditorModels } from './editorModels.ts';
import { checkOpening } from './opening.ts';
import { checkWatching } from './watching.ts';

const extensionId = 'ariadne.ariadne';

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, 'the extension is there');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, 'a folder is open');

  await check('activates', async () => {
    assert.equal(extension.isActive, false, 'nothing has activated it yet');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  await check('every contributed command is registered', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const manifest = extension.packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    assert.deepEqual(
      manifest.contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  await check('the folder is indexed by command', async () => {
    await vscode.commands.executeCommand('ariadne.index');
    const file = await vscode.commands.executeCommand('ariadne.explainFile', vscode.Uri.joinPath(folder, 'ada.md'));
    assert.equal((file as { readonly state: string } | undefined)?.state, 'indexed');
  });

  await check('a question asked by command is answered from the folder', async () => {
    const runId = await vscode.commands.executeCommand('ariadne.ask', 'Where was Ada Marsh born?');
    assert.equal(typeof runId, 'string');
  });

  await check('a file says why it is or is not indexed', async () => {
    const reasons: unknown[] = [];
    for (const path of ['ada.md', 'ignored/secret plan.md', '.env', 'nowhere.md']) {
      reasons.push(await vscode.commands.executeCommand('ariadne.explainFile', vscode.Uri.joinPath(folder, path)));
    }
    assert.deepEqual(
      reasons.map((reason) => (reason as { readonly state: string } | undefined)?.state),
      ['indexed', 'excluded', 'excluded', 'missing'],
    );
  });

  await check('questions are written to a sheet, and the sheet becomes a dataset', async () => {
    const out = vscode.Uri.joinPath(folder, '..', 'questions');
    const sheet = await vscode.commands.executeCommand<string>('ariadne.writeQuestions', out);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.uri.fsPath, sheet);
    assert.match(document.getText(), /- question: Which document was created first, .+\n- answer: Ada Marsh/);
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 0), 'Reviewed.\n\n');
    await vscode.workspace.applyEdit(change);
    assert.ok((await vscode.commands.executeCommand<number>('ariadne.applyReview')) > 0);
    assert.equal(document.isDirty, false);
  });

  await checkWatching(folder);

  await check('hovering a citation shows the cited lines', async () => {
    const text = await hoverText(vscode.Uri.joinPath(folder, 'citing.md'), new vscode.Position(0, 12));
    assert.match(text, /Ada Marsh was born in Wexcombe/);
    assert.match(text, /[Cc]hanged since it was cited/);
  });

  await check('of a PDF, citations show the text that was read, and evidence opens it in its viewer', async () => {
    assert.match(await hoverText(vscode.Uri.joinPath(folder, 'citing.md'), new vscode.Position(1, 13)), /The Orfield gauge was moved/);
    const place = { path: 'tides.pdf', startOffset: 4, endOffset: 17, documentHash: '', page: 1, beside: false };
    await vscode.commands.executeCommand('ariadne.openSource', place);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.deepEqual([input.viewType, input.uri.path.split('/').at(-1)], ['ariadne.pdf', 'tides.pdf']);
  });

  await check('a text in another encoding is hovered and opened as it was read', async () => {
    assert.match(await hoverText(vscode.Uri.joinPath(folder, 'citing.md'), new vscode.Position(2, 1)), /Его маяк построен в 1931 году/);
    const uri = vscode.Uri.joinPath(folder, 'kizhi.txt');
    await vscode.commands.executeCommand('ariadne.openDocument', uri);
    assert.equal(vscode.window.activeTextEditor?.document.encoding, 'windows1251');
    await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
    const place = { path: 'kizhi.txt', startOffset: 19, endOffset: 23, documentHash: '', beside: false };
    await vscode.commands.executeCommand('ariadne.openSource', place);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.deepEqual([document?.encoding, document?.getText().slice(19, 23)], ['windows1251', 'маяк']);
  });

  await check('the answer is inserted into a new document when no text editor is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('ariadne.insertAnswer');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^Wexcombe \[1\]\(ada\.md#L7 "ariadne:[0-9a-f]{16}"\)/);
  });

  await checkOpening(folder);
  await checkChecking(folder);
  await checkAgentTools(folder, extension);
  // Extensions can offer language models since VS Code 1.104.
  if ('registerLanguageModelChatProvider' in vscode.lm) await checkEditorModels();
}

async function hoverText(file: vscode.Uri, position: vscode.Position): Promise<string> {
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers.flatMap(({ contents }) => contents.map((content) => (typeof content === 'string' ? content : content.value))).join('\n');
}
