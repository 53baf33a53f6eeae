import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { abortError } from '../../../../src/base/abort.ts';
import type { Checked } from '../../../../src/citations/findings.ts';
import { type Findings, LatestChecks } from '../../../../src/extension/checking/latestChecks.ts';
import { shifted, type TextEdit } from '../../../../src/extension/checking/shifted.ts';

const citation = (start: number, end: number, more: Partial<Checked> = {}): Checked => ({
  range: { start, end },
  form: 'key',
  state: 'current',
  support: 'supported',
  ...more,
});
const after = (text: string, { rangeOffset, rangeLength, text: typed }: TextEdit): string =>
  text.slice(0, rangeOffset) + typed + text.slice(rangeOffset + rangeLength);

test('after edits, what is left of a check is at the same words as before', () => {
  const edit = fc.record({ at: fc.nat(60), length: fc.nat(6), text: fc.stringMatching(/^[a-c ]{0,5}$/) });
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-c ]{20,60}$/),
      fc.array(fc.nat(60), { maxLength: 6 }),
      fc.array(edit, { maxLength: 4 }),
      (text, starts, edits) => {
        const citations = starts
          .filter((start) => start + 4 <= text.length)
          .map((start) =>
            citation(start, start + 4, { claim: { start: Math.max(0, start - 3), end: start }, key: text.slice(start, start + 4) }),
          );
        let now = text;
        const applied = edits.map(({ at, length, text: typed }): TextEdit => {
          const rangeOffset = Math.min(at, now.length);
          const one = { rangeOffset, rangeLength: Math.min(length, now.length - rangeOffset), text: typed };
          now = after(now, one);
          return one;
        });
        for (const { range, claim, key, support } of shifted(citations, applied)) {
          assert.equal(now.slice(range.start, range.end), key);
          assert.equal(claim !== undefined, support !== 'unchecked');
        }
      },
    ),
  );
});

test('a claim that is edited is unchecked, its source still changed; a space after it changes nothing', () => {
  const checked = citation(10, 14, { claim: { start: 0, end: 9 }, state: 'changed', reason: 'line 3 now: “x”', support: 'contradicted' });
  const [typed] = shifted([checked], [{ rangeOffset: 4, rangeLength: 0, text: 'x' }]);
  assert.deepEqual(typed, {
    range: { start: 11, end: 15 },
    form: 'key',
    state: 'changed',
    support: 'unchecked',
    reason: 'line 3 now: “x”',
  });
  assert.deepEqual(shifted([checked], [{ rangeOffset: 14, rangeLength: 0, text: ' And' }]), [checked]);
  assert.deepEqual(shifted([checked], [{ rangeOffset: 12, rangeLength: 1, text: '' }]), []);
});

interface Document {
  readonly uri: string;
  version: number;
}

function started(): {
  checks: LatestChecks<Document>;
  asked: string[];
  answer: (citations: readonly Checked[] | Error) => Promise<void>;
  failures: string[];
} {
  const asked: string[] = [];
  const failures: string[] = [];
  let settle: { resolve: (found: Findings) => void; reject: (error: Error) => void } | undefined;
  const checks = new LatestChecks<Document>({
    check: ({ uri, version }, signal) =>
      new Promise((resolve, reject) => {
        asked.push(`${uri} ${version}`);
        settle = { resolve, reject };
        signal.addEventListener('abort', () => reject(abortError()));
      }),
    delayMs: 0,
    onFailure: (error) => failures.push((error as Error).message),
  });
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
  const answer = async (citations: readonly Checked[] | Error): Promise<void> => {
    await turn();
    if (citations instanceof Error) settle?.reject(citations);
    else settle?.resolve({ citations });
    await turn();
  };
  return { checks, asked, answer, failures };
}

test('a document in sight is checked once, again after an edit, and forgotten when it is out of sight', async () => {
  const { checks, asked, answer, failures } = started();
  const document = { uri: 'a.md', version: 1 };
  const shown: number[] = [];
  checks.onDidChange.on((one) => shown.push(checks.of(one)?.citations.length ?? -1));
  checks.watch([document]);
  await answer([citation(0, 4), citation(10, 14)]);
  checks.watch([document]);
  document.version = 2;
  checks.edited(document, [{ rangeOffset: 2, rangeLength: 0, text: 'x' }]);
  assert.deepEqual(checks.of(document)?.citations, [citation(11, 15)]);
  await answer(new Error('no engine'));
  assert.equal(checks.of(document)?.problem, 'no engine');
  assert.deepEqual(checks.of(document)?.citations, [citation(11, 15)]);
  checks.checkAll();
  await answer([]);
  checks.watch([]);
  assert.deepEqual([asked, failures, shown], [['a.md 1', 'a.md 2', 'a.md 2'], ['no engine'], [2, 1, 1, 0, -1]]);
  checks.dispose();
});

test('who asks joins the check of the same text, and gets what is known of it', async () => {
  const { checks, asked, answer } = started();
  const document = { uri: 'a.md', version: 1 };
  checks.watch([document]);
  const [first, second] = [checks.now(document), checks.now(document)];
  await answer([citation(0, 4)]);
  assert.deepEqual([await first, await second, await checks.now(document)], Array(3).fill([citation(0, 4)]));
  assert.deepEqual(asked, ['a.md 1']);
  checks.dispose();
});

test('typing beside what was found tells nobody, typing in a claim or citation does', async () => {
  const { checks, answer } = started();
  const document = { uri: 'a.md', version: 1 };
  checks.watch([document]);
  await answer([citation(10, 14, { claim: { start: 0, end: 9 } }), citation(30, 34)]);
  const told: number[] = [];
  checks.onDidChange.on(() => told.push(document.version));
  for (const rangeOffset of [20, 5, 33]) {
    document.version++;
    checks.edited(document, [{ rangeOffset, rangeLength: 0, text: 'x' }]);
  }
  assert.deepEqual(told, [3, 4]);
  assert.deepEqual(checks.of(document)?.citations, [citation(11, 15, { support: 'unchecked' })]);
  checks.dispose();
});
