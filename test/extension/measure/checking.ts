/**
 * Measures inside the real extension host what checking citations takes while one writes, in a draft beside a folder with an index;
 * `bench/check.ts` runs it.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { check } from '../suite/check.ts';
import { type LongestBlock, longestBlock } from './longestBlock.ts';

/** Nothing is typed for so long before a check. */
const pauseMs = 400;
const mostMs = 60_000;
const rounds = 4;

interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

export async function run(): Promise<void> {
  const { ARIADNE_MEASURES: file, ARIADNE_CHANGES: changes } = process.env;
  assert.ok(file, 'ARIADNE_MEASURES names the file for the measures');
  const edits = JSON.parse(changes ?? '[]') as readonly { readonly from: string; readonly to: string }[];
  await check('measures', async () => {
    await vscode.extensions.getExtension('ariadne.ariadne')?.activate();
    await vscode.commands.executeCommand('ariadne.index');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'draft.md'));
    const editor = await vscode.window.showTextDocument(document);
    await until(() => vscode.languages.getDiagnostics(document.uri).length > 0);
    const checks: Took[] = [];
    const hovers: Took[] = [];
    const edit = async (some: typeof edits): Promise<void> => {
      for (const { from, to } of some) {
        const found = await timed(async () => {
          await replace(editor, from, to);
          await until(() => vscode.languages.getDiagnostics(document.uri).some(({ message }) => message.includes(to.slice(5))));
        });
        checks.push({ ...found, ms: found.ms - pauseMs });
        const link = document.positionAt(document.getText().indexOf('](', document.getText().indexOf(to)) + 3);
        const key = document.positionAt(document.getText().indexOf('[@', document.offsetAt(link)) + 3);
        for (const position of [link, key]) {
          const hover = await timed(async () => {
            const shown = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
            assert.ok(shown.length > 0);
          });
          hovers.push(hover);
        }
        await replace(editor, to, from);
      }
    };
    // Without the profiler, which takes time, too.
    const timedEdits = Math.ceil(edits.length / 2);
    await edit(edits.slice(0, timedEdits));
    const times = { checks: [...checks], hovers: [...hovers] };
    const blocks: LongestBlock[] = [];
    const perRound = Math.ceil((edits.length - timedEdits) / rounds);
    for (let from = timedEdits; from < edits.length; from += perRound)
      blocks.push(await longestBlock('dist/extension.cjs', () => edit(edits.slice(from, from + perRound))));
    // Another program that takes the processor only makes a round slower.
    const block = blocks.reduce((least, one) => (one.ms < least.ms ? one : least));
    writeFileSync(file, JSON.stringify({ ...times, block }));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
}

async function replace(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const { document } = editor;
  const at = document.getText().indexOf(from);
  assert.ok(at >= 0, `the draft says ${from}`);
  await editor.edit((edit) => edit.replace(new vscode.Range(document.positionAt(at), document.positionAt(at + from.length)), to));
}

/** Elapsed time, and the processor time of this thread. */
async function timed(work: () => Promise<void>): Promise<Took> {
  const [began, cpu] = [performance.now(), process.threadCpuUsage()];
  await work();
  const { user, system } = process.threadCpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

async function until(is: () => boolean): Promise<void> {
  for (const began = performance.now(); !is();) {
    assert.ok(performance.now() - began < mostMs, 'the check has not ended');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
