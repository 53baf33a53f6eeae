import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { linesHash, linesOf } from '../../../src/citations/anchor.ts';
import { answerMarkdown } from '../../../src/citations/writeAnswer.ts';
import { citationsIn } from '../../../src/citations/checkCitations.ts';
import { formatCitationAt, markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';
import { isUnsupported } from '../../../src/citations/support.ts';
import { fold } from '../../../src/trace/fold.ts';
import type { ReportedState } from '../../../src/protocol/documentCheck.ts';
import { findingsIn } from '../../support/findings.ts';
import { finishedRun } from '../../support/finishedRun.ts';
import { english } from '../../../src/language/english.ts';

const skell = [
  '# Skell Head',
  '',
  'Skell Head has a light.',
  'It was lit in 1871 by Tobias Quenby,',
  'who kept it for thirty years.',
  '',
].join('\n');

/** A link to lines of `skell`, as they are there. */
function link(startLine: number, endLine = startLine, n = 1): string {
  return formatCitationAt({ n, startLine, endLine, linesHash: linesHash(linesOf(skell).slice(startLine - 1, endLine)) }, 'skell.md');
}

type Short = readonly [line: number, state: ReportedState, reason?: string];

function check(markdown: string, source: string | undefined = skell): readonly Short[] {
  return findingsIn(markdown, () => (source === undefined ? { problem: 'the document is gone' } : { text: source })).map(
    ({ line, state, reason }) => (reason === undefined ? [line, state] : [line, state, reason]),
  );
}

test('a citation is current, changed or missing', () => {
  const text = `Notes\n\nThe light was lit in 1871 ${link(4)}.\n`;
  assert.deepEqual(check(text), [[3, 'current']]);
  assert.deepEqual(check(text, skell.replaceAll(' ', '  ')), [[3, 'current']]);
  assert.deepEqual(check(text, `A line.\nAnother.\n${skell}`), [[3, 'current', 'unchanged, but moved to line 6']]);
  assert.deepEqual(check(text, skell.replace('1871', '1872')), [[3, 'changed', 'line 4 now: "It was lit in 1872 by Tobias Quenby,"']]);
  assert.deepEqual(check(text, 'a\nb\nc\n\ne'), [[3, 'changed', 'line 4 is empty now']]);
  assert.deepEqual(check(text, '# Skell Head\n'), [[3, 'missing', 'the document has only 2 lines now']]);
  assert.deepEqual(findingsIn(text, () => ({ problem: 'the document is gone' }))[0], {
    line: 3,
    column: 27,
    state: 'missing',
    reason: 'the document is gone',
    cited: citationsIn(text)[0],
  });
});

test('a sentence that has nothing in common with the lines it cites is unsupported', () => {
  const cases: readonly (readonly [string, readonly Short[]])[] = [
    [`Bananas are grown by farmers ${link(4)}.`, [[1, 'unsupported', '"Bananas are grown by farmers." has no word in common with line 4']]],
    [`It was lit by a keeper. ${link(4)}`, [[1, 'current']]],
    [
      `- Who lit it? Tobias Quenby ${link(4)}\n- Who eats them? Bananas are eaten by monkeys ${link(4)}`,
      [
        [1, 'current'],
        [2, 'unsupported', '"Bananas are eaten by monkeys" has no word in common with line 4'],
      ],
    ],
    [
      `According to ${link(4)}, bananas are yellow. The light was lit then.`,
      [[1, 'unsupported', '"According to, bananas are yellow." has no word in common with line 4']],
    ],
    [
      `The light was lit in 1871 ${link(4)}. It was a year of bananas which monkeys had eaten ${link(4, 4, 2)}.`,
      [
        [1, 'current'],
        [1, 'unsupported', '"It was a year of bananas which monkeys had eaten." has no word in common with line 4'],
      ],
    ],
  ];
  for (const [text, expected] of cases) assert.deepEqual(check(text), expected, text);
});

test('where nothing is certain nothing is called unsupported', () => {
  const current = [
    `Yes ${link(4)}`,
    `Bananas ${link(4)}`,
    `Die Bananen sind gelb und krumm ${link(4)}.`,
    `香蕉是黄色的 ${link(4)}。`,
    `The head keeps skelling ${link(4)}.`,
    `The lights were lighting ${link(3)}.`,
    `**Quenby's** lamp was a fine one ${link(4)}.`,
  ];
  for (const text of current) assert.deepEqual(check(text), [[1, 'current']], text);
  const [unjudged] = findingsIn(`Bananas are grown by farmers ${link(1)}.`, () => ({ text: skell }));
  assert.equal(unjudged?.state, 'current', 'a heading is no prose');
});

test('words of other forms, numbers written otherwise, and the name of the document count', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['The harbors were closed.', 'A harbor that was closed', false],
    ['They paid 1,500 for the boats', 'the sum of 1500 by then', false],
    ['The café was theirs', 'by the CAFE', false],
    ['The treaty was signed by kings', 'farmers have sold the bananas', true],
    ['The treaty was signed by kings', 'Bananen und Äpfel', false],
    ['kings', 'farmers have sold the bananas', false],
  ];
  for (const [claim, source, expected] of cases) assert.equal(isUnsupported(claim, source, english), expected, claim);
  assert.deepEqual(
    findingsIn('The skell was their boat [1](docs/skell.md#L1 "ariadne:x")', () => ({ text: 'by the farmers' })).map(({ state }) => state),
    ['changed'],
  );
});

test('citations shown as code, or in comments, are none', () => {
  const text = [
    `\`${link(3)}\``,
    '',
    '```md',
    link(3),
    '```',
    '',
    `    ${link(3)}`,
    '',
    `<!-- ${link(3)} -->`,
    '',
    '~~~',
    link(3),
    '```',
    '~~~',
  ].join('\n');
  assert.deepEqual(check(text), []);
  assert.deepEqual(check(`${text}\n${link(3)}`), [[15, 'current']]);
});

test('what "Insert Answer" writes is current; a claim of an answer that lost its citation is unsupported', () => {
  const items = [`- When was the light lit? 1871 ${link(4)}`, '- Who lit it? Tobias Quenby', `- Where is it? Skell Head ${link(3, 3, 2)}`];
  assert.deepEqual(check(['Tobias Quenby', '', ...items].join('\n')), [
    [3, 'current'],
    [4, 'unsupported', 'this claim of an answer has no citation'],
    [5, 'current'],
  ]);
  assert.deepEqual(check([...items, '- buy milk'].join('\n')), [
    [1, 'current'],
    [3, 'current'],
  ]);
  assert.deepEqual(check('- What? That\n- Who? Me'), []);
  const run = fold(finishedRun);
  const written = answerMarkdown(run, []);
  const found = findingsIn(written, () => ({ problem: 'not here' }));
  assert.deepEqual(
    found.map(({ state }) => state),
    citationsIn(written).map(() => 'missing'),
  );
});

test('places are those an editor shows, whatever the line ends', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['x', '', `a ${link(3)} b ${link(4)}`].join(end);
    const found = findingsIn(text, () => ({ text: skell }));
    assert.deepEqual(
      found.map(({ line, column }) => [line, column]),
      [
        [3, 3],
        [3, 3 + link(3).length + 3],
      ],
    );
  }
});

test('blocks are whole lines in order, and every line that is not blank is in one', () => {
  const line = fc.constantFrom('', 'text', '- item', '1. item', '# head', '```', '```js', '~~~', '    code', '  more', '> quote', '\t');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      const blocks = markdownSyntax.blocks(text);
      let at = 0;
      for (const { start, end: blockEnd } of blocks) {
        assert.ok(start >= at && blockEnd > start);
        assert.equal(text.slice(at, start).trim(), '');
        at = blockEnd;
      }
      assert.equal(text.slice(at).trim(), '');
    }),
  );
  assert.equal(markdownSyntax.plain('> - [x] **Bold** _it_ a_b [link](u "t") ![i](p) `c` <b>h</b> \\*', true), 'Bold it a_b link i c h *');
});

test('what an inserted answer says of itself is no claim about its source', () => {
  assert.deepEqual(check(`Tobias Quenby lit it in 1871 (not verified) ${link(4)}\n`), [[1, 'current']]);
  assert.deepEqual(check(`Tobias Quenby lit it in 1871 (not supported by the documents) ${link(4)}\n`), [[1, 'current']]);
});
