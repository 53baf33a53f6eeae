/// <reference lib="dom" />
// What the workbench shows of the editor that has the focus: an editor tells the page of no model, so only what is drawn can be read.
import type { Page } from 'playwright-core';

export interface ActiveEditor {
  /** The file's path; for a webview or another editor without text, its title. */
  readonly file: string;
  /** The cursor's line, from 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The first and last selected line, from 1; undefined when nothing is selected. */
  readonly selection: { readonly first: number; readonly last: number } | undefined;
  /** The whole text of the selected lines, as far as they are on the screen. */
  readonly selectedLines: readonly string[];
}

export const activeGroup = '.editor-group-container.active';
const TIMEOUT_MS = 60_000;

interface DrawnSelection {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

/** Reads what is drawn, because the editor does not expose its model to the page. */
function readSelection(editor: Element): DrawnSelection | undefined {
  const at = (element: Element): number => Math.round(element.getBoundingClientRect().top);
  const painted = new Set([...editor.querySelectorAll('.view-overlays .selected-text')].map((part) => at(part)));
  const overlays = [...editor.querySelectorAll('.view-overlays > div')]
    .filter((row) => row.querySelector('.selected-text') !== null)
    .map(at);
  for (const top of overlays) painted.add(top);
  const numbers = [...editor.querySelectorAll('.margin-view-overlays .line-numbers')]
    .filter((number) => painted.has(at(number)))
    .map((number) => Number(number.textContent))
    .sort((left, right) => left - right);
  const first = numbers[0];
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const lines = [...editor.querySelectorAll('.view-line')]
    .filter((line) => painted.has(at(line)))
    .sort((left, right) => at(left) - at(right))
    .map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' '));
  return { first, last, lines };
}

function fileOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname);
}

export async function readActiveEditor(page: Page): Promise<ActiveEditor> {
  const tab = page.locator(`${activeGroup} .tab.active`).first();
  await tab.waitFor({ timeout: TIMEOUT_MS });
  const title = (await tab.locator('.label-name').innerText()).trim();
  const editor = page.locator(`${activeGroup} .editor-instance .monaco-editor[data-uri]:visible`).last();
  if ((await editor.count()) === 0) {
    return { file: title, line: undefined, column: undefined, selection: undefined, selectedLines: [] };
  }
  const file = fileOf((await editor.getAttribute('data-uri')) ?? '');
  const status = page.locator('[id="status.editor.selection"]');
  const position = (await status.count()) === 0 ? undefined : /(\d+)\D+(\d+)/.exec(await status.innerText());
  const drawn = await editor.evaluate(readSelection);
  return {
    file,
    line: position?.[1] === undefined ? undefined : Number(position[1]),
    column: position?.[2] === undefined ? undefined : Number(position[2]),
    selection: drawn === undefined ? undefined : { first: drawn.first, last: drawn.last },
    selectedLines: drawn?.lines ?? [],
  };
}
