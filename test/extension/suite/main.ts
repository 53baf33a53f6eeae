/** What must hold inside the real extension host. Opened on a folder of documents that has no index yet. */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { check } from './check.ts';
import { checkWatching } from './watching.ts';
import { longestBlockMs } from './longestBlock.ts';

const extensionId = 'ariadne.ariadne';
const maxActivationMs = 200;
const maxBlockedMs = 50;

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, 'the extension is there');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, 'a folder is open');

  await check(`activates in under ${maxActivationMs} ms`, async () => {
    assert.equal(extension.isActive, false, 'nothing has activated it yet');
    await quiet();
    const began = performance.now();
    const cpu = process.threadCpuUsage();
    await extension.activate();
    const cpuMs = cpuMsSince(cpu);
    console.log(`activation: ${cpuMs.toFixed(1)} ms of this thread, ${(performance.now() - began).toFixed(1)} ms on the clock`);
    assert.ok(cpuMs < maxActivationMs, `${cpuMs.toFixed(1)} ms`);
  });

  await check('every contributed command is registered', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const manifest = extension.packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    assert.deepEqual(
      manifest.contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  await check(`indexing blocks the extension host for at most ${maxBlockedMs} ms at a time`, async () => {
    const blockedMs = await longestBlockMs('dist/extension.cjs', () => vscode.commands.executeCommand('ariadne.index'));
    console.log(`longest block while indexing: ${blockedMs.toFixed(1)} ms`);
    assert.ok(blockedMs <= maxBlockedMs, `${blockedMs.toFixed(1)} ms`);
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

  await checkWatching(folder);

  await check('hovering a citation shows the cited lines', async () => {
    const text = await hoverText(vscode.Uri.joinPath(folder, 'citing.md'), new vscode.Position(0, 12));
    assert.match(text, /Ada Marsh was born in Wexcombe/);
    assert.match(text, /[Cc]hanged since it was cited/);
  });

  await check('of a PDF, citations and evidence show the text that was read', async () => {
    assert.match(await hoverText(vscode.Uri.joinPath(folder, 'citing.md'), new vscode.Position(1, 13)), /The Orfield gauge was moved/);
    const place = { path: 'tides.pdf', startOffset: 4, endOffset: 17, documentHash: '', beside: false };
    await vscode.commands.executeCommand('ariadne.openSource', place);
    const editor = vscode.window.activeTextEditor;
    assert.deepEqual(
      [editor?.document.uri.scheme, editor?.document.uri.path.split('/').at(-1), editor?.document.languageId],
      ['ariadne-text', 'tides.pdf (text)', 'ariadne-text'],
    );
    assert.equal(editor?.document.getText().slice(4, 17), 'Orfield gauge');
    assert.deepEqual([editor?.selection.active.line, editor?.selection.active.character], [0, 4]);
  });

  await check('the answer is inserted into a new document when no text editor is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('ariadne.insertAnswer');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^Wexcombe \[1\]\(ada\.md#L3 "ariadne:[0-9a-f]{16}"\)/);
  });
}

async function hoverText(file: vscode.Uri, position: vscode.Position): Promise<string> {
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers.flatMap(({ contents }) => contents.map((content) => (typeof content === 'string' ? content : content.value))).join('\n');
}

/** Resolves once the editor's own start, with its other extensions, is over: they share this thread. */
async function quiet(): Promise<void> {
  for (let tries = 0; tries < 80; tries++) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (performance.eventLoopUtilization(before).utilization < 0.1) return;
  }
  throw new Error('the extension host did not come to rest in 20 s');
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
