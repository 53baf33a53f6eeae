import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodes } from '../../../scripts/docs/errorMessages.ts';
import {
  brokenLinks,
  citationsIn,
  missingFiles,
  missingNames,
  repositoryTexts,
  sectionsOf,
  staleNames,
} from '../../support/docReferences.ts';

const sections = new Map(
  ['pipelines', 'metrics'].map((name) => {
    const pages = repositoryTexts(`docs/${name}{.md,/*.md}`);
    return [`${name}.md`, sectionsOf(pages.map(({ text }) => text).join('\n'))];
  }),
);
const documents = repositoryTexts('docs/**/*.md', '.github/*.md', '{src,lab,webview-ui}/**/README.md', 'README.md', 'CONTRIBUTING.md');
const sources = repositoryTexts('{src,lab,webview-ui,test,bench,scripts}/**/*.{ts,tsx,mjs}', 'bench/**/*.md').filter(
  ({ path }) => !path.startsWith('test/unit/docs/') && path !== 'test/support/docReferences.ts',
);

test('every section of the specification that is cited exists', () => {
  const cited = [...sources, ...documents].flatMap((text) => citationsIn(text, [...sections.keys()]));
  assert.ok(cited.length > 130, `only ${cited.length} citations were found`);
  const missing = cited.filter(({ document, section }) => !sections.get(document)?.has(section));
  assert.deepEqual(
    missing.map(({ path, document, section }) => `${path}: ${document} ${section}`),
    [],
  );
});

test('every link of the documentation leads to a file, and to a heading that it has', () => {
  assert.deepEqual(documents.flatMap(brokenLinks), []);
});

test('every file that the documentation names exists', () => {
  assert.deepEqual(documents.flatMap(missingFiles), []);
});

test('every function, class and constant that the documentation names is in its file', () => {
  assert.deepEqual(documents.flatMap(missingNames), []);
});

test('every error that can be met is explained', () => {
  const [page] = repositoryTexts('docs/troubleshooting.md');
  const explained = [...page!.text.matchAll(/^\| `([\w-]+)` \| \S/gm)].map(([, code]) => code);
  assert.deepEqual(explained.toSorted(), errorCodes.toSorted());
});

test('every name in backticks in a comment is one that the code has', () => {
  // Of VS Code and of Node.
  const others = ['autoAttachChildProcesses', 'stripVTControlCharacters'];
  assert.deepEqual(
    staleNames(sources).filter((stale) => !others.some((name) => stale.endsWith(`: ${name}`))),
    [],
  );
});

test('a name that is only in comments is stale, and so is a member that its class lacks', () => {
  const code =
    'export class Engine {\n  /** As `Engine.ask`, `Engine.told`, `askLater` and `toldOnce()`; `Other.told` is elsewhere. */\n  ask = askLater;\n}';
  assert.deepEqual(staleNames([{ path: 'x.ts', text: code }]), ['x.ts: Engine.told', 'x.ts: toldOnce']);
});

test('citations are found in comments of several lines, in lists, in ranges and behind links', () => {
  const text = [
    '/** As in pipelines.md 7.2, 7.3. The answer',
    ' * is that of pipelines.md',
    ' * 1.9, 1.10). */',
    '// metrics.md 1 to 3; [metrics.md](metrics.md) 5. Pipelines.md 2.14 and the rest, pipelines.md gives 8 more.',
  ].join('\n');
  const found = citationsIn({ path: 'x.ts', text }, ['pipelines.md', 'metrics.md']);
  assert.deepEqual(
    found.map(({ document, section }) => `${document} ${section}`),
    ['7.2', '7.3', '1.9', '1.10']
      .map((section) => `pipelines.md ${section}`)
      .concat('metrics.md 1', 'metrics.md 3', 'metrics.md 5', 'pipelines.md 2.14'),
  );
});

test('sections are the numbered headings', () => {
  assert.deepEqual(
    [...sectionsOf('# 9. Title\n## 1. One\n### 1.1 First\ntext 4.\n#### 1.1.1 Deep\n## 10. Ten\n')],
    ['9', '1', '1.1', '10'],
  );
});

test('the page of a folder names files beside it', () => {
  const text = '`hash.ts`, `src/base/hash.ts` and `missing.ts`, but `hashOf`';
  assert.deepEqual(missingFiles({ path: 'src/base/README.md', text }), ['src/base/README.md: missing.ts']);
});

test('a link without a file, a name of no file and a name that its file lacks are found', () => {
  const text =
    '# A (real) part\n[a](missing.md#part) [b](../README.md#missing-part) [d](#a-real-part) [c](https://example.org/x.md) `src/base/hash.ts` `src/base/missing.ts` `src/pipelines/<name>.ts`';
  assert.deepEqual(brokenLinks({ path: 'docs/x.md', text }), ['docs/x.md: missing.md#part', 'docs/x.md: ../README.md#missing-part']);
  assert.deepEqual(missingFiles({ path: 'docs/x.md', text }), ['docs/x.md: src/base/missing.ts']);
  const names = '`src/base/hash.ts` · `hashOf`, `src/base/hash.ts` · `hashed`, `src/base/missing.ts` · `hashOf`';
  assert.deepEqual(missingNames({ path: 'docs/x.md', text: names }), [
    'docs/x.md: src/base/hash.ts hashed',
    'docs/x.md: src/base/missing.ts hashOf',
  ]);
});
