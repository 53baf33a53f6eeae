/** Words and line lengths that docs/writing.md rejects, in everything that ships or explains what ships. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryTexts } from '../../support/docReferences.ts';

const rejected =
  /\b(?:shall|anew|whoever|nobody else|mend(?:s|ed|ing)?|(?:is|are) told|of (?:its|their) own|by (?:itself|themselves)|all the same|to be had|gone over|stands(?! (?:for|in for|out|alone)\b))\b/gi;

/** Word lists and grammars of the language in documents and questions. */
const wordLists: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/citations/support.ts', ['shall']],
  ['src/language/english/words.ts', ['shall']],
]);

// Recorded runs depend on every word of a prompt; docs/writing.md quotes what it rejects.
const exempt = /^src\/reasoning\/prompts\/|^docs\/writing\.md$/;

const texts = repositoryTexts(
  '{src,webview-ui/src}/**/*.{ts,tsx,cjs,css}',
  '{docs,src,lab,webview-ui}/**/*.md',
  'README.md',
  'CONTRIBUTING.md',
  '.github/*.md',
).filter(({ path }) => !exempt.test(path));

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

const longestLine = 140;

/** Comment lines over the limit as `path:line`. A line with an address, or with a single word, cannot be wrapped. */
function overlongComments({ path, text }: { readonly path: string; readonly text: string }): string[] {
  let isInBlock = false;
  return text.split(/\r?\n/).flatMap((line, i) => {
    const isComment = isInBlock || /^\s*\/[/*]/.test(line);
    isInBlock = (isInBlock || /^\s*\/\*/.test(line)) && !line.includes('*/');
    const words = line.replace(/^[\s/*]*(?:@\w+ )?/, '').split(' ');
    const isTooLong = isComment && line.length > longestLine && words.length > 1 && !line.includes('://');
    return isTooLong ? [`${path}:${i + 1}`] : [];
  });
}

test('no line of a comment is longer than docs/writing.md allows', () => {
  const sources = repositoryTexts('{src,webview-ui/src,scripts,bench,test}/**/*.{ts,tsx,mjs,cjs,css}');
  assert.ok(sources.length > 800, `only ${sources.length} files were read`);
  assert.deepEqual(sources.flatMap(overlongComments), []);
});

test('long comments are found in every form, and long code, addresses and words are not', () => {
  const long = 'word '.repeat(30);
  const lines = [
    `// ${long}`,
    `  /** ${long} */`,
    '/**',
    ` * ${long}`,
    ' */',
    `const a = \`${long}`,
    ` * ${long}\`;`,
    `// See https://example.com ${long}`,
  ];
  const text = [...lines, `// ${'x'.repeat(200)}`].join('\n');
  assert.deepEqual(overlongComments({ path: 'x.ts', text }), ['x.ts:1', 'x.ts:2', 'x.ts:4']);
});
