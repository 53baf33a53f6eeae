import { test } from 'node:test';
import { check } from './textFormatsCheck.ts';

function reads(source: string, title: string, ...blocks: readonly string[]): void {
  check('a.md', source, { title, blocks });
}

test('attribute lists at the end of headings are no text', () => {
  const text = 'Text.\n';
  for (const list of ['{: .big #a }', '{#a .big}', '{.unnumbered}', '{-}', '{: #a}', '{:.no_toc}', '{.x title="Two words" width=50%}']) {
    reads(`# Set up ${list}\n\n${text}`, 'Set up', 'paragraph [] Text.');
  }
});

test('attribute lists of images, links, code and emphasis are no text', () => {
  reads(
    'See ![the map](m.png){: width="50%" .c }, [there](u){target=_blank} and `run`{.sh}, *so*{: .x}.\n',
    'a',
    'paragraph [] See the map, there and run, so.',
  );
  reads('![One](1.png){.left}\n![Two][t]{.right}\n\n[t]: 2.png\n', 'a', 'paragraph [] One\nTwo');
});

test('attribute lists before and after a block are no text', () => {
  reads('A line\nand one.\n{: .note}\n\nNext.\n', 'a', 'paragraph [] A line\nand one.', 'paragraph [] Next.');
  reads('# T\n{: .no_toc}\n\n- item\n{:toc}\n', 'T', 'listItem [] item');
  reads('{: .lead}\nIt begins.\n\n> Quoted.\n> {: .warning}\n', 'a', 'paragraph [] It begins.', 'quote [] Quoted.');
});

test('other braces stay, and so do lists where they are no attributes', () => {
  reads('Solve {x=1}.\n', 'a', 'paragraph [] Solve {x=1}.');
  reads('# Solve {x=1}\n\nText.\n', 'Solve {x=1}', 'paragraph [] Text.');
  reads('# Use `{.x}`\n\nText.\n', 'Use {.x}', 'paragraph [] Text.');
  for (const kept of ['A {.note} b', 'A set {a, b}', '`f`{a, b}', '*f*{.x}', 'Jinja {{ x }}', '[a]{.x}', 'It ends {.kept}'])
    reads(`${kept}\n`, 'a', `paragraph [] ${kept.replace(/[`*]/g, '')}`);
});

test('marks of footnotes are no text, also in a heading', () => {
  reads('# Bells[^1]\n\nRung twice.[^1]\n\n[^1]: At noon.\n', 'Bells', 'paragraph [] Rung twice.', 'paragraph [] At noon.');
});
