/** Metadata of text formats: title, fields, other names, and the lines in which it can be found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';

interface Expected {
  readonly title: string;
  readonly aliases?: readonly string[];
  /** As `name: value`. */
  readonly fields: readonly string[];
  /** Blocks as `kind text`. */
  readonly blocks: readonly string[];
}

function check(path: string, source: string, { title, aliases = [], fields, blocks }: Expected): void {
  for (const ending of ['\n', '\r\n']) {
    const text = source.replace(/\n/g, ending);
    const { parsed } = assertExact(path, text);
    assert.deepEqual(
      {
        title: parsed.title,
        aliases: parsed.aliases,
        fields: parsed.fields.map(({ name, value }) => `${name}: ${value}`),
        blocks: parsed.blocks.map(({ kind, text: shown }) => `${kind} ${shown.replace(/\r\n?/g, '\n')}`),
      },
      { title, aliases, fields, blocks },
    );
  }
}

test('YAML front matter gives title, aliases, fields and lines', () => {
  const source = `---
title: "Quillan: the Gate"
author:
  - name: Ruben Istad
    email: r@x.org
  - Ida 𝒳
date: 1952-10-11 # a comment
aliases: [The Gate, 'Old Gate']
tags: [flood, "it\\"s"]
description: >
  One line
  and more.
layout: post
draft: true
published: 2023-09-26T22:53:28Z
empty:
---
# Heading

Text.
`;
  check('q.md', source, {
    title: 'Quillan: the Gate',
    aliases: ['The Gate', 'Old Gate'],
    fields: [
      'title: Quillan: the Gate',
      'author: Ruben Istad, r@x.org, Ida 𝒳',
      'date: 1952-10-11',
      'aliases: The Gate, Old Gate',
      'tags: flood, it"s',
      'description: One line and more.',
      'layout: post',
      'draft: true',
      'published: 2023-09-26T22:53:28Z',
    ],
    blocks: [
      'field author: Ruben Istad, r@x.org, Ida 𝒳',
      'field date: 1952-10-11',
      'field aliases: The Gate, Old Gate',
      'field tags: flood, it"s',
      'field description: One line and more.',
      'field published: 2023-09-26T22:53:28Z',
      'paragraph Text.',
    ],
  });
});

test('a number in the front matter that the file name repeats is a name of the document', () => {
  const { parsed } = assertExact('eips/eip-1559.md', '---\neip: 1559\nweight: 3\nrequires: 2718, 2930\n---\nText.\n');
  assert.deepEqual(parsed.aliases, ['EIP 1559']);
  assert.deepEqual(
    parsed.links.map(({ kind, target }) => `${kind} ${target}`),
    ['name EIP 2718', 'name EIP 2930'],
  );
});

test('whether a page is published is not text, and when it was is', () => {
  const blocksOf = (published: string): readonly string[] =>
    assertExact('p.md', `---\npublished: ${published}\n---\nText.\n`).parsed.blocks.map(({ text }) => text);
  assert.deepEqual(blocksOf('false'), ['Text.']);
  assert.deepEqual(blocksOf('2023-09-26'), ['published: 2023-09-26', 'Text.']);
});

test('TOML, invalid YAML and header fields are read line by line', () => {
  const toml = '+++\ntitle = "Tides"\ndate = 2020-01-02\ntags = ["a b", \'c\']\n[extra]\nx = 1\n+++\nText.\n';
  check('t.md', toml, {
    title: 'Tides',
    fields: ['title: Tides', 'date: 2020-01-02', 'tags: a b, c', 'x: 1'],
    blocks: ['field date: 2020-01-02', 'field tags: a b, c', 'field x: 1', 'paragraph Text.'],
  });
  check('i.md', '---\ntitle: A: "b\nauthor: Jane Doe\n\t: [\n---\nText.\n', {
    title: 'A: "b',
    fields: ['title: A: "b', 'author: Jane Doe'],
    blocks: ['field author: Jane Doe', 'paragraph Text.'],
  });
  const header = 'Title: My Post\nDate: 2010-12-03\nAuthors: A. B,\n  C. D\n\nText: more.\n';
  const expected = {
    title: 'My Post',
    fields: ['Title: My Post', 'Date: 2010-12-03', 'Authors: A. B, C. D'],
    blocks: ['field Date: 2010-12-03', 'field Authors: A. B, C. D', 'paragraph Text: more.'],
  };
  for (const path of ['p.md', 'p.txt']) check(path, header, expected);
  check('p.txt', 'Note: no title\nDate: 2010\n', { title: 'p', fields: [], blocks: ['paragraph Note: no title\nDate: 2010'] });
});

test('front matter without an end to its nesting, or with ten thousand fields, costs its length', () => {
  assert.equal(assertExact('a.md', `---\ntitle: T\nx: ${'['.repeat(20_000)}\n---\nText.\n`).parsed.title, 'T');
  const many = Array.from({ length: 10_000 }, (_, i) => `k${i}: v${i}`).join('\n');
  const { parsed } = assertExact('a.md', `---\n${many}\n---\nText.\n`);
  assert.equal(parsed.fields.length, 10_000);
  assert.equal(assertExact('a.md', '---\na: &a [x, x]\nb: [*a, *a]\ntitle: T\n---\nText.\n').parsed.title, 'T');
});
