import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesHash } from '../../../../src/citations/anchor.ts';
import { growthOf } from '../../../support/growth.ts';
import { hoverMarkdown, referenceMarkdown } from '../../../../src/extension/checking/citationHover.ts';
import type { HoverFacts } from '../../../../src/extension/checking/citationHover.ts';

const cited = ['He kept working.', 'He *died* there on 5 April 1940.'];
const source = ['# Maillart', '', '## Early years', '…', '## Last years', ...cited, 'End.'].join('\n');
const citation = { range: { start: 0, end: 9 }, label: '1', path: 'bio/maillart.md', startLine: 6, endLine: 7, id: linesHash(cited) };
const hover = (facts: Partial<HoverFacts>): string[] =>
  hoverMarkdown({ citation, source, openLink: (first, last) => `open:${first}-${last}`, ...facts }).split('\n');

test('a hover shows where the lines are, the lines as they are now, what they were cited for, and that they are unchanged', () => {
  assert.deepEqual(hover({ quote: 'on 5 April 1940', citedFor: 'When did Maillart die?' }), [
    '**Maillart › Last years**',
    '',
    '> He kept working.  ',
    '> He \\*died\\* there **on 5 April 1940**.  ',
    '',
    'Cited for: When did Maillart die?',
    '',
    '$(check) Unchanged since it was cited · lines 6–7',
    '',
    '[Open](open:6-7)',
  ]);
});

test('a hover says when lines have moved, changed, or are gone with their document', () => {
  const last = (facts: Partial<HoverFacts>): string[] => hover(facts).filter((line) => /^(\$|\[)/.test(line));
  assert.deepEqual(last({ source: `\n${source}` }), ['$(arrow-swap) Unchanged, moved to lines 7–8', '[Open](open:7-8)']);
  assert.deepEqual(last({ source: source.replace('1940', '1941') }), [
    '$(warning) Changed since it was cited · lines 6–7',
    '[Open](open:6-7)',
  ]);
  assert.deepEqual(last({ source: 'short' }), ['$(warning) Changed since it was cited: these lines are no longer in the document']);
  assert.deepEqual(hover({ source: undefined }), ['**maillart.md**', '', '$(error) The document is gone: `bio/maillart.md`']);
  assert.deepEqual(hover({ source: undefined, unreadable: 'It is [too] large.' }), [
    '**maillart.md**',
    '',
    '$(warning) The document could not be read. It is \\[too\\] large.',
  ]);
});

test('a hover over words that are gone shows them and offers to ask again', () => {
  const quote = 'He *died* there on 5 April 1940.';
  const shown = hover({ source: source.replace('1940', '1941'), quote, askAgainLink: 'ask' });
  assert.deepEqual(shown.slice(5), [
    'It said: “He \\*died\\* there on 5 April 1940.”',
    '',
    '$(warning) Changed since it was cited · lines 6–7',
    '',
    '[Open](open:6-7) · [Ask again](ask)',
  ]);
  assert.equal(hover({ source: 'short', quote, askAgainLink: 'ask' }).at(-1), '[Ask again](ask)');
});

test('a hover does not call words changed that are still there', () => {
  const quote = 'He *died* there on 5 April 1940.';
  const shown = hover({ source: source.replace('He kept working.', 'He kept sailing.'), quote, askAgainLink: 'ask' });
  assert.deepEqual(shown.slice(2), [
    '> **He \\*died\\* there on 5 April 1940**.  ',
    '',
    '$(check) The words are unchanged, the text around them is not · line 7',
    '',
    '[Open](open:7-7)',
  ]);
});

test('text of documents makes no links or commands, and long citations are cut', () => {
  const evil = '[Run](command:workbench.action.quit) <img src=x> $(alert)';
  const shown = hover({
    source: [evil, ...Array.from({ length: 30 }, () => 'more')].join('\n'),
    citation: { ...citation, startLine: 1, endLine: 20 },
  });
  assert.deepEqual(
    [shown[0], shown[2], shown.filter((line) => line.startsWith('>')).length, shown.includes('> …  ')],
    ['**maillart.md**', '> \\[Run\\](command:workbench.action.quit) \\<img src=x\\> \\$(alert)  ', 15, true],
  );
});

test('a line from right to left keeps its direction, its full stop at its end', () => {
  const arabic = 'صممتها إيناس هولم (Ines Holm) عام 1908.';
  const lines = hover({ source: [arabic, 'She designed it.'].join('\n'), citation: { ...citation, startLine: 1, endLine: 2 } });
  assert.deepEqual(
    lines.filter((line) => line.startsWith('>')),
    [`> \u2068${arabic}\u2069  `, '> She designed it.  '],
  );
});

test('a quote in Chinese is bold without its last mark, which a letter follows', () => {
  const chinese = '电站位于白鹭湾。它每天发电两次。';
  const lines = hover({ source: chinese, citation: { ...citation, startLine: 1, endLine: 1 }, quote: '电站位于白鹭湾。' });
  assert.ok(lines.includes('> **电站位于白鹭湾**。它每天发电两次。  '), lines.join('\n'));
});

test('a hover over headings and words of hostile length takes time that grows with it', async () => {
  for (const filler of [' ', '#', ' #', '.', 'a ']) {
    const growth = await growthOf(5_000, (size) => {
      const long = filler.repeat(size / filler.length);
      const lines = [`# a${long}x`, `${long}x ${long}y`];
      const range = { start: 0, end: 9 };
      const place = { range, label: '1', path: 'a.md', startLine: 2, endLine: 2, id: linesHash(lines.slice(1)) };
      hover({ citation: place, source: lines.join('\n'), quote: `${long}x` });
    });
    assert.equal(growth, undefined, JSON.stringify(filler));
  }
});

test('of a key, a hover shows the reference and the passage that supports the sentence, with its page', () => {
  const checked = {
    ...({ range: { start: 0, end: 5 }, form: 'key', key: 'a', state: 'current', support: 'supported' } as const),
    source: { path: 'bio/maillart.md', title: 'Maillart', reference: 'Okell: *Maillart* (1990)' },
    evidence: { path: 'bio/maillart.md', startLine: 7, endLine: 7, page: 3, quote: 'on 5 April 1940', linesHash: '' },
    others: ['b`c.md'],
  };
  const at = { path: 'bio/maillart.md', startLine: 7, endLine: 7, id: linesHash(cited.slice(1)) };
  assert.deepEqual(
    hover({ citation: at, checked, quote: 'on 5 April 1940' }).filter((line) => line !== ''),
    [
      '**Okell: \\*Maillart\\* (1990)**',
      'Maillart › Last years',
      '> He \\*died\\* there **on 5 April 1940**.  ',
      '$(location) page 3',
      '$(pass) It supports this sentence',
      "The key also fits `b'c.md`.",
      '[Open](open:7-7)',
    ],
  );
  assert.deepEqual(referenceMarkdown({ ...checked, evidence: undefined, support: 'unsupported', others: [] }, 'open').split('\n\n'), [
    '**Okell: \\*Maillart\\* (1990)**',
    '[Open](open)',
  ]);
});

test('hostile fields of an entry and names of files are shown as text; a key for two files names both', () => {
  const hostile = '<img src=x onerror=alert(1)> [x](command:workbench.action.quit) $(error) `a` **b**\u202e';
  const key = { range: { start: 0, end: 4 }, form: 'key', key: hostile, state: 'current', support: 'unchecked' } as const;
  const others = ['b/`[x](command:quit)`.md', 'c.md'];
  const [title, also] = referenceMarkdown({ ...key, source: { path: 'a.md', title: 'A', reference: hostile }, others }, undefined).split(
    '\n\n',
  );
  for (const shown of [title, referenceMarkdown(key, undefined)]) {
    assert.doesNotMatch(shown ?? '', /(?<!\\)(?:<img|\[x\]\(|\$\(|`)|\u202e/);
    assert.match(shown ?? '', /onerror/);
  }
  assert.equal(also, "The key also fits `b/'[x](command:quit)'.md`, `c.md`.");
});
