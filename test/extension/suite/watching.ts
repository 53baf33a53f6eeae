/** Files that change on the disk are indexed without being asked for. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { check } from './check.ts';

const indexedMs = 60_000;
const lookMs = 500;

/** @param folder with an index that is up to date. */
export async function checkWatching(folder: vscode.Uri): Promise<void> {
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  const before = Number(await documents());

  await check('a created file is indexed automatically', async () => {
    await vscode.workspace.fs.writeFile(at('fresh #1.md'), Buffer.from('# Fresh\n\nThe gauge at Orfield was read at noon.\n'));
    await becomes('documents', before + 1, documents);
    assert.equal(await state(at('fresh #1.md')), 'indexed');
  });

  await check('a saved file is indexed automatically, and not before it is saved', async () => {
    const document = await vscode.workspace.openTextDocument(at('fresh #1.md'));
    const editor = await vscode.window.showTextDocument(document);
    const epoch = await fact('epoch');
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'Ruth Orfield kept the gauge for nine years. '));
    assert.equal(await state(at('fresh #1.md')), 'indexed');
    assert.ok(await document.save());
    await becomes('an epoch that differs', true, async () => (await fact('epoch')) !== epoch);
    assert.equal(await state(at('fresh #1.md')), 'indexed');
  });

  await check('a renamed file is indexed where it is now', async () => {
    await vscode.workspace.fs.rename(at('fresh #1.md'), at('old notes/fresh.md'));
    await becomes('the state', 'indexed', () => state(at('old notes/fresh.md')));
    await becomes('documents', before + 1, documents);
  });

  await check('a folder that is moved in and away takes its documents along', async () => {
    const outside = vscode.Uri.joinPath(folder, '..', 'outside v1.2');
    for (const name of ['a.md', 'b.txt'])
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(outside, name), Buffer.from(`# ${name}\n\nText of ${name}.\n`));
    await vscode.workspace.fs.rename(outside, at('inside v1.2'));
    await becomes('documents', before + 3, documents);
    await vscode.workspace.fs.rename(at('inside v1.2'), outside);
    await becomes('documents', before + 1, documents);
  });

  await check('a deleted file leaves the index automatically', async () => {
    await vscode.workspace.fs.delete(at('old notes/fresh.md'));
    await becomes('documents', before, documents);
    assert.equal(await state(at('old notes/fresh.md')), 'missing');
  });
}

async function becomes<T>(what: string, expected: T, look: () => Promise<T>): Promise<void> {
  const giveUpAt = Date.now() + indexedMs;
  let seen = await look();
  while (seen !== expected) {
    if (Date.now() > giveUpAt)
      assert.fail(`${what}: ${JSON.stringify(seen)}, not ${JSON.stringify(expected)}, after ${indexedMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    seen = await look();
  }
}

async function state(file: vscode.Uri): Promise<string | undefined> {
  return (await vscode.commands.executeCommand<{ readonly state: string } | undefined>('ariadne.explainFile', file))?.state;
}

async function documents(): Promise<number> {
  return Number(await fact('documents'));
}

/** What the diagnostics say of the index. */
async function fact(name: 'documents' | 'epoch'): Promise<unknown> {
  const text = await vscode.commands.executeCommand<string>('ariadne.copyDiagnostics');
  const facts = JSON.parse(/```json\n([^]*?)\n```/.exec(text)?.[1] ?? '{}') as { readonly index: Record<string, unknown> };
  return facts.index[name];
}
