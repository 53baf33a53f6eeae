/** What docs/privacy.md says of folders that are not trusted, in the real extension host. The folder tries what a hostile one would. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { check } from '../suite/check.ts';

const question = 'Where was Ada Marsh born?';

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('ariadne.ariadne');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(extension && folder);
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  await check('nothing happens until you ask: nothing is indexed or checked without a command', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await extension.activate();
    const document = await vscode.workspace.openTextDocument(at('citing.md'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'A line more.\n'));
    await document.save();
    assert.equal((await facts()).documents ?? 0, 0);
    assert.deepEqual(ofAriadne(document.uri), []);
  });

  await check('a question is answered by the built-in models, though the settings of the folder name others', async () => {
    const page = `<p>The sluice is shut.</p><img src="${baseUrl}/image"><script>fetch("${baseUrl}/script")</script>`;
    await vscode.workspace.fs.writeFile(at('page.html'), Buffer.from(page));
    await vscode.workspace.fs.writeFile(at('large.txt'), Buffer.alloc(30_000_000, 'tide '));
    const settings = vscode.workspace.getConfiguration('ariadne', folder);
    for (const [name, value] of Object.entries({
      'chat.model': 'openai:theirs',
      'embedder.model': 'openai:theirs',
      'openai.baseUrl': baseUrl,
      storage: join(folder.fsPath, 'theirs'),
      exclude: ['ada.md'],
      maxFileSizeMB: 500,
    })) {
      await settings.update(name, value, vscode.ConfigurationTarget.Workspace);
      assert.equal(settings.inspect(name)?.globalValue, undefined);
    }
    await vscode.workspace.fs.writeFile(at('unlisted.md'), Buffer.from('# Unlisted\n\nThe weir is closed.\n'));
    await vscode.workspace
      .getConfiguration('files', folder)
      .update('exclude', { 'unlisted.md': true }, vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand('ariadne.index');
    assert.equal(typeof (await vscode.commands.executeCommand('ariadne.ask', question)), 'string');
    const { models, documents, place } = await facts();
    assert.ok(Number(documents) > 1);
    assert.deepEqual(new Set(Object.values(models as object)), new Set(['builtin']));
    assert.equal(place, 'own storage');
    assert.equal(existsSync(join(folder.fsPath, 'theirs')), false);
  });

  await check('an index is not updated when files change, and what is open is not checked', async () => {
    const { documents, epoch } = await facts();
    await vscode.workspace.fs.writeFile(at('fresh.md'), Buffer.from('# Fresh\n\nThe gauge at Orfield was read at noon.\n'));
    const document = await vscode.workspace.openTextDocument(at('citing.md'));
    await vscode.window.showTextDocument(document);
    // Longer than changes are collected and a pause in typing lasts.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    assert.deepEqual([(await facts()).documents, (await facts()).epoch], [documents, epoch]);
    assert.deepEqual(ofAriadne(document.uri), []);
  });

  await check('its documents are read within limits, its ignore files and files.exclude count, and its settings do not', async () => {
    const read = ['ada.md', 'page.html'];
    const leftOut = ['large.txt', 'ignored/secret plan.md', 'unlisted.md'];
    const states = await Promise.all([...read, ...leftOut].map((path) => state(at(path))));
    assert.deepEqual(states, ['indexed', 'indexed', 'excluded', 'excluded', 'excluded']);
  });

  await check('citations are not checked and tables are not filled, also when asked for', async () => {
    const before = (await vscode.workspace.fs.readDirectory(folder)).length;
    for (const command of ['ariadne.checkCitations', 'ariadne.askEachDocument'])
      await vscode.commands.executeCommand(command, at('citing.md'));
    assert.deepEqual([ofAriadne(at('citing.md')), (await vscode.workspace.fs.readDirectory(folder)).length], [[], before]);
  });

  await check('agents get nothing', async () => {
    const called = vscode.lm.invokeTool('ariadne_search', { input: { question }, toolInvocationToken: undefined });
    await assert.rejects(async () => called, /This folder is not trusted/);
  });

  await check('a link that leads out of the folder is not read', async () => {
    assert.notEqual(await state(at('outside/secret.md')), 'indexed');
  });

  await check('nothing was sent', () => assert.deepEqual(requests, []));
  server.close();
}

async function state(file: vscode.Uri): Promise<string> {
  return (await vscode.commands.executeCommand<{ readonly state: string }>('ariadne.explainFile', file)).state;
}

/** What the diagnostics say of the index and the models. */
async function facts(): Promise<Readonly<Record<'documents' | 'epoch' | 'place' | 'models', unknown>>> {
  const text = await vscode.commands.executeCommand<string>('ariadne.copyDiagnostics');
  const { index, settings } = JSON.parse(/```json\n([^]*?)\n```/.exec(text)?.[1] ?? '{}') as {
    readonly index: Readonly<Record<'documents' | 'epoch' | 'place', unknown>>;
    readonly settings: { readonly models: unknown };
  };
  return { ...index, models: settings.models };
}

function ofAriadne(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Ariadne');
}
