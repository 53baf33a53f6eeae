import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedKind } from '../../../src/citations/quoteCandidates.ts';
import { english } from '../../../src/language/english.ts';
import { passageOf } from '../../support/passages.ts';

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
