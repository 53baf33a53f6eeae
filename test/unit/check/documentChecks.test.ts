import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { messageOf } from '../../../src/base/errors.ts';
import type { CitationCheck } from '../../../src/citations/checkCitations.ts';
import { linesHash, linesOf } from '../../../src/citations/anchor.ts';
import { formatCitationAt } from '../../../src/citations/syntaxes/markdown.ts';
import { DocumentChecks, type DocumentChecksOptions } from '../../../src/check/documentChecks.ts';
import type { ClaimJudge } from '../../../src/check/judgedClaims.ts';
import type { WantedEntries } from '../../../src/check/wantedEntries.ts';
import { tempFolder, writeFile } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;
const source = 'The light of Skell Head\nwas lit in 1871\nby Tobias Quenby, who kept it for thirty years.\n';

function cite(startLine: number, endLine = startLine): string {
  const hash = linesHash(linesOf(source).slice(startLine - 1, endLine));
  return formatCitationAt({ n: 1, startLine, endLine, linesHash: hash }, 'docs/skell.md');
}

/** Checks a note in a folder of documents. */
function checksIn(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: Pick<DocumentChecksOptions, 'entailment' | 'explain'> = {},
) {
  const folder = tempFolder(t, files);
  const checks = new DocumentChecks({ ...options, folder, reader: join(import.meta.dirname, '../../../src/corpus/readWorker.ts') });
  t.after(() => checks.close());
  return { folder, checks, check: (text: string, name = 'note.md') => checks.check(join(folder, name), text, { signal }) };
}

function told({ state, support, why, isQuoteWrong }: CitationCheck): string {
  return [state, support, ...(why ? [why.kind] : []), ...(isQuoteWrong ? ['quote'] : [])].join(' ');
}

test('a link says whether its lines are as they were, and whether they say what the sentence says', async (t) => {
  const { folder, check } = checksIn(t, { 'docs/skell.md': source });
  const cases: readonly (readonly [claim: string, expected: string])[] = [
    [`The light of Skell Head was lit in 1871 ${cite(1, 2)}.`, 'current supported'],
    [`The light of Skell Head was lit in 1872 ${cite(1, 2)}.`, 'current contradicted date'],
    [`The light of Skell Head was not lit in 1871 ${cite(1, 2)}.`, 'current contradicted negation'],
    [`The light was kept by Marta Orfield for thirty years ${cite(3)}.`, 'current partly name'],
    [`It was kept for forty years by Tobias Quenby ${cite(3)}.`, 'current contradicted number'],
    [`It says “was lit in 1871” ${cite(2)}.`, 'current unchecked'],
    [`It says “was lit in 1817” ${cite(2)}.`, 'current unsupported quote'],
    [`Bananas are eaten by monkeys ${cite(1, 3)}.`, 'current unsupported'],
  ];
  for (const [text, expected] of cases) assert.deepEqual((await check(text)).map(told), [expected], text);
  const [one] = await check(`Intro.\n\nThe light of Skell Head was lit in 1872 ${cite(1, 2)}.`);
  assert.deepEqual(one?.claim, { start: 8, end: 8 + `The light of Skell Head was lit in 1872 ${cite(1, 2)}.`.length });
  assert.deepEqual([one?.evidence?.path, one?.evidence?.startLine, one?.evidence?.endLine], ['docs/skell.md', 1, 2]);
  assert.equal((await check(`It says “was lit in the year of 1871” ${cite(2)}.`))[0]?.sourceWords, undefined);
  writeFile(folder, 'docs/skell.md', `New.\n${source}`);
  assert.deepEqual((await check(`The light of Skell Head was lit in 1871 ${cite(1, 2)}.`)).map(told), ['moved supported']);
});

test('what two citations of a sentence say together counts, and nothing is said of a sentence of which one is gone', async (t) => {
  const { check } = checksIn(t, { 'docs/skell.md': source });
  const text = `Tobias Quenby, who kept it for thirty years, lit the light of Skell Head in 1871 ${cite(1, 2)} ${cite(3)}.`;
  for (const { support } of await check(text)) assert.notEqual(support, 'contradicted');
  const gone = await check(`The light was lit in 1872 ${cite(1, 2)} [2](docs/no.md#L1 "ariadne:0")`);
  assert.deepEqual(gone.map(told), ['current unchecked', 'missing unchecked']);
});

const bibliography = `@book{quenby1901, title={The Lamps of Skell Head}, author={Quenby, Tobias}, year=1901, file={Full Text:/home/t/Zotero/storage/A/skell.md:text/markdown}}
@article{twice, title={Annals of the Gauge}, year=1950}
@article{gone, title={A Work That Nobody Has}, author={Orfield, M.}, year=1999}
`;
const gauge = '# Annals of the Gauge\n\nThe gauge of Orfield was built by Marta Quell in 1931. It measured the tide of 12 metres.\n';

test('keys of every language lead through bibliographies to documents, and say what these say', async (t) => {
  const { check } = checksIn(t, {
    'docs/skell.md': `# The Lamps of Skell Head\n\n${source}\n\n## References\n\nMonk, B. (1899). The bananas that monkeys eat. Journal of Fruit.\n`,
    'lib.bib': bibliography,
    'a/Annals of the Gauge.md': gauge,
    'b/Annals of the Gauge.md': gauge,
  });
  const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
    ['n.md', 'The light of Skell Head was lit in 1871 [see @quenby1901, p. 3].', ['current supported']],
    ['n.md', 'The light of Skell Head was lit in 1872 [@quenby1901].', ['current contradicted date']],
    ['n.md', 'The bananas that monkeys eat are described in the Journal of Fruit [@quenby1901].', ['current unsupported']],
    ['n.qmd', '@quenby1901 says that the light was lit in 1871. Write to @nobody or me@quenby1901.org.', ['current supported']],
    ['n.md', 'It says “was lit in 1817 by Tobias Quenby, who kept it” [@quenby1901].', ['current unsupported quote-differs quote']],
    ['n.md', 'Nothing is known [@unknown], nor [@gone].', ['missing unchecked', 'unresolved unchecked']],
    [
      'n.md',
      'The gauge of Orfield was built by Marta Quell.[^1] A remark.[^2]\n\n[^1]: Quell, Annals of the Gauge, 1950.\n[^2]: No source.',
      ['current supported'],
    ],
    [
      'n.tex',
      'The light of Skell Head was lit in 1871 \\citep[p.~3]{quenby1901}. % \\cite{quenby1901}\n\\nocite{gone}',
      ['current supported'],
    ],
    ['n.org', 'The gauge of Orfield was built by Marta Quell [cite:@twice p. 2].', ['current supported']],
    ['n.adoc', 'The light of Skell Head was lit in 1871 cite:[quenby1901]. See <<section>>.', ['current supported']],
    ['n.rst', 'The light of Skell Head was lit in 1871 :cite:`quenby1901`.', ['current supported']],
    [
      'n.txt',
      'The gauge of Orfield was built by Marta Quell [1].\n\nReferences\n\n[1] M. Quell. Annals of the Gauge. 1950.\n',
      ['current supported'],
    ],
    ['n.md', '```\n[@quenby1901]\n```\n\n`[@quenby1901]` and [a link](docs/skell.md) and arr[1].', []],
  ];
  for (const [name, text, expected] of cases) assert.deepEqual((await check(text, name)).map(told), expected, text);
  const [twice] = await check('The gauge of Orfield was built by Marta Quell [@twice].');
  assert.deepEqual([twice?.source?.path, twice?.others], ['a/Annals of the Gauge.md', ['b/Annals of the Gauge.md']]);
  const [one] = await check('The light of Skell Head was lit in 1871 [see @quenby1901, p. 3].');
  assert.deepEqual([one?.source?.reference, one?.evidence?.startLine], ['Quenby: The Lamps of Skell Head (1901)', 3]);
  assert.match(one?.evidence?.quote ?? '', /was lit in 1871/);
});

test('a claim with the words of its source may deny it, turn it around, or name another', async (t) => {
  const said =
    'Ada Holm sued Bo Tarrow in the spring of 1902. Nobody disputed that the lamp was burning. Ines Vance designed the tall gate of Orrin. Mary Quell met Tom Ash in Vellan harbor. The Isles Electricity Board bought the old mill of Orrin.';
  const { check } = checksIn(t, { 'said.md': said, 'refs.bib': '@misc{said, file={said.md}}' });
  const cases: readonly (readonly [claim: string, expected: string])[] = [
    ['Ada Holm sued Bo Tarrow in the spring of 1902', 'supported'],
    ['Bo Tarrow sued Ada Holm in the spring of 1902', 'contradicted negation'],
    ['Bo Tarrow was sued by Ada Holm in the spring of 1902', 'supported'],
    ['Nobody disputed that the lamp was not burning', 'contradicted negation'],
    ['Mary Quell designed the tall gate of Orrin', 'contradicted name'],
    ['Tom Ash met Mary Quell in Vellan harbor', 'unchecked'],
    ['The IEB bought the old mill of Orrin', 'unchecked'],
  ];
  for (const [claim, expected] of cases) assert.deepEqual((await check(`${claim} [@said].`)).map(told), [`current ${expected}`], claim);
});

test('an entailment model judges what rules leave open, once for each claim, and overrules nothing that they find', async (t) => {
  const asked: string[] = [];
  const labels = { flame: 'entailment', storm: 'neutral', dark: 'contradiction', Orfield: 'entailment', number: 'entailment' } as const;
  const label: ClaimJudge['label'] = (pairs) => {
    asked.push(...pairs.map(({ hypothesis }) => hypothesis));
    const found = pairs.map(({ hypothesis }) => Object.entries(labels).find(([word]) => hypothesis.includes(word))?.[1]);
    return Promise.resolve(found.map((one) => (one ? { label: one } : null)));
  };
  const { check } = checksIn(
    t,
    { 'docs/skell.md': source, 'refs.bib': '@misc{s, file={docs/skell.md}}' },
    {
      entailment: () => ({
        id: 'perfect',
        label,
      }),
    },
  );
  const cases: readonly (readonly [claim: string, expected: string, isAsked: boolean])[] = [
    ['Tobias Quenby kept the flame of Skell Head for thirty years', 'supported', true],
    ['Tobias Quenby kept the light of Skell Head through every storm', 'partly model', true],
    ['Tobias Quenby left the light of Skell Head dark', 'contradicted model', true],
    ['Tobias Quenby knew why the light of Skell Head was lit', 'unchecked', true],
    ['The light of Skell Head was lit by Marta Orfield', 'unchecked', true],
    ['The light of Skell Head, a number, was lit in 1872', 'contradicted date', false],
    ['The light of Skell Head was lit in 1871', 'supported', false],
    ['We kept the flame of Skell Head for thirty years', 'unchecked', false],
  ];
  for (const [claim, expected, isAsked] of cases) {
    asked.length = 0;
    const [found] = await check(`${claim} [@s].`);
    assert.equal(found && told(found), `current ${expected}`, claim);
    assert.ok(found && !('pair' in found));
    await check(`${claim} [@s].`);
    const isKept = Object.keys(labels).some((word) => claim.includes(word));
    assert.equal(asked.length, isAsked ? (isKept ? 1 : 2) : 0, claim);
  }
  const [linked] = await check(`Tobias Quenby kept the flame of Skell Head for thirty years ${cite(1, 3)}.`);
  assert.equal(linked && told(linked), 'current supported');
});

test('where the entailment model fails, rules alone decide, and who listens hears why; else the check fails', async (t) => {
  const label = () => Promise.reject(new Error('the model is gone'));
  const files = { 'docs/skell.md': source, 'refs.bib': '@misc{s, file={docs/skell.md}}' };
  const { folder, checks, check } = checksIn(t, files, { entailment: () => ({ id: 'broken', label }) });
  const text = 'Tobias Quenby kept the flame of Skell Head for thirty years [@s]. The light of Skell Head was lit in 1873 [@s].';
  const heard: string[] = [];
  const found = await checks.check(join(folder, 'note.md'), text, {
    signal: new AbortController().signal,
    onUnjudged: (error) => heard.push(messageOf(error)),
  });
  assert.deepEqual(found.map(told), ['current unchecked', 'current contradicted date']);
  assert.deepEqual(heard, ['the model is gone']);
  await assert.rejects(check(text), /the model is gone/);
});

test('a report of a bibliography says what each entry is paired by', async (t) => {
  const { folder, checks } = checksIn(t, {
    'docs/skell.md': source,
    'lib.bib': bibliography,
    'a/twice.md': gauge,
    'b/gone.md': gauge,
    'c/gone.md': gauge,
  });
  const entriesFor = (text: string, wanted: WantedEntries['wanted'], most = 10) =>
    checks.entriesFor(join(folder, 'n.md'), text, { wanted, most, signal });
  const { entries, problems } = await entriesFor('bibliography: no.bib', { words: '' });
  assert.deepEqual(
    entries.map(({ key, state, by, paths }) => [key, state, by, ...paths]),
    [
      ['quenby1901', 'paired', 'file', 'docs/skell.md'],
      ['twice', 'paired', 'key', 'a/twice.md'],
      ['gone', 'twice', 'key', 'b/gone.md', 'c/gone.md'],
    ],
  );
  assert.deepEqual(problems, [{ path: 'no.bib', reason: 'is not there' }]);
  const keysFor = async (wanted: WantedEntries['wanted'], most?: number): Promise<unknown> => {
    const found = await entriesFor('', wanted, most);
    return [...found.entries.map(({ key }) => key), found.isComplete];
  };
  assert.deepEqual(await keysFor({ words: 'skell lamp 19' }), ['quenby1901', true]);
  assert.deepEqual(await keysFor({ words: 'a' }, 2), ['quenby1901', 'twice', false]);
  assert.deepEqual(await keysFor({ key: 'twice' }), ['twice', true]);
  assert.deepEqual(await checks.titled({ words: 'GONE c/', most: 9 }, signal), {
    documents: [{ path: 'c/gone.md', title: 'c/gone.md', authors: '', year: '' }],
    isComplete: true,
  });
  const { documents, isComplete } = await checks.titled({ words: '', most: 2 }, signal);
  assert.deepEqual([documents.length, isComplete], [2, false]);
});

test('DOIs and arXiv ids in a text cite the document that has them, and nothing where none has', async (t) => {
  const { check } = checksIn(t, {
    'skell.md': source,
    '2005.11401.md': gauge,
    'lib.bib': '@book{lamps, title={The Lamps}, author={Quenby, T.}, year=1901, doi={10.1000/Lamps.1}, file={skell.md}}',
  });
  const right = 'The light of Skell Head was lit in 1871';
  const wrong = 'The light of Skell Head was lit in 1872';
  const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
    ['n.md', `${right} (doi:10.1000/lamps.1).`, ['current supported']],
    ['n.md', `${wrong} (https://doi.org/10.1000/lamps.1).`, ['current contradicted date']],
    ['n.md', `${wrong} [Quenby 1901](https://doi.org/10.1000/lamps.1).`, ['current contradicted date']],
    ['n.md', 'It is old. [The light of Skell Head](https://doi.org/10.1000/lamps.1) was lit in 1872.', ['current contradicted date']],
    ['n.tex', `${wrong} \\href{https://doi.org/10.1000/lamps.1}{here}.`, ['current contradicted date']],
    ['n.org', `${wrong} [[https://doi.org/10.1000/lamps.1][here]].`, ['current contradicted date']],
    ['n.adoc', `${wrong} https://doi.org/10.1000/lamps.1[here].`, ['current contradicted date']],
    ['n.rst', `${wrong} \`here <https://doi.org/10.1000/lamps.1>\`_.`, ['current contradicted date']],
    ['n.txt', `${wrong}, https://doi.org/10.1000/lamps.1`, ['current contradicted date']],
    ['n.md', 'The gauge of Orfield was built in 1931 (arXiv:2005.11401v3).', ['current supported']],
    ['n.md', 'The gauge of Orfield was built in 1931 <https://arxiv.org/abs/2005.11401>.', ['current supported']],
    ['n.md', `${wrong} (doi:10.1000/other). Version 10.1000/2 of 2005.11401.`, []],
    ['n.md', `Text.\n\n## References\n\n- Quenby: ${wrong}. https://doi.org/10.1000/lamps.1\n`, []],
    ['n.md', '`doi:10.1000/lamps.1` is code.', []],
    ['2005.11401.md', 'This is arXiv:2005.11401.', []],
  ];
  for (const [name, text, expected] of cases) assert.deepEqual((await check(text, name)).map(told), expected, `${name}: ${text}`);
  const [one] = await check(`${wrong} [Quenby](https://doi.org/10.1000/lamps.1).`);
  assert.deepEqual([one?.form, one?.key, one?.source?.reference], ['key', '10.1000/lamps.1', 'Quenby: The Lamps (1901)']);
  assert.deepEqual(one?.range, { start: wrong.length + 1, end: wrong.length + 1 + '[Quenby](https://doi.org/10.1000/lamps.1)'.length });
});

test('of a source that is not indexed it is said why, of a broken bibliography what is broken, and the rest counts', async (t) => {
  const bib =
    '@book{lamps, file={../big/lamp.md}}\n@book{out, file={../../etc/passwd}}\n@book{open, title={No end\n@book{last, file={docs/skell.md}}\n';
  const files = { '.gitignore': 'big/\n', 'big/lamp.md': source, 'docs/skell.md': source, 'lib/refs.bib': bib, 'lib/broken.json': '{' };
  const found = async (text: string, explain?: DocumentChecksOptions['explain']): Promise<CitationCheck | undefined> =>
    (await checksIn(t, files, explain ? { explain } : {}).check(text))[0];
  const unindexed = await found('It was lit [@lamps].');
  assert.deepEqual([unindexed?.state, unindexed?.notIndexed], ['unresolved', { path: 'big/lamp.md', isReady: false }]);
  assert.equal(unindexed?.reason, 'lamps: big/lamp.md is not in the index');
  const explained = await found('It was lit [@lamps].', () => Promise.resolve({ state: 'not-indexed', reason: 'It waits.' }));
  assert.deepEqual([explained?.reason, explained?.notIndexed?.isReady], ['lamps: It waits.', true]);
  assert.equal((await found('It was lit [@out].'))?.notIndexed, undefined);
  assert.equal((await found('It was lit in 1871 by Tobias Quenby [@last].'))?.source?.path, 'docs/skell.md');
  const missing = await found('It was lit [@nothing].');
  assert.match(missing?.reason ?? '', /has no such key; lib\/refs\.bib, line 3: the entry "open" is not closed/);
  const json = await found('---\nbibliography: lib/broken.json\n---\n\nIt was lit [@nothing].');
  assert.match(json?.reason ?? '', /^lib\/broken\.json has no such key; lib\/broken\.json cannot be read: /);
});

test('of several entries for one document, the first that its key leads to is cited', async (t) => {
  const { folder, checks } = checksIn(t, {
    'docs/skell.md': source,
    'a.bib': '@book{other, title={Other}}\n@book{zeta, title={A}, file={docs/skell.md}}\n@book{alpha, title={B}, file={docs/skell.md}}',
    'b.bib': '@book{other, title={C}, file={docs/skell.md}}',
    'c/gone.md': gauge,
    'd/gone.md': gauge,
    'd.bib': '@book{gone, title={D}}',
  });
  const keys = async (document: string, text = ''): Promise<readonly string[]> =>
    (await checks.entriesFor(join(folder, 'n.md'), text, { wanted: { document }, most: 9, signal })).entries.map(({ key }) => key);
  assert.deepEqual(await keys('docs/skell.md'), ['zeta', 'alpha']);
  assert.deepEqual(await keys('docs/skell.md', '---\nbibliography: b.bib\n---\n'), ['other']);
  assert.deepEqual([await keys('c/gone.md'), await keys('d/gone.md')], [['gone'], []]);
});
