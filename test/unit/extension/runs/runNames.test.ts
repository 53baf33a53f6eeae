import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf } from '../../../../src/extension/runs/questionTree.ts';
import type { RunSummary } from '../../../../src/protocol/engine.ts';
import { methodName } from '../../../../src/protocol/methodNames.ts';
import { summaryOf } from '../../../support/runSummary.ts';
import { ageText, timeText } from '../../../../src/extension/times.ts';

const now = new Date(2024, 2, 10, 15, 0);

test('rows of the same question begin with what is different: how it was made, the method, else the time', () => {
  const at = (minute: number): Date => new Date(2024, 2, 10, 9, minute);
  const differences = (runs: readonly RunSummary[]): readonly string[] =>
    daysOf(runs, now, { nameOfMethod: (id) => methodName(id, []) }).flatMap((day) => day.runs.map(({ difference }) => difference));
  const made: readonly RunSummary[] = [
    { ...summaryOf('e', at(9)), made: 'refreshed' },
    { ...summaryOf('d', at(8)), made: 'edited', askedForm: 'table' },
    { ...summaryOf('c', at(7)), askedForm: 'list' },
    { ...summaryOf('b', at(6)), made: 'again' },
    { ...summaryOf('a', at(5)), askedForm: 'auto' },
  ];
  assert.deepEqual(differences(made), ['refreshed', 'edited, table', 'list', 'asked again', '']);
  const time = timeText(at(5), now);
  const twice = [
    { ...summaryOf('c', at(7)), pipeline: 'sunar' },
    { ...summaryOf('b', at(5)), pipeline: 'sunar-nar' },
    { ...summaryOf('a', at(5)), pipeline: 'sunar-nar' },
  ];
  assert.deepEqual(differences(twice), ['Thorough', `Balanced, ${time}`, `Balanced, ${time}`]);
  assert.deepEqual(differences([{ ...summaryOf('b', at(7)), made: 'again', title: 'Mine' }, summaryOf('a', at(5))]), ['', '']);
});

test('ages are in the largest unit that fits', () => {
  const minutesAgo = [0, 0.9, 1, 59, 60, 23 * 60, 24 * 60, 72 * 60].map((minutes) =>
    ageText(new Date(now.getTime() - minutes * 60_000), now),
  );
  assert.deepEqual(minutesAgo, ['just now', 'just now', '1 min ago', '59 min ago', '1 h ago', '23 h ago', '1 d ago', '3 d ago']);
});
