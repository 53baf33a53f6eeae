import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/language/english.ts';
import { findPartNames, partNamed } from '../../../src/language/partNames.ts';

function named(text: string): readonly string[] {
  return findPartNames(text, english).map(({ start, end, key }) => `${text.slice(start, end)} > ${key}`);
}

test('parts of a document are named by number, letter or Roman numeral, several at once', () => {
  assert.deepEqual(named('See Note 14, Table 3, section 4.2, § 9 and Appendix B; Exhibit 10.1, Fig. 2, Item 7A and PART II.'), [
    'Note 14 > not14',
    'Table 3 > tab3',
    'section 4.2 > 4.2',
    '§ 9 > 9',
    'Appendix B > appB',
    'Exhibit 10.1 > exh10.1',
    'Fig. 2 > fig2',
    'Item 7A > ite7A',
    'PART II > parII',
  ]);
  assert.deepEqual(named('Refer to Notes 3, 4 and 14 for more.'), ['Notes 3 > not3', '4 > not4', '14 > not14']);
  assert.deepEqual(named('see Tabelle 3'), ['Tabelle 3 > tab3']);
});

test('words, other works and captions are no names of parts', () => {
  const none = [
    'a note by the editor',
    'part of it',
    'items are listed',
    'section 13 of the Exchange Act',
    'Item 405 of Regulation S-K',
    'Table 3. Results of all runs',
    'footnote 3',
  ];
  assert.deepEqual(none.flatMap(named), []);
  assert.deepEqual(named('Table 3 shows them.'), ['Table 3 > tab3']);
});

test('headings and captions that begin with a name have it', () => {
  const headings = [
    'Note 14 – Debt',
    'NOTE 7 — INCOME TAXES',
    'Table 3: Results',
    'Item 7A. Market Risk',
    'Appendix B',
    'Figure 2 Shares by Year',
  ];
  assert.deepEqual(
    headings.map((heading) => partNamed(heading, english)?.key),
    ['not14', 'not7', 'tab3', 'ite7A', 'appB', 'fig2'],
  );
  assert.deepEqual(
    ['Table 3 shows that', 'Notes', 'Debt in Note 14'].map((heading) => partNamed(heading, english)),
    [undefined, undefined, undefined],
  );
});
