import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes } from 'mdast';
import { Accepted, acceptanceOf } from '../../../../src/citations/acceptedFindings.ts';
import { findingOf, type Checked } from '../../../../src/citations/findings.ts';
import { sourcesOf } from '../../../../src/extension/checking/citedSources.ts';
import { answersIn } from '../../../../src/extension/checking/insertedAnswers.ts';
import { reportMarkdown } from '../../../../src/extension/checking/report.ts';
import { typedAt } from '../../../../src/extension/checking/typedKey.ts';

const text = 'The gate opened in 1931 [@a].\nIt closed in 1940 [@b].\n';
const right: Checked = {
  range: { start: 24, end: 28 },
  claim: { start: 0, end: 23 },
  form: 'key',
  key: 'a',
  state: 'current',
  support: 'supported',
  source: { path: 'gate.pdf', title: 'The Gate', reference: 'A. Marsh, The Gate, 1935' },
};
const wrong: Checked = {
  ...right,
  range: { start: 48, end: 52 },
  claim: { start: 30, end: 47 },
  support: 'contradicted',
  reason: 'the source says 1941, not 1940',
  source: { path: 'gate.pdf', title: 'The Gate', reference: 'A. Marsh, The Gate, 1935', hash: 'h1' },
  evidence: { path: 'gate.pdf', startLine: 7, endLine: 7, page: 2, quote: 'It was <closed> in 1941.', linesHash: 'x' },
};

test('a report says what is wrong first, with the words of the source and where they are', () => {
  const report = reportMarkdown({
    ...{ name: 'notes', looked: 2, all: 3 },
    documents: [{ path: 'draft.md', text, citations: [right, wrong] }],
    failed: [{ path: 'old.md', reason: 'It is not text.' }],
    linkTo: ({ path, startLine, page, quote }) => `${path}#${startLine}${page === undefined || quote === undefined ? '' : `,${page}`}`,
  });
  assert.deepEqual(report.split(/\n+/), [
    '# Citations in notes',
    'The check was stopped after 2 of 3 documents.',
    '**2 citations in 1 document**: 1 supported, 1 contradicted.',
    '## Not fully checked',
    '- [old.md](old.md#1): It is not text.',
    '## [draft.md](draft.md#1)',
    '- **contradicted** · [line 2](draft.md#2) · [A. Marsh, The Gate, 1935](gate.pdf#1): It closed in 1940',
    '  The source says 1941, not 1940.',
    '  > It was \\<closed\\> in 1941. ([page 2](gate.pdf#7,2))',
    '- **supported** · [line 1](draft.md#1) · [A. Marsh, The Gate, 1935](gate.pdf#1): The gate opened in 1931',
    '',
  ]);
});

test('words of documents, bibliographies and file names are text in a report', () => {
  const evil =
    '</blockquote><img src=x onerror=alert(1)> [Run](command:workbench.action.quit) ![i](http://e.example/p.png) `x` <http://e.example>';
  const said: Checked = {
    ...wrong,
    range: { start: evil.length + 1, end: evil.length + 5 },
    claim: { start: 0, end: evil.length },
    reason: evil,
    source: { path: 'gate.pdf', title: evil, reference: evil },
    evidence: { ...wrong.evidence!, quote: evil },
  };
  const report = reportMarkdown({
    ...{ name: evil, looked: 1, all: 1 },
    documents: [{ path: `${evil}.md`, text: `${evil} [@b].`, citations: [said] }],
    failed: [{ path: evil, reason: evil }],
    linkTo: () => 'command:ariadne.openCitation?1',
  });
  const open: Nodes[] = [fromMarkdown(report)];
  const kinds = new Set<string>();
  for (let node = open.pop(); node; node = open.pop()) {
    kinds.add(node.type);
    if (node.type === 'link') assert.equal(node.url, 'command:ariadne.openCitation?1');
    if ('children' in node) open.push(...node.children);
  }
  for (const kind of ['html', 'image', 'inlineCode', 'definition']) assert.ok(!kinds.has(kind), kind);
});

test('what was accepted is in a report below what is wrong, with the words that were accepted', () => {
  const report = reportMarkdown({
    ...{ name: 'draft.md', looked: 1, all: 1, failed: [] },
    documents: [{ path: 'draft.md', text, citations: [{ ...wrong, isAccepted: true }, right] }],
    linkTo: ({ path, startLine, page, quote }) => `${path}#${startLine}${page === undefined || quote === undefined ? '' : `,${page}`}`,
  });
  assert.match(report, /: 1 accepted, 1 supported\./);
  assert.match(
    report,
    /\*\*supported\*\*[^]*### Accepted\n\n- \*\*accepted\*\*[^\n]*It closed in 1940\n\n {2}The source says 1941, not 1940\./,
  );
});

test('sources are listed with the worst that is wrong, and citations of one run are one answer', () => {
  const gone: Checked = { range: { start: 60, end: 64 }, form: 'key', key: 'c', state: 'missing', support: 'unchecked' };
  assert.deepEqual(
    sourcesOf([right, gone, wrong], ({ key = '' }) => key).map(({ title, path, summary, severity }) => [title, path, summary, severity]),
    [
      ['A. Marsh, The Gate, 1935', 'gate.pdf', '2 citations, 1 contradicted', 'warning'],
      ['c', undefined, '1 citation, 1 gone', 'warning'],
    ],
  );
  const runs = new Map([
    [right, 'r1'],
    [wrong, 'r1'],
  ]);
  assert.deepEqual(
    answersIn([right, wrong, gone, right], (one) => runs.get(one)).map(({ runId, citations }) => [runId, citations.length]),
    [
      ['r1', 2],
      ['r1', 1],
    ],
  );
});

test('what was accepted stays so until the claim or the source changes', () => {
  assert.equal(findingOf(right), undefined);
  const found = acceptanceOf(text, 'claim-contradicted', wrong);
  const accepted = Accepted.parse(Accepted.none.with({ document: 'draft.md', ...found }).toString());
  const isAccepted = (written: string, citation: Checked): boolean => accepted.mark(written, citation).isAccepted === true;
  const from = (source: Partial<NonNullable<Checked['source']>>): Checked => ({ ...wrong, source: { ...wrong.source!, ...source } });
  assert.ok(isAccepted(text, wrong));
  assert.ok(isAccepted(text, from({ path: 'reports/gate.pdf' })), 'from a folder further up');
  assert.equal(isAccepted(text, from({ path: 'investigate.pdf' })), false);
  assert.equal(isAccepted(text.replace('1940', '1942'), wrong), false);
  assert.equal(isAccepted(text, from({ hash: 'h2' })), false);
  assert.equal(isAccepted(text, { ...wrong, state: 'changed' }), false);
  assert.equal(findingOf({ ...wrong, isAccepted: true }), undefined);
  assert.equal(accepted.with({ document: 'draft.md', ...found }).toString(), accepted.toString());
  assert.throws(() => Accepted.parse('{'), { code: 'accepted-broken' });
});

test('a key is completed where one is typed, in each language', () => {
  const typed = (id: string, ...lines: readonly string[]): readonly (string | undefined)[] =>
    lines.map((line) => typedAt(line, { id })?.words);
  assert.deepEqual(typed('markdown', 'So [@mar', 'So [@a; -@', '@marsh says', 'me@mar', '[see'), [
    'mar',
    '',
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(typed('latex', String.raw`So \cite{a,mar`, String.raw`So \parencite[12]{`, String.raw`\emph{a`, String.raw`\cite{a}`), [
    'mar',
    '',
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    [...typed('org', '[cite:@a', '[cite/t:@'), ...typed('asciidoc', 'cite:[a'), ...typed('restructuredtext', ':cite:p:`a,b')],
    ['a', '', 'a', 'b'],
  );
});

test('words of a title are completed in brackets and braces, and as the target of a link', () => {
  const typed = (line: string, id = 'markdown'): unknown => Object.values(typedAt(line, { id }) ?? {});
  assert.deepEqual(typed('So [see @annals of the'), ['key', 'annals of the']);
  assert.deepEqual(typed('So [@a, p. 3'), []);
  assert.deepEqual(typed('So @annals of'), []);
  assert.deepEqual(typed(String.raw`So \cite{a, annals of`, 'latex'), ['key', 'annals of']);
  assert.deepEqual(typed('So [it](annals of'), ['link', 'annals of']);
  assert.deepEqual(typed('So [it]('), ['link', '']);
  for (const line of ['So (annals', '[it](https://a', '[it](./a', '[it](a.md#L1', '[it](a.md "t', '[it](a.md)'])
    assert.deepEqual(typed(line), [], line);
});

test('a report lists claims without a citation apart, with the passage that supports one', () => {
  const bare = { form: 'none', state: 'current' } as const;
  const report = reportMarkdown({
    ...{ name: 'draft.md', looked: 1, all: 1, failed: [] },
    documents: [
      {
        path: 'draft.md',
        text,
        citations: [
          {
            ...bare,
            range: { start: 0, end: 23 },
            support: 'supported',
            reason: 'a document supports this: The Gate',
            evidence: wrong.evidence,
          },
          { ...bare, range: { start: 30, end: 47 }, support: 'unchecked' },
        ],
      },
    ],
    linkTo: ({ path, startLine, page, quote }) => `${path}#${startLine}${page === undefined || quote === undefined ? '' : `,${page}`}`,
  });
  assert.deepEqual(report.split(/\n+/), [
    '# Citations in draft.md',
    '**0 citations in 1 document**.',
    '## [draft.md](draft.md#1)',
    '### Without a citation, and a document says it',
    '- [line 1](draft.md#1) · The gate opened in 1931',
    '  A document supports this: The Gate.',
    '  > It was \\<closed\\> in 1941. ([page 2](gate.pdf#7,2))',
    '### Without a citation, and no document was found',
    '- [line 2](draft.md#2) · It closed in 1940',
    '',
  ]);
});
