/** The words that docs/writing.md rejects, looked for in everything that ships or explains what ships. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryTexts } from '../../support/docReferences.ts';

const rejected =
  /\b(?:shall|anew|whoever|nobody else|mend(?:s|ed|ing)?|(?:is|are) told|of (?:its|their) own|by (?:itself|themselves)|all the same|to be had|gone over|stands(?! (?:for|in for|out|alone)\b))\b/gi;

/** Word lists and grammars of the language in documents and questions. */
const wordLists: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/citations/support.ts', ['shall']],
  ['src/reasoning/extractive/comparison.ts', ['stands']],
  ['src/reasoning/extractive/maskedText.ts', ['stands']],
  ['src/reasoning/extractive/relations.ts', ['stands', 'mend']],
  ['src/reasoning/extractive/verbs.ts', ['stands']],
  ['src/language/english/words.ts', ['shall']],
]);

// Recorded runs depend on every word of a prompt; docs/writing.md quotes what it rejects.
const exempt = /^src\/reasoning\/prompts\/|^docs\/writing\.md$/;

const texts = repositoryTexts('{src,webview-ui/src}/**/*.{ts,tsx,cjs,css}', 'docs/**/*.md', 'README.md', 'CONTRIBUTING.md').filter(
  ({ path }) => !exempt.test(path),
);

function rejectedIn({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const words = [...text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ').matchAll(rejected)].map(([word]) => word.toLowerCase());
  return words.filter((word) => !wordLists.get(path)?.includes(word)).map((word) => `${path}: "${word}"`);
}

test('no message, comment or document has a word that docs/writing.md rejects', () => {
  assert.ok(texts.length > 400, `only ${texts.length} files were read`);
  assert.deepEqual(texts.flatMap(rejectedIn), []);
});

test('rejected words are found across lines, and allowed uses are not', () => {
  const text = '/**\n * The window is\n * told. It shall restart by itself.\n */\n// `#1` stands for an answer, which stands below.';
  assert.deepEqual(rejectedIn({ path: 'x.ts', text }), ['x.ts: "is told"', 'x.ts: "shall"', 'x.ts: "by itself"', 'x.ts: "stands"']);
});
