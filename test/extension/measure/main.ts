/**
 * Measures inside the real extension host what the extension takes from it. Opened on a folder that has no index yet;
 * `bench/extensionHost.ts` runs it.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { check } from '../suite/check.ts';
import { longestBlock } from './longestBlock.ts';

export async function run(): Promise<void> {
  const file = process.env['ARIADNE_MEASURES'];
  assert.ok(file, 'ARIADNE_MEASURES names the file for the measures');
  await check('measures', async () => {
    await quiet();
    // The first extension also pays for what the host does once.
    await activationCpuMs('ariadne-rig.empty0');
    const empty = await activationCpuMs('ariadne-rig.empty1');
    const ours = await activationCpuMs('ariadne.ariadne');
    const { ms: blockedMs } = await longestBlock('dist/extension.cjs', () => vscode.commands.executeCommand('ariadne.index'));
    writeFileSync(file, JSON.stringify({ activationCpuMs: ours, emptyActivationCpuMs: empty, blockedMs }));
  });
}

async function activationCpuMs(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  assert.ok(extension, `${id} is there`);
  assert.equal(extension.isActive, false, `nothing has activated ${id} yet`);
  const cpu = process.threadCpuUsage();
  await extension.activate();
  const { user, system } = process.threadCpuUsage(cpu);
  return (user + system) / 1000;
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
