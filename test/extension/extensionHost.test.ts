/** Runs test/extension/suite inside the extension host of real VS Code. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { runInExtensionHost, type ExtensionHostResult } from '../rig/extensionHost.ts';
import { makePdf } from '../support/pdf.ts';

const root = join(import.meta.dirname, '..', '..');

// One editor for all in a trusted folder, one for all in another: each of its tests is one here.
for (const { tests, output } of [await runSuite(), await runRestricted()])
  for (const { name, error } of tests) test(name, () => assert.equal(error, null, `${error}\n${output}`));

async function runRestricted(): Promise<ExtensionHostResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'ariadne-host-'));
  try {
    const folder = join(scratch, 'folder');
    makeFolder(folder);
    mkdirSync(join(scratch, 'elsewhere'));
    writeFileSync(join(scratch, 'elsewhere', 'secret.md'), '# Secret\n\nThe key to the sluice is under the third stone.\n');
    symlinkSync(join(scratch, 'elsewhere'), join(folder, 'outside'), 'junction');
    const testsPath = join(scratch, 'tests.cjs');
    await bundle(join(import.meta.dirname, 'restricted', 'main.ts'), testsPath);
    return await runInExtensionHost({ extensionDevelopmentPath: root, testsPath, folder, isTrusted: false });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runSuite(): Promise<ExtensionHostResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'ariadne-host-'));
  try {
    const folder = join(scratch, 'folder');
    makeFolder(folder);
    const testsPath = join(scratch, 'tests.cjs');
    await bundle(join(import.meta.dirname, 'suite', 'main.ts'), testsPath);
    const chatProvider = join(scratch, 'chat-provider');
    await bundle(join(import.meta.dirname, 'chatProvider', 'extension.ts'), join(chatProvider, 'extension.cjs'));
    copyFileSync(join(import.meta.dirname, 'chatProvider', 'package.json'), join(chatProvider, 'package.json'));
    const dataset = join(scratch, 'dataset');
    makeDataset(dataset);
    return await runInExtensionHost({
      extensionDevelopmentPath: root,
      others: [chatProvider],
      testsPath,
      folder,
      env: { ARIADNE_TEST_DATASET: dataset },
      // A workbench in a browser saves automatically.
      settings: { 'files.autoSave': 'off' },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'], logLevel: 'error' });
}

/** What the simulated language model knows. */
function makeDataset(dataset: string): void {
  mkdirSync(dataset);
  const question = { id: 'q1', question: 'Where was Ada Marsh born?', answers: ['Wexcombe'], supporting: ['p1'] };
  const passage = { id: 'p1', title: 'Ada Marsh', text: 'Ada Marsh was born in Wexcombe on 3 May 1902. She surveyed salt marshes.' };
  writeFileSync(join(dataset, 'questions.jsonl'), `${JSON.stringify(question)}\n`);
  writeFileSync(join(dataset, 'corpus.jsonl'), `${JSON.stringify(passage)}\n`);
}

function inWindows1251(text: string): Uint8Array {
  return Uint8Array.from(text, (character) =>
    /[а-яА-Я]/.test(character) ? character.charCodeAt(0) - 0x350 : character === '—' ? 0x97 : character.charCodeAt(0),
  );
}

function makeFolder(folder: string): void {
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'ada.md'),
    '---\nCreated: 12 March 2001\n---\n\n# Ada Marsh\n\nAda Marsh was born in Wexcombe on 3 May 1902. She surveyed salt marshes.\n',
  );
  writeFileSync(
    join(folder, 'bo.md'),
    '---\nCreated: 4 June 2004\n---\n\n# Bo Lund\n\nBo Lund was born in Marrick on 4 June 1911. He was the keeper of the sluice, and of its keys.\n',
  );
  mkdirSync(join(folder, 'ignored'));
  writeFileSync(join(folder, '.gitignore'), 'ignored/\n');
  writeFileSync(join(folder, 'ignored', 'secret plan.md'), '# Plan\n\nDrain the marsh.\n');
  writeFileSync(join(folder, '.env'), 'KEY=1\n');
  writeFileSync(
    join(folder, 'tides.pdf'),
    makePdf([{ texts: [{ x: 72, y: 700, text: 'The Orfield gauge was moved to the north pier in 1931.' }] }]),
  );
  const link = (label: string, place: string): string => `[${label}](${place} "ariadne:0123456789abcdef")`;
  writeFileSync(
    join(folder, 'citing.md'),
    `Born there ${link('1', 'ada.md#L7')}.\nMoved there ${link('2', 'tides.pdf#L1')}.\n${link('3', 'kizhi.txt#L2')}\n`,
  );
  writeFileSync(
    join(folder, 'kizhi.txt'),
    inWindows1251('Кижи — остров.\nЕго маяк построен в 1931 году из серого гранита, и газеты писали о его свете.\n'),
  );
}
