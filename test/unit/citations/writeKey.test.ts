import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionsIn, keyGroups } from '../../../src/citations/citedKeys.ts';
import { replaced } from '../../../src/citations/rewrite.ts';
import {
  citesByKeys,
  withKey,
  withLink,
  withoutKey,
  wholeCitations,
  type CitedPlace,
  type KeyToCite,
} from '../../../src/citations/writeKey.ts';

type Case = readonly [syntax: string, text: string, cited: KeyToCite, expected: string];

const paged: KeyToCite = { key: 'new', page: 16 };
const bare: KeyToCite = { key: 'new' };

/** The citation with the key `a`, or the number 4. */
function placeOf(text: string, syntax: string): CitedPlace {
  const keys = keyGroups(text, syntax, definitionsIn(text, syntax)).flatMap((group) => group.keys);
  const found = keys.find(({ key }) => key === 'a' || key === '4');
  assert.ok(found, text);
  return { ...found.range, key: found.key };
}

function checkAll(cases: readonly Case[], write: (text: string, syntax: string, cited: KeyToCite) => ReturnType<typeof withKey>): void {
  for (const [syntax, text, cited, expected] of cases) {
    const changes = write(text, syntax, cited);
    assert.equal(changes && replaced(text, changes), expected, `${syntax}: ${text}`);
  }
}

test('a key is added to a sentence in the way of the document, before its full stop', () => {
  const at = (text: string): CitedPlace => ({ start: text.indexOf('§'), end: text.indexOf('§') });
  const cases: readonly Case[] = [
    ['markdown', 'It shut [@b].\n\nIt opened.§ So.', paged, 'It shut [@b].\n\nIt opened [@new, p. 16]. So.'],
    ['markdown', '[-@b] says so.\n\n- It opened§', { ...paged, lastPage: 17 }, '[-@b] says so.\n\n- It opened [@new, pp. 16–17]'],
    ['markdown', 'It opened [see @b, p. 3].§', bare, 'It opened [see @b, p. 3; @new].'],
    ['markdown', 'It opened.[^1]§\n\n[^1]: See [@b].\n', paged, 'It opened.[^1][^2]\n\n[^1]: See [@b].\n\n[^2]: [@new, p. 16].\n'],
    ['latex', 'It shut \\parencites[2]{b}{c}. It opened.§', paged, 'It shut \\parencites[2]{b}{c}. It opened \\parencite[p.~16]{new}.'],
    ['latex', '\\bibliography{refs}\nIt opened.§', { ...paged, lastPage: 17 }, '\\bibliography{refs}\nIt opened \\cite[pp.~16--17]{new}.'],
    ['latex', '\\citeauthor{b} opened it.§', bare, '\\citeauthor{b} opened it \\cite{new}.'],
    ['org', 'It shut [cite/p:@b]. It opened.§', paged, 'It shut [cite/p:@b]. It opened [cite/p:@new p. 16].'],
    ['org', 'It shut citep:b. It opened.§', paged, 'It shut citep:b. It opened citep:new.'],
    ['org', 'It opened.[fn:1]§\n\n[fn:1] [cite:@b]', bare, 'It opened.[fn:1][fn:2]\n\n[fn:1] [cite:@b]\n\n[fn:2] [cite:@new].\n'],
    ['asciidoc', 'It shut citenp:[b]. It opened.§', paged, 'It shut citenp:[b]. It opened citenp:[new(16)].'],
    ['asciidoc', 'It opened cite:[b(3)].§', bare, 'It opened cite:[b(3), new].'],
    ['restructuredtext', 'It shut :cite:t:`b`. It opened.§', paged, 'It shut :cite:t:`b`. It opened :cite:p:`new{p. 16}`.'],
    ['restructuredtext', 'It opened :cite:`b`.§', paged, 'It opened :cite:`b, new`.'],
  ];
  for (const [syntax, text, cited, expected] of cases) {
    const plain = text.replace('§', '');
    assert.ok(citesByKeys(plain, syntax), text);
    const changes = withKey(plain, syntax, at(text), cited, '');
    assert.equal(changes && replaced(plain, changes), expected, `${syntax}: ${text}`);
  }
  const quoted = withKey('It shut [@b]. It opened.', 'markdown', { start: 24, end: 24 }, paged, '“It did.”');
  assert.equal(replaced('It shut [@b]. It opened.', quoted ?? []), 'It shut [@b]. It opened. “It did.” [@new, p. 16]');
});

test('another key takes the place of one of a citation, with its pages in place of the old ones', () => {
  const cases: readonly Case[] = [
    ['markdown', 'It opened [see @a, pp. 3-4 and 7].', paged, 'It opened [see @new, p. 16].'],
    ['markdown', 'It opened [see -@a, p. 3; also @b, p. 2].', bare, 'It opened [see -@new; also @b, p. 2].'],
    ['markdown', '@a [p. 3] says so.', paged, '@new [p. 16] says so.'],
    ['latex', 'It opened \\citep*[see][p.~3]{a}.', paged, 'It opened \\citep*[see][p.~16]{new}.'],
    ['latex', 'It opened \\cite[p.~3]{b, a}.', bare, 'It opened \\cite{b, new}.'],
    ['latex', 'It opened \\cite[p.~3]{a,b}.', paged, 'It opened \\cite[p.~3]{new,b}.'],
    ['latex', 'It opened \\parencites[3]{a}[5]{b}.', paged, 'It opened \\parencites[p.~16]{new}[5]{b}.'],
    ['org', 'It opened [cite:see @b p. 2; @a p. 3].', paged, 'It opened [cite:see @b p. 2; @new p. 16].'],
    ['org', 'It opened cite:b,a.', paged, 'It opened cite:b,new.'],
    ['asciidoc', 'It opened cite:[a(3), b].', paged, 'It opened cite:[new(16), b].'],
    ['restructuredtext', 'It opened :cite:p:`{see}b,a{p. 3}`.', paged, 'It opened :cite:p:`{see}b,new{p. 16}`.'],
    ['restructuredtext', 'It opened :cite:p:`a,b{p. 3}`.', paged, 'It opened :cite:p:`new,b{p. 3}`.'],
    [
      'markdown',
      'It shut [@b]. It opened [3–5].\n\n# References\n\n[4] Doe',
      bare,
      'It shut [@b]. It opened [3, 5] [@new].\n\n# References\n\n[4] Doe',
    ],
  ];
  checkAll(cases, (text, syntax, cited) => withKey(text, syntax, placeOf(text, syntax), cited, ''));
  const text = 'It shut [@b; @a].';
  assert.equal(replaced(text, withKey(text, 'markdown', placeOf(text, 'markdown'), bare, '“So”') ?? []), 'It shut “So” [@b; @new].');
  assert.deepEqual(wholeCitations(text, 'markdown', [placeOf(text, 'markdown'), { start: 0, end: 2 }]), [
    { start: 8, end: text.length - 1 },
    { start: 0, end: 2 },
  ]);
});

test('a link follows the brackets that it takes a key out of, and is no page of a key before it', () => {
  const mark = ' [1](d.md#L1 "ariadne:x")';
  const cases: readonly (readonly [syntax: string, text: string, expected: string])[] = [
    ['markdown', 'It opened [see @a, p. 3; @b].', `It opened [@b]${mark}.`],
    ['markdown', 'It opened [@b; @a].', `It opened [@b]${mark}.`],
    ['markdown', 'It opened [@a].', `It opened${mark}.`],
    ['markdown', 'It opened [2, 4, 5].\n\n# References\n\n[4] Doe', `It opened [2, 5]${mark}.\n\n# References\n\n[4] Doe`],
    ['latex', 'It opened \\parencites[3]{a}[5]{b}.', `It opened \\parencites[5]{b}${mark}.`],
    ['latex', 'It opened \\cite[see][3]{b,a}.', `It opened \\cite[see][]{b}${mark}.`],
    ['latex', 'It opened \\cite{a,b}.', `It opened \\cite{b}${mark}.`],
    ['org', 'It opened [cite:@b p. 2; @a].', `It opened [cite:@b p. 2]${mark}.`],
    ['asciidoc', 'It opened cite:[b, a(3)].', `It opened cite:[b]${mark}.`],
  ];
  for (const [syntax, text, expected] of cases)
    assert.equal(replaced(text, withLink(text, syntax, placeOf(text, syntax), mark)), expected, text);
  const text = 'As in @b';
  assert.equal(replaced(text, withLink(text, 'markdown', { start: 8, end: 8 }, mark)), `As in @b,${mark}`);
  assert.equal(withoutKey('It opened [@a].', 'markdown', { start: 10, end: 14 }), undefined);
  const removed = withoutKey('It opened [@a; @b].', 'markdown', { start: 11, end: 13 });
  assert.equal(removed && replaced('It opened [@a; @b].', [removed]), 'It opened [@b].');
});

test('what cannot be a key of every language is not written', () => {
  for (const key of ['a]{}', 'a b', '\\input{x}', 'a%', '`rm`', '-a', '', 'a,b', 'a;@b'])
    assert.equal(withKey('It [@b].', 'markdown', { start: 8, end: 8 }, { key }, ''), undefined, key);
  assert.equal(citesByKeys('It opened [1](a.md). Mail me@b.org, or @b.', 'markdown'), false);
  assert.equal(citesByKeys('It opened [1].', 'plaintext'), false);
});
