/** `ariadne check`: citations written into documents, held against what they cite as it is today. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import { linesHash, linesOf } from '../../src/citations/anchor.ts';
import { formatCitationAt } from '../../src/citations/syntaxes/markdown.ts';
import { readSourceText } from '../../src/corpus/documentText.ts';
import { trace } from '../../src/protocol/trace.ts';
import { makePdf } from '../support/pdf.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

const report = z.object({
  citations: z.array(
    z.object({ document: z.string(), line: z.number(), state: z.string(), n: z.string().optional(), reason: z.string().optional() }),
  ),
  summary: z.record(z.string(), z.number()),
});

async function check(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly states: readonly string[]; readonly summary: unknown }> {
  const { code, stdout, stderr } = await runWarmCli(['check', ...args, '--json']);
  assert.equal(stderr, '');
  const { citations, summary } = report.parse(JSON.parse(stdout));
  return { code, states: citations.map(({ line, n, state }) => `${line} [${n ?? ''}] ${state}`), summary };
}

const source = 'The light of Skell Head\nwas lit in 1871\nby Tobias Quenby.\n';

function cite(n: number, startLine: number, endLine = startLine): string {
  return formatCitationAt(
    { n, startLine, endLine, linesHash: linesHash(linesOf(source).slice(startLine - 1, endLine)) },
    '../docs/skell.md',
  );
}

test('each state is told with its place, and all but current end with 1', async (t) => {
  const folder = tempFolder(t, { 'docs/skell.md': source });
  const note = join(folder, 'notes', 'light.md');
  writeFile(folder, 'notes/light.md', `# Light\n\nIt was lit in 1871 ${cite(1, 2)} by a Quenby ${cite(2, 3)}.\n`);
  const all = { current: 0, changed: 0, missing: 0, unsupported: 0, unresolved: 0, uncited: 0, accepted: 0 };
  assert.deepEqual(await check([note]), { code: 0, states: ['3 [1] current', '3 [2] current'], summary: { ...all, current: 2 } });

  writeFile(folder, 'docs/skell.md', source.replace('1871', '1872'));
  assert.deepEqual(await check([note]), {
    code: 1,
    states: ['3 [1] changed', '3 [2] current'],
    summary: { ...all, current: 1, changed: 1 },
  });

  writeFile(folder, 'docs/skell.md', `New.\n${source}`);
  writeFile(folder, 'notes/bananas.md', `Bananas are eaten by monkeys ${cite(3, 1)}.\n`);
  const both = await runWarmCli(['check', note, join(folder, 'notes', 'bananas.md')]);
  assert.deepEqual(
    { code: both.code, stderr: both.stderr, lines: both.stdout.replaceAll(`${folder}/`, '').trimEnd().split('\n') },
    {
      code: 1,
      stderr: '',
      lines: [
        'notes/light.md:3:20 current [1] ../docs/skell.md#L2-L2: unchanged, but moved to line 3',
        `notes/light.md:3:${20 + cite(1, 2).length + 13} current [2] ../docs/skell.md#L3-L3: unchanged, but moved to line 4`,
        'notes/bananas.md:1:30 unsupported [3] ../docs/skell.md#L1-L1: "Bananas are eaten by monkeys." has no word in common with line 2',
        '2 current, 0 changed, 0 missing, 1 unsupported',
      ],
    },
  );

  rmSync(join(folder, 'docs'), { recursive: true });
  assert.deepEqual(await check([note]), { code: 1, states: ['3 [1] missing', '3 [2] missing'], summary: { ...all, missing: 2 } });
});

test('links of a document elsewhere are looked for in the named folder; a PDF is read for its text', async (t) => {
  const folder = tempFolder(t, { 'docs/skell.md': source });
  writeFileSync(join(folder, 'annals.pdf'), makePdf([{ texts: [{ x: 72, y: 700, text: 'The Orfield gauge was built by Marta Quell.' }] }]));
  const { text } = await readSourceText(folder, 'annals.pdf', { maxFileBytes: 1e6 });
  const line = linesOf(text).findIndex((one) => one.includes('Orfield')) + 1;
  const linesHashOf = linesHash(linesOf(text).slice(line - 1, line));
  const pdf = formatCitationAt({ n: 2, startLine: line, endLine: line, linesHash: linesHashOf }, 'annals.pdf');
  const note = join(
    tempFolder(t, { 'draft.md': `Quenby lit it. ${cite(1, 3).replace('../', '')}\n\nQuell built the gauge ${pdf}.\n` }),
    'draft.md',
  );
  assert.deepEqual((await check([note])).states, ['1 [1] missing', '3 [2] missing']);
  assert.deepEqual((await check([note, '--folder', folder])).states, ['1 [1] current', '3 [2] current']);
});

test('a document without citations is fine; one that is not there, or none, is not', async (t) => {
  const folder = tempFolder(t, { 'a.md': '# Nothing\n', 'b.md': new Uint8Array([0, 1, 2, 255, 254, 0]) });
  assert.deepEqual(await check([join(folder, 'a.md')]), {
    code: 0,
    states: [],
    summary: { current: 0, changed: 0, missing: 0, unsupported: 0, unresolved: 0, uncited: 0, accepted: 0 },
  });
  const failures = await Promise.all([
    runWarmCli(['check']),
    runWarmCli(['check', join(folder, 'no.md')]),
    runWarmCli(['check', join(folder, 'b.md')]),
    runWarmCli(['check', join(folder, 'a.md'), '--colour']),
  ]);
  assert.deepEqual(
    failures.map(({ code, stdout }) => [code, stdout]),
    [
      [2, ''],
      [3, ''],
      [3, ''],
      [2, ''],
    ],
  );
  assert.match(failures[0]?.stderr ?? '', /takes <document>\.\.\./);
  assert.match(failures[1]?.stderr ?? '', /no\.md cannot be read: it does not exist\. Choose documents to check\.\n$/);
  assert.match(failures[2]?.stderr ?? '', /b\.md cannot be read as text/);
});

test('what an answer cites is current, until its document changes', async (t) => {
  const folder = tempFolder(t, {
    'ilse.md': '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm in 1920. She directed The Salt Choir.\n',
  });
  const storage = tempFolder(t);
  assert.equal((await runWarmCli(['index', folder, '--storage', storage])).code, 0);
  const asked = await runWarmCli(['ask', folder, 'Where was Ilse Brandvik born?', '--storage', storage, '--json']);
  const { answer, citations } = trace.loose().parse(JSON.parse(asked.stdout));
  assert.ok(citations.length > 0, asked.stdout.slice(0, 500));
  const note = join(folder, 'note.md');
  writeFileSync(note, `${answer} ${citations.map((one) => formatCitationAt(one, one.path)).join(' ')}\n`);
  assert.equal((await check([note])).code, 0);
  writeFileSync(join(folder, 'ilse.md'), readFileSync(join(folder, 'ilse.md'), 'utf8').replace('Tarnholm', 'Orfield'));
  const after = await check([note]);
  assert.deepEqual([after.code, [...new Set(after.states.map((one) => one.split(' ').at(-1)))]], [1, ['changed']]);
});

test('documents of a folder that disagree are listed, and end with 1', async (t) => {
  const folder = tempFolder(t, {
    'a.md': '# Orrin barrage\n\nThe Orrin barrage is 1,240 metres long.\n',
    'b.md': '# Orrin barrage, a survey\n\nThe Orrin barrage is 1,190 metres long.\n',
  });
  const storage = ['--storage', tempFolder(t)];
  await runWarmCli(['index', folder, ...storage]);
  const listed = await runWarmCli(['disagreements', folder, ...storage]);
  assert.deepEqual(
    { ...listed, stdout: listed.stdout.trimEnd().split('\n') },
    {
      code: 1,
      stdout: [
        '1,240 metres ≠ 1,190 metres  conflict',
        '  a.md:3',
        '    The Orrin barrage is 1,240 metres long.',
        '  b.md:3',
        '    The Orrin barrage is 1,190 metres long.',
      ],
      stderr: '1 conflict, 0 updates\n',
    },
  );
  const scoped = await runWarmCli(['disagreements', folder, ...storage, '--scope', 'in:a.md', '--json']);
  assert.equal(scoped.code, 0);
  assert.deepEqual(JSON.parse(scoped.stdout), { disagreements: [], summary: { conflicts: 0, updates: 0, settled: 0 } });
});

test('a folder is checked with its bibliography, in the form that is asked for', async (t) => {
  const folder = tempFolder(t, {
    'docs/skell.md': source,
    'lib.bib': '@book{skell, title={The Light}, year={1901}, file={:docs/skell.md:MD}}\n@book{open, title={No end',
    'note.md': 'The light of Skell Head was lit in 1872 [@skell].\n',
    'paper.tex': 'Was it lit in 1871? \\cite{nobody}\n',
    'broken.txt': new Uint8Array([0, 1, 2, 255, 254, 0]),
  });
  const [text, sarif, github, wrong, entries] = await Promise.all([
    runWarmCli(['check', folder]),
    runWarmCli(['check', folder, '--format', 'sarif']),
    runWarmCli(['check', folder, '--format', 'github']),
    runWarmCli(['check', folder, '--format', 'xml']),
    runWarmCli(['check', join(folder, 'lib.bib'), '--json']),
  ]);
  assert.deepEqual([text.code, sarif.code, github.code, wrong.code, entries.code], [1, 1, 1, 2, 0], text.stderr);
  assert.match(text.stdout, /note\.md:1:41 unsupported \[skell\] docs\/skell\.md#L1-L\d: the source says otherwise than “1872”/);
  assert.match(text.stdout, /paper\.tex:1:21 missing \[nobody\]: lib\.bib has no such key/);
  assert.match(text.stderr, /broken\.txt cannot be read as text/);
  const log = z
    .object({ runs: z.tuple([z.object({ results: z.array(z.object({ ruleId: z.string() })) })]) })
    .parse(JSON.parse(sarif.stdout));
  assert.deepEqual(
    log.runs[0].results.map(({ ruleId }) => ruleId),
    ['claim-contradicted', 'source-gone'],
  );
  assert.match(github.stdout, /^::error file=\S*note\.md,line=1,endLine=1,col=41,endColumn=49,title=The source says otherwise::/);
  assert.match(entries.stdout, /"key": ?"skell"/);
  assert.match(entries.stderr, /lib\.bib:2: the entry "open" is not closed/);
});

test('what is accepted beside a document is counted apart, until its claim changes', async (t) => {
  const folder = tempFolder(t, {
    'docs/skell.md': source,
    'docs/lib.bib': '@book{skell, title={The Light}, year={1901}, file={:skell.md:MD}}',
    'docs/note.md': 'The light of Skell Head was lit in 1872 [@skell].\n',
  });
  const note = join(folder, 'docs', 'note.md');
  const [found] = z
    .object({ citations: z.array(z.looseObject({ source: z.object({ path: z.string(), hash: z.string() }) })) })
    .parse(JSON.parse((await runWarmCli(['check', note, '--folder', folder, '--json'])).stdout)).citations;
  const { path, hash } = found?.source ?? { path: '', hash: '' };
  assert.equal(path, 'docs/skell.md');
  const claim = 'The light of Skell Head was lit in 1872 [@skell].';
  const entry = { document: 'note.md', finding: 'claim-contradicted', claim, source: path, sourceHash: hash };
  writeFile(folder, 'docs/.ariadne-accepted.json', JSON.stringify({ accepted: [entry] }));
  const states = await check([note, '--folder', folder]);
  assert.deepEqual([states.code, (states.summary as { accepted: number }).accepted], [0, 1]);
  // The folder of the document is not the one in which it was accepted.
  const [text, all, sarif, github, idle] = await Promise.all([
    runWarmCli(['check', join(folder, 'docs')]),
    runWarmCli(['check', note, '--folder', folder, '--all']),
    runWarmCli(['check', note, '--folder', folder, '--format', 'sarif']),
    runWarmCli(['check', note, '--folder', folder, '--format', 'github']),
    runWarmCli(['check', note, '--json', '--all']),
  ]);
  assert.deepEqual([text.code, text.stdout], [0, '0 current, 0 changed, 0 missing, 0 unsupported, 1 accepted\n']);
  assert.match(all.stdout, /note\.md:1:41 unsupported \(accepted\) \[skell\].*\n.*1 accepted\n$/);
  assert.match(sarif.stdout, /"suppressions": \[\s*\{\s*"kind": "external",\s*"status": "accepted"/);
  assert.deepEqual([github.code, github.stdout, idle.code], [0, '', 2]);
  writeFile(folder, 'docs/note.md', 'The light of Skell Head was lit in 1873 [@skell].\n');
  assert.equal((await check([note, '--folder', folder])).code, 1);
  writeFile(folder, 'docs/.ariadne-accepted.json', '{');
  const broken = await runWarmCli(['check', join(folder, 'docs')]);
  assert.equal(broken.code, 3);
  assert.match(broken.stderr, /“\.ariadne-accepted\.json” cannot be read\. Correct it or delete it\./);
});

test('claims of a draft without a citation are listed with the passage that supports them, or that none was found', async (t) => {
  const folder = tempFolder(t, {
    'docs/skell.md': `# The Lamps of Skell Head\n\n${source.replaceAll('\n', ' ')}\n`,
    'docs/gauge.md': '# Annals of the Gauge\n\nThe gauge of Orfield was built by Marta Quell in 1931.\n',
    'draft.md': [
      '# The light was lit in 1871',
      'In this section we describe the light of 1871. The light of Skell Head was lit in 1871 by Tobias Quenby.',
      'The gauge of Orfield was built by Marta Quell in 1931 [1](docs/gauge.md). Was it built in 1931 by Marta Quell?',
      'The bridge of Tarnholm was designed by Ilse Brandvik in 1920.',
    ].join('\n\n'),
  });
  const storage = ['--storage', tempFolder(t)];
  const draft = join(folder, 'draft.md');
  const without = await runWarmCli(['check', draft, '--folder', folder, '--gaps', ...storage]);
  assert.equal(without.code, 3);
  assert.match(without.stderr, /Claims without a citation are looked up in an index, and the folder has none\. /);
  assert.equal((await runWarmCli(['index', folder, ...storage])).code, 0);
  const [text, json, sarif] = await Promise.all([
    runWarmCli(['check', draft, '--folder', folder, '--gaps', ...storage]),
    runWarmCli(['check', draft, '--folder', folder, '--json', ...storage]),
    runWarmCli(['check', draft, '--folder', folder, '--gaps', '--format', 'sarif', ...storage]),
  ]);
  assert.equal(text.code, 0, text.stderr);
  assert.deepEqual(text.stdout.replaceAll(`${folder}/`, '').trimEnd().split('\n'), [
    'draft.md:3:48 uncited docs/skell.md#L3-L3: a document supports this: The Lamps of Skell Head, line 3',
    'draft.md:7:1 uncited no document of the folder was found to say this',
    '0 current, 0 changed, 0 missing, 0 unsupported, 2 uncited',
  ]);
  assert.deepEqual(report.parse(JSON.parse(json.stdout)).citations, []);
  assert.match(sarif.stdout, /"ruleId": "claim-uncited"[^]*"ruleId": "claim-without-source"/);
});
