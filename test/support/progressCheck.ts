/** Checks the progress reports of index work, and how each surface presents them. */
import assert from 'node:assert/strict';
import { progressLine } from '../../src/cli/terminal.ts';
import { noIndex } from '../../src/protocol/indexStatus.ts';
import { progressText, shortProgress } from '../../src/extension/index/progressText.ts';
import type { IndexProgress } from '../../src/protocol/indexStatus.ts';
import { indexingView } from '../../webview-ui/src/indexingView.ts';

/** The stages in the order of work, which need not include all of them. Work may wait before any stage. */
const stages = ['discover', 'load', 'learn', 'read', 'fulltext', 'embed', 'graph', 'store'];

/** @param isWhole false for work that was stopped or failed */
export function checkTold(told: readonly IndexProgress[], isWhole = true): void {
  neverFalls(told.map(({ fraction }) => fraction));
  neverFalls(told.map(({ documentsDone }) => documentsDone));
  neverFalls(told.flatMap(({ stage }) => (stage === 'wait' ? [] : stages.indexOf(stage))));
  for (const texts of textsOf(told)) neverFalls(texts.flatMap((text) => /(\d+)%/.exec(text)?.[1] ?? []).map(Number));
  for (const { remainingSeconds = 0 } of told) assert.ok(Number.isFinite(remainingSeconds) && remainingSeconds >= 0);
  // Neither unfinished work nor work that ended early may look complete.
  const wholes = told.flatMap(({ fraction }, i) => (fraction === 1 ? [i] : []));
  assert.deepEqual(wholes, isWhole ? [told.length - 1] : []);
}

/** The texts of the index view, the status bar, the panel and the terminal. */
function textsOf(told: readonly IndexProgress[]): readonly (readonly string[])[] {
  const written: string[] = [];
  const line = progressLine(true, (text) => written.push(text));
  for (const progress of told) line(progress);
  return [
    told.map(progressText),
    told.map((progress) => shortProgress({ kind: 'index', beganAtMs: 0, progress })),
    told.map((progress) => indexingView({ progress, index: noIndex }).words),
    written,
  ];
}

function neverFalls(numbers: readonly number[]): void {
  numbers.forEach((number, i) => assert.ok(number >= (numbers[i - 1] ?? 0), `${numbers[i - 1]}, then ${number}`));
}
