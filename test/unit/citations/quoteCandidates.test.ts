import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedKind } from '../../../src/citations/quoteCandidates.ts';
import { selectQuotes } from '../../../src/citations/selectQuotes.ts';
import { english } from '../../../src/language/english.ts';
import { passageOf } from '../../support/passages.ts';

const filler = 'Oil came by boat. The stairs were steep. Gulls nested on the roof. ';

function texts(asked: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const all = Object.entries(asked).map(([text, passages]) => ({
    id: text,
    text,
    passages: passages.map((one, i) => passageOf(`p${i}`, one)),
  }));
  return selectQuotes(all, [], english).map(({ passage, start, end }) => passage.text.slice(start, end));
}

const found = ['docs/pep-0484.rst', 'rfc2119.txt', 'notes.md', '2024.md'].map((path) => ({ ...passageOf(path), path }));

function kindIn(question: string): string | undefined {
  return askedKind(question, found, english);
}

test('a question asks for one of a numbered series, or for what the language calls a document', () => {
  assert.equal(kindIn('Which PEP introduced decorators?'), 'PEP');
  assert.equal(kindIn('Which PEPs were withdrawn?'), 'PEPs');
  assert.equal(kindIn('In which RFC are keywords defined?'), 'RFC');
  assert.equal(kindIn('Who wrote the PEP on decorators?'), 'PEP');
  assert.equal(kindIn('What page explains the cache?'), 'page');
});

test('one with a number is named, not asked for', () => {
  assert.equal(kindIn('Which PEP 8 rules are about names?'), undefined);
  assert.equal(kindIn('Who wrote the PEP-484 draft?'), undefined);
  assert.equal(kindIn('Which PEP superseded PEP 431?'), 'PEP');
});

test('neither is any one of them', () => {
  assert.equal(kindIn('How is a PEP accepted?'), undefined);
  assert.equal(kindIn('What does the page show?'), undefined);
  assert.equal(kindIn('Which ADR is about gates?'), undefined, 'no such file was found');
  assert.equal(kindIn(''), undefined);
});

test('where a number is asked for, the row that is called as the question says comes before sentences with more of its words', () => {
  const note = 'Revenue in Q3 2022 includes $3.1 billion of revenue that was deferred before.';
  const row = 'iPhone (1) | June 25, 2022: $40,665 | June 26, 2021: $39,570';
  assert.equal(texts({ 'What was the revenue from iPhone in Q3 2022?': [note, row] })[0], row);
  assert.equal(texts({ 'Who sold the iPhone in Q3 2022?': [note, row] })[0], note);
});

test('where a date is asked for, the sentence with one is quoted beside the one that says of whom; a price is a cost in other words', () => {
  const away = 'On leave from 17 August to 9 October 2026. Jonas has the key to the workshop.';
  assert.match(texts({ 'When is Jonas away?': [away] }).join('\n'), /17 August/);
  const budget = `${filler}The budget is 18,500 euros.`;
  assert.match(texts({ 'What does it all cost?': [budget] })[0] ?? '', /18,500 euros/);
});

test('in a document that the question names, a sentence that has only the name says less than one that has anything else', () => {
  const path = 'nvda.pdf';
  const text = 'We certify that this report is of Orrin. Oil came by boat. It depends on few suppliers.';
  const passages = [{ ...passageOf('p', text), path }];
  const sides = [{ words: 'Orrin', paths: new Set([path]) }];
  const asked = { id: 'q', text: 'Which risks does Orrin report about its suppliers?', passages, sides };
  const [first] = selectQuotes([asked], [], english);
  assert.equal(first && text.slice(first.start, first.end), 'It depends on few suppliers.');
});
