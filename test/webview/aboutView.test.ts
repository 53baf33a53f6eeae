import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AboutDocuments } from '../../src/protocol/aboutDocuments.ts';
import { parseScope } from '../../src/protocol/scopeSyntax.ts';
import { emptyTrace } from '../../src/trace/fold.ts';
import { aboutView } from '../../webview-ui/src/aboutView.ts';
import { started, traceOf } from './log.ts';

const named: AboutDocuments = {
  meant: [
    { start: 0, end: 6, words: 'Varrow', documents: ['2/report.pdf', '1/report (1).pdf'], total: 2 },
    { start: 11, end: 20, words: 'Orrin SA', documents: ['orrin.md'], total: 1 },
  ],
  preferred: ['2/report.pdf', '1/report (1).pdf', 'orrin.md'],
  unknown: ['Acme'],
  titles: { '2/report.pdf': 'Varrow, 1912', 'orrin.md': '  ' },
};

test('what a question names is shown by title or file, best first, with what limits a question to it', () => {
  const view = aboutView(traceOf({ ...started('q'), identity: named }));
  assert.deepEqual(
    view?.documents.map(({ title }) => title),
    ['Varrow, 1912', 'report (1).pdf', 'orrin.md'],
  );
  assert.deepEqual(view?.ambiguous, [], 'all that it names are in sight');
  const many = { ...named, meant: named.meant.map((one, i) => ({ ...one, total: i === 0 ? 4 : one.total })) };
  assert.deepEqual(aboutView(traceOf({ ...started('q'), identity: many }))?.ambiguous, [{ ...named.meant[0], total: 4 }]);
  assert.deepEqual(view?.unknown, ['Acme']);
  const { terms, problems } = parseScope(view?.scope ?? '');
  assert.deepEqual([terms.length, problems], [3, []]);
});

test('the chips of reports of a series differ within their first words', () => {
  const titles = ['2021 signed', '2022 signed', '2023 draft'].map((end) => `Varrow Tidal Holdings Annual Report ${end}`);
  const preferred = [...titles, 'Orrin Water 2022', 'Varrow Tidal 2023'];
  const view = aboutView({ ...emptyTrace, identity: { meant: [], preferred, unknown: [] } });
  const labels = ['Varrow Tidal H…2021 signed', 'Varrow Tidal H…2022 signed', 'Varrow Tidal H…2023 draft'];
  assert.deepEqual(
    view?.documents.map(({ label, title }) => [label, title]),
    [...labels, ...preferred.slice(3)].map((label, i) => [label, preferred[i]]),
  );
});

test('nothing is said of a question that names nothing, and of older runs', () => {
  assert.equal(aboutView(emptyTrace), undefined);
  assert.equal(aboutView({ ...emptyTrace, identity: { meant: [], preferred: [], unknown: [] } }), undefined);
});

test('a word that was searched in another spelling is said, also where nothing is named', () => {
  const respelled = [{ written: 'tuturial', meant: 'tutorial' }];
  const view = aboutView({ ...emptyTrace, identity: { meant: [], preferred: [], unknown: [], respelled } });
  assert.deepEqual(view?.respelled, respelled);
});

test('of a run that is limited to what it names, only what is not there is said', () => {
  const scope = { text: 'in:2/report.pdf', documents: 3, passages: 9 };
  const view = aboutView({ ...emptyTrace, identity: named, scope });
  assert.deepEqual([view?.documents, view?.ambiguous, view?.unknown], [[], [], ['Acme']]);
  assert.equal(aboutView({ ...emptyTrace, identity: { ...named, unknown: [] }, scope }), undefined);
  assert.equal(aboutView({ ...emptyTrace, identity: named, scope: { ...scope, documents: 4 } })?.documents.length, 3);
});

test('a run whose question prefers nothing says so', () => {
  assert.equal(aboutView({ ...emptyTrace, anyDocument: true })?.isDropped, true);
});
