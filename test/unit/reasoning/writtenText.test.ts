import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWrittenText, shownWriting, type DraftSentence } from '../../../src/reasoning/writtenText.ts';

function sentencesOf(reply: string): readonly DraftSentence[] {
  return readWrittenText(reply).blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.sentences;
    return block.kind === 'list' ? block.items.flat() : block.rows.flatMap(({ cells }) => cells.flat());
  });
}

function brief(reply: string): readonly string[] {
  return sentencesOf(reply).map(({ text, named }) =>
    [text, ...named.map(({ passage, words }) => `${passage + 1}=${words ?? '-'}`)].join(' | '),
  );
}

test('a mark belongs to the sentence that it is in or follows', () => {
  assert.deepEqual(brief('It was lit in 1887 [2: "lit in March 1887"]. It burned oil. [1: "oil lamp"] It is dark now [3].'), [
    'It was lit in 1887. | 2=lit in March 1887',
    'It burned oil. | 1=oil lamp',
    'It is dark now. | 3=-',
  ]);
});

test('marks are read in the ways in which models write them', () => {
  for (const [mark, named] of [
    ['[1: "a b"; 2: "c"]', '1=a b | 2=c'],
    ['[1: "a b"] [2: "c"]', '1=a b | 2=c'],
    ['[Passage 3: “so it is”]', '3=so it is'],
    ['[1: "he said "no" to all"]', '1=he said "no" to all'],
    ['[1: "cell a | cell b [sic] (4)"]', '1=cell a | cell b [sic] (4)'],
    ['[1, 2]', '1=- | 2=-'],
    ["[4: 'don't go']", "4=don't go"],
  ] as const)
    assert.deepEqual(brief(`It is so ${mark}.`), [`It is so. | ${named}`], mark);
});

test('marks in other styles lead to the same passages', () => {
  for (const mark of [
    '[P1]',
    '(P1)',
    '(Passage 1)',
    '[Source: Passage 1]',
    '[^1]',
    '[#1]',
    '[Doc 1]',
    '【1】',
    '【1†source】',
    '<sup>1</sup>',
    '\\[1\\]',
  ])
    assert.deepEqual(brief(`It is so ${mark}.`), ['It is so. | 1=-'], mark);
  for (const mark of [
    '[1: a b]',
    '[1 — "a b"]',
    '[1, "a b"]',
    '(1: "a b")',
    '`[1: "a b"]`',
    '[Passage 1: “a b”]',
    '[Doc 1: a b]',
    '([1]: "a b")',
  ])
    assert.deepEqual(brief(`It is so ${mark}.`), ['It is so. | 1=a b'], mark);
  for (const mark of ['[1-3]', '[1, 2 and 3]', '(passages 1, 2 and 3)'])
    assert.deepEqual(brief(`It is so ${mark}.`), ['It is so. | 1=- | 2=- | 3=-'], mark);
  assert.deepEqual(brief('It is so [1] "a b".'), ['It is so. | 1=a b']);
  for (const said of ['See p. 12 (p. 12).', 'Light (No. 4) is dark (1).', 'A [b] c.']) assert.deepEqual(brief(said), [said]);
});

test('an answer in an object, behind thoughts without their opening tag, or above a list of sources is found', () => {
  for (const reply of [
    '{"answer": "It is so [1: \\"a\\"]."}',
    '```json\n{"answer": "It is so [1: \\"a\\"].", "why": "This is a much longer text than the answer."}\n```',
    'It is so [1: "a"].\n{"citations": [1]}',
    'They ask for "a".\n</think>\nIt is so [1: "a"].',
    'It is so [1: "a"].\n\n**Quellen:**\n[1] Das Buch\n[2] Der Turm',
  ])
    assert.deepEqual(brief(reply), ['It is so. | 1=a'], reply);
});

test('labels that say there is nothing are left out, those that say what is missing are kept', () => {
  const { conflicts, notStated } = readWrittenText(
    'CONFLICT: None.\nNOT STATED: None\nNOT STATED: Nothing is missing.\nNOT STATED: No price is given.',
  );
  assert.deepEqual([conflicts, notStated], [[], ['No price is given.']]);
});

test('a table without outer pipes, or in a fence below a line, is one', () => {
  for (const reply of [
    'Thing | Date\n--- | ---\nBell | 1952 [1: "a"]',
    'In short:\n```markdown\n| Thing | Date |\n|---|---|\n| Bell | 1952 [1: "a"] |\n```',
  ]) {
    const table = readWrittenText(reply).blocks.at(-1);
    assert.deepEqual(table?.kind === 'table' && [table.columns, table.rows.map(({ name }) => name)], [['Thing', 'Date'], ['Bell']], reply);
  }
});

test('links, years in brackets and code are no marks', () => {
  assert.deepEqual(brief('See [1](https://example.org) and [1887a].'), ['See [1](https://example.org) and [1887a].']);
});

test('thoughts and a fence around all of it are left out', () => {
  assert.deepEqual(brief('<think>First, "1887".</think>\n```markdown\nIt is so [1: "a"].\n```'), ['It is so. | 1=a']);
});

test('items with blank lines between them are one list, and headings are left out', () => {
  const { blocks } = readWrittenText('## Answer\n\nTwo things:\n\n1. **One** [1: "a"]\n\n2. Two [2: "b"]\n\nThat is all.');
  assert.deepEqual(
    blocks.map((block) => (block.kind === 'list' ? [block.isOrdered, block.items.length] : block.kind)),
    ['paragraph', [true, 2], 'paragraph'],
  );
  assert.deepEqual(
    sentencesOf('Two things:\n- One [1: "a"]').map(({ text, isLead }) => [text, isLead]),
    [
      ['Two things:', true],
      ['One', false],
    ],
  );
});

test('a table has as many cells as columns, and a cell may hold a mark with a pipe', () => {
  const { blocks } = readWrittenText('| | A | B |\n|:-|-:|---|\n| x | 1 [1: "a | b"] |\n| y | a \\| b | — | z |');
  const [table] = blocks;
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell.map(({ text, named }) => [text, named[0]?.words ?? null]))]),
    [
      ['x', [['1', 'a | b']], []],
      ['y', [['a | b', null]], []],
    ],
  );
});

test('what the documents do not say, and where they disagree, are read from their lines', () => {
  const { conflicts, notStated, blocks } = readWrittenText('- **NOT STATED:** The price [2].\nConflict: Two dates [1: "a"] [2: "b"].');
  assert.deepEqual(notStated, ['The price.']);
  assert.deepEqual(
    conflicts.map((one) => one.map(({ named }) => named.length)),
    [[2]],
  );
  assert.deepEqual(blocks, []);
});

test('sentences of other scripts end where theirs do', () => {
  assert.deepEqual(brief('灯塔建于1887年[1: "建于1887年"]。它现在很暗[2: "很暗"]。'), [
    '灯塔建于1887年。 | 1=建于1887年',
    '它现在很暗。 | 2=很暗',
  ]);
});

test('while a model writes, its labels are words for people', () => {
  assert.equal(
    shownWriting('It is so [1: "a"].\nNOT STATED: The price.\nCONFLICT: Two [2'),
    'It is so.\nNot in the documents: The price.\nDocuments disagree: Two',
  );
});

const pieces = fc.constantFrom(
  'It is so. ',
  '[1: "',
  '"]',
  '[2]',
  '| a | b |\n',
  '|-|-|\n',
  '- item\n',
  '\n\n',
  'NOT STATED: x\n',
  '“',
  '”',
  ';',
  'memory',
  '[memory]',
  '# h\n',
  '\\|',
  '\ue0001\ue001',
  '年。',
  '```\n',
);

test('whatever a model writes can be read, and no mark is shown while it writes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
      const reply = parts.join('');
      for (const { text, named } of sentencesOf(reply)) {
        assert.doesNotMatch(text, /[\ue000\ue001]/u);
        for (const { passage } of named) assert.ok(Number.isInteger(passage));
      }
      for (let end = 0; end <= reply.length; end += 3)
        assert.doesNotMatch(shownWriting(reply.slice(0, end)), /[\ue000\ue001]|\[\d{1,3}\s*:\s*$/u);
    }),
    { numRuns: 100 },
  );
});

test('a mark that a cut reply leaves open is not shown, and carries nothing', () => {
  const [paragraph] = readWrittenText('It was cast in 1952 [1: "cast in 1952"]. It weighs 48 kg [1: "It wei').blocks;
  assert.ok(paragraph?.kind === 'paragraph');
  assert.deepEqual(
    paragraph.sentences.map(({ text, named }) => [text, named.length]),
    [
      ['It was cast in 1952.', 1],
      ['It weighs 48 kg', 0],
    ],
  );
  const [table] = readWrittenText('| Thing | Date |\n|---|---|\n| Bell | 1952 [1: "cast in 19').blocks;
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.rows.map(({ cells }) => cells.map((cell) => cell.map(({ text }) => text))),
    [[['1952']]],
  );
});

test('forty rows, text from right to left, and passages that do not exist keep their place', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `| Row ${i} | ${i} m [1: "a ${i}"] |`).join('\n');
  const [table] = readWrittenText(`| Thing | Length |\n|---|---|\n${rows}`).blocks;
  assert.ok(table?.kind === 'table' && table.rows.length === 40);
  const [hebrew] = readWrittenText('נוצק הפעמון ב-1952 [1: "cast in 1952"]. משקלו 48 ק״ג [99: "48 kg"].').blocks;
  assert.ok(hebrew?.kind === 'paragraph');
  assert.deepEqual(
    hebrew.sentences.map(({ text, named }) => [text, named[0]?.passage]),
    [
      ['נוצק הפעמון ב-1952.', 0],
      ['משקלו 48 ק״ג.', 98],
    ],
  );
});

test('what has only a mark, a bullet, dots or a rule is no sentence', () => {
  for (const reply of [
    '- [1]',
    '- [1: "a b"]',
    '* ',
    '-',
    '[1: "a"]',
    '… [2]',
    '**[1]**',
    '1. [1]\n2. [2]',
    '- — [1]',
    '> [1: "a"]',
    '***',
    '`[1]`',
  ])
    assert.deepEqual(sentencesOf(reply), [], reply);
  assert.deepEqual(brief('It is so. … [1: "a"]'), ['It is so. | 1=a']);
  assert.deepEqual(brief('- It is so [1]\n- [2]\n- ✅ [2]'), ['It is so | 1=-', '✅ | 2=-']);
});

test('a mark for what is no number of a passage is a mark, and names none', () => {
  for (const mark of [
    '[-1: "a b"]',
    '[1234567: "a b"]',
    '[１: "a b"]',
    '[١: "a b"]',
    '[Passage 99999: “a b”]',
    '[0: "a b"]',
    '[-1: "a b"; 0: "c"]',
  ]) {
    const [sentence, ...others] = sentencesOf(`It is so ${mark}.`);
    assert.deepEqual([sentence?.text, others], ['It is so.', []], mark);
    assert.ok(
      sentence?.named.every(({ passage }) => passage === -1),
      mark,
    );
  }
  assert.deepEqual(brief('It is so [1-300].'), ['It is so. | 0=-']);
});

test('markup, bullets and numbers of lines are no sentences; tags that a sentence is about stay', () => {
  for (const nothing of ['-', '- -\n-', '**\n***', '<br>', '&nbsp;', '1.', '> ', '| |\n|-|']) assert.deepEqual(brief(nothing), [], nothing);
  assert.deepEqual(brief('> <p>It is <b>so</b> [1: "a b"].</p><br>'), ['It is so. | 1=a b']);
  assert.deepEqual(brief('A `<br>` breaks a line, and <td> begins a cell [1: "a b"].'), [
    'A `<br>` breaks a line, and <td> begins a cell. | 1=a b',
  ]);
});

test('two quotes in one mark are two', () => {
  assert.deepEqual(brief('It is so [1: "a b" and "c d"; 2: "e"].'), ['It is so. | 1=a b | 1=c d | 2=e']);
});

test('a sentence goes over a quotation in it, and a quote behind its mark over one at its end', () => {
  for (const words of ['“What is it? And why?”', '"It rains. It pours."', '«It rains. It pours.»', '“Holm v. Lund”'])
    assert.deepEqual(brief(`In ${words} it says so [1: "a"]. It is not.`), [`In ${words} it says so. | 1=a`, 'It is not.']);
  assert.deepEqual(brief('He said “it rains [1: "a"]. It pours [2: "b"].”'), ['He said “it rains. | 1=a', 'It pours.” | 2=b']);
  assert.deepEqual(brief('It is so [P2, "Bells (also "Old Bells") of Holm"].'), ['It is so. | 2=Bells (also "Old Bells") of Holm']);
  assert.deepEqual(brief('It is 5" wide. It is 6" high [1: "a"].'), ['It is 5" wide.', 'It is 6" high. | 1=a']);
  assert.deepEqual(brief('It is so. [1] "Based on" The Bells of Holm"" It is not. [2] "No."'), [
    'It is so. | 1=Based on" The Bells of Holm"',
    'It is not. | 2=No.',
  ]);
});

test('marks in other styles may go over lines, and quote words that have marks of footnotes or quotation', () => {
  for (const mark of ['(Passage 1: "a\nb")', '[P1, "a\nb"]', '【1: "a\nb"】', '[1] "a\nb"'])
    assert.deepEqual(brief(`It is so ${mark}.`), ['It is so. | 1=a\nb']);
  assert.deepEqual(brief('It is so. [1] "So it is." It is not. [2] "It\nis not." "Next" is [1: "c"].'), [
    'It is so. | 1=So it is.',
    'It is not. | 2=It\nis not.',
    '"Next" is. | 1=c',
  ]);
  assert.deepEqual(brief('It is so [1] "the word[4] “b” c". It is not [2] "so it is".'), [
    'It is so. | 1=the word[4] “b” c',
    'It is not. | 2=so it is',
  ]);
});
