import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes } from 'mdast';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { SaxesParser } from 'saxes';
import { parse as parseYaml } from 'yaml';
import { plainLine } from '../../../src/base/plainText.ts';
import { readBibliography } from '../../../src/corpus/bibliography.ts';
import { exportRun } from '../../../src/export/exportRun.ts';
import { citedDocuments } from '../../../src/export/report.ts';
import { exportFormat, type ExportFormat } from '../../../src/protocol/exportFormats.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { readGoldenRun } from '../../support/goldenRuns.ts';

const options = { name: 'answer', toFolder: '../docs' };
const written = (events: readonly RunEvent[], format: ExportFormat): readonly string[] =>
  exportRun(events, format, options).map(({ content }) => String(content));

const runs = ['sunar', 'form-table', 'form-list', 'drr-rag'].map((name) => readGoldenRun(name).events);
const said: ReadonlySet<string> = new Set(
  'question text resolvedText answer quote title value failure lead name subQuestion purpose host'.split(' '),
);

/** The run with these words wherever documents, models and servers have theirs. */
function saying(events: readonly RunEvent[], words: string): readonly RunEvent[] {
  return JSON.parse(JSON.stringify(events), (key, value: unknown) =>
    typeof value === 'string' && said.has(key) ? words : value,
  ) as RunEvent[];
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<script>alert(1)</script>',
          '<img src=x onerror=alert(1)>',
          '</svg><style>*{}',
          ']]>',
          '&lt;',
          '"',
          "'",
          '![x](http://e.example/p.png)',
        ],
        ...[
          '[a](javascript:alert(1))',
          '`r system("id")`',
          '{{< include /etc/passwd >}}',
          '$x^2$',
          '@key',
          '[@a]',
          '^[note]',
          '::: {.c}',
          '\\input{/etc/passwd}',
        ],
        ...[
          '\\',
          '%',
          '}',
          '{',
          '#',
          '~',
          '_a_',
          '**b**',
          '\n---\n',
          '\n```{python}\n1\n```\n',
          '\n# h\n',
          '|',
          '\u202e',
          '\u0000',
          '\ufffe',
          '\ud800',
          '@misc{x,',
          ' 東京 ',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `a${parts.join(' ')}z`);

test('words of documents and models are text in every format, and nothing else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...runs), hostile, (events, words) => {
      const run = saying(events, words);
      for (const [format, check] of Object.entries(checks) as [ExportFormat, (files: readonly string[], words: string) => void][])
        check(written(run, format), words);
    }),
    { numRuns: 25 },
  );
});

test('the bibliography of an export has an entry for each document that is cited, with its title and its file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(runs.length - 1), hostile, async (i, words) => {
      const run = saying(runs[i] ?? [], words);
      const [, bibliography = ''] = written(run, 'quarto');
      const documents = citedDocuments(fold(run));
      const { entries } = await readBibliography(bibliography, 'answer.bib', new AbortController().signal);
      assert.deepEqual(
        entries.map(({ title, files }) => [lettersOf(title), ...files]),
        documents.map(({ path, title }) => [lettersOf(title), `../docs/${path}`]),
      );
    }),
    { numRuns: 25 },
  );
});

const checks: Readonly<Record<Exclude<ExportFormat, 'dossier'>, (files: readonly string[], words: string) => void>> = {
  markdown: ([text = '']) => checkMarkdown(text),
  html([text = ''], words) {
    const elements = elementsOf(parse(text));
    for (const { tagName, attrs } of elements) {
      assert.ok(pageElements.has(tagName), tagName);
      for (const { name, value } of attrs) {
        assert.ok(!name.startsWith('on') && name !== 'style' && name !== 'src', name);
        if (name === 'href') assert.match(value, /^(?:#quote-\d+|\.\.\/docs\/[^:]*#L\d+(?:-L\d+)?)$/);
      }
    }
    const title = elements.find(({ tagName }) => tagName === 'h1');
    assert.equal(plainLine(textOf(title!)), plainLine(words.toWellFormed().replace(/\ufffe/g, '')));
    assert.ok(text.includes("default-src 'none'"));
  },
  svg: ([text = '']) => checkXml(text),
  png: ([text = '']) => checkXml(text),
  json([text = ''], words) {
    assert.equal((JSON.parse(text) as { question: string }).question, words);
  },
  quarto([text = '', bibliography = '']) {
    const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    const { engine, title } = parseYaml(head) as { engine: string; title: string };
    assert.equal(engine, 'markdown');
    const keys = new Set([...bibliography.matchAll(/^@misc\{([A-Za-z0-9-]+),$/gm)].map(([, key]) => key));
    assert.equal(bibliography.match(/@misc\{(?=[A-Za-z0-9-]+,\n)/g)?.length, keys.size);
    assert.equal(depthOf(bibliography), 0);
    const cites = /\[@([A-Za-z0-9-]+), (?:lines?|pp?\.) \d+(?:-\d+)?\]/g;
    for (const [, key] of body.matchAll(cites)) assert.ok(keys.has(key), key);
    const plain = `${title}\n${body.replace(cites, '')}`;
    assert.doesNotMatch(plain.replace(/\\[\\@$^{}"]/g, ''), /[`@$^{}"]/);
    assert.doesNotMatch(plain, /^[ \t]*:/m);
    checkMarkdown(body.replace(cites, ''));
  },
  latex([text = '']) {
    const [, body = ''] = /\\begin\{document\}(.*)\\end\{document\}/s.exec(text) ?? [];
    // Which a line of the page cannot hold.
    assert.doesNotMatch(body, /\b[0-9a-f]{64}\b/);
    for (const [, command] of body.matchAll(/\\([A-Za-z]+)/g)) assert.ok(latexCommands.has(command!), command);
    assert.equal(depthOf(body.replace(/\\[\\{}]/g, '')), 0);
    assert.doesNotMatch(body.replace(/\\./gs, '').replaceAll('\\begin{tabular}', ''), /[$#^%]/);
  },
};

function checkMarkdown(text: string): void {
  const open: Nodes[] = [fromMarkdown(text)];
  for (let node = open.pop(); node; node = open.pop()) {
    assert.ok(!['html', 'image', 'code', 'inlineCode', 'emphasis', 'strong', 'blockquote', 'definition'].includes(node.type), node.type);
    if (node.type === 'link') assert.match(node.title ?? '', /^ariadne:/);
    if ('children' in node) open.push(...node.children);
  }
}

function checkXml(text: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ name, attributes }) => {
    assert.ok(['svg', 'title', 'style', 'defs', 'marker', 'path', 'rect', 'circle', 'text', 'g'].includes(name), name);
    assert.ok(!Object.keys(attributes).some((one) => one.startsWith('on') || one === 'href'));
  });
  parser.write(text).close();
}

/** Signs of LaTeX may be read as nothing. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
}

function depthOf(text: string): number {
  let depth = 0;
  for (const sign of text) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    assert.ok(depth >= 0, 'a brace closes nothing');
  }
  return depth;
}

const pageElements: ReadonlySet<string> = new Set(
  `html head meta title style body main h1 h2 section p a ul ol li table tbody tr th td figure svg defs marker path rect circle text g
  blockquote bdi b span details summary`.split(/\s+/),
);
const latexCommands: ReadonlySet<string> = new Set(
  `section subsection footnote label texttt textsuperscript ref begin end item textbackslash textasciicircum textasciitilde textless
  textgreater textbar noindent hline dimexpr linewidth tabcolsep relax stepcounter footnotetext allowbreak`.split(/\s+/),
);

function elementsOf(node: DefaultTreeAdapterTypes.Node): readonly DefaultTreeAdapterTypes.Element[] {
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : [])];
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

test('a run says in every format what it found, where, and how', () => {
  for (const events of runs) {
    const trace = fold(events);
    for (const format of ['markdown', 'html', 'quarto'] as const) {
      const [text = ''] = written(events, format);
      for (const { quote } of trace.citations.slice(0, 1)) assert.ok(text.includes(quote.slice(0, 12)), `${format}: ${quote}`);
      assert.ok(text.includes(trace.citations[0]?.documentHash ?? '') || format === 'html');
      assert.match(text, /How This Was Answered/);
    }
    const [svg = ''] = written(events, 'svg');
    assert.ok(trace.nodes.filter(({ kind }) => kind === 'sub_question').length <= (svg.match(/class="card/g)?.length ?? 0));
    assert.match(svg, /prefers-color-scheme/);
    assert.doesNotMatch(written(events, 'png')[0] ?? '', /prefers-color-scheme/);
  }
  assert.equal(exportFormat.options.length, new Set(exportFormat.options).size);
});
