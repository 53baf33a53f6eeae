/** `ariadne questions` from documents to an evaluated dataset, on the built command line. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

const rfp = (number: number, author: string, created: string, rest: string): string =>
  `---\nRFP: ${number}\nAuthor: ${author}\nStatus: Final\nCreated: ${created}\n${rest}`;
const folder = tempFolder(
  { after },
  {
    'rfp-0007.md': rfp(
      7,
      'Jane Doe',
      '12-Mar-2001',
      'Superseded-By: 31\n---\n\n# Gates that close\n\nThe gates of the barrage are closed by the keeper.\n',
    ),
    'rfp-0031.md': rfp(
      31,
      'Amos Reed',
      '4-Jun-2004',
      '---\n\n# Gates that open\n\nThis RFP builds on RFP 40 for the locks of the barrage.\n',
    ),
    'rfp-0040.md': rfp(
      40,
      'Mara Lind',
      '9-May-2003',
      '---\n\n# Locks of the gates\n\nThe locks of the gates are made of iron in the yard.\n',
    ),
  },
);
const storage = tempFolder({ after });
const out = join(tempFolder({ after }), 'questions');
const env = { XDG_CACHE_HOME: tempFolder({ after }), LOCALAPPDATA: tempFolder({ after }), HOME: tempFolder({ after }) };

test('documents become questions, a reviewed sheet a dataset, and the dataset is measured', async () => {
  assert.equal((await runWarmCli(['index', folder, '--storage', storage, '--no-adapt'], { env })).code, 0);
  const written = await runWarmCli(['questions', folder, '--storage', storage, '--out', out, '--json'], { env });
  assert.equal(written.code, 0, written.stderr);
  const { questions, documents, sheet } = JSON.parse(written.stdout) as { questions: number; documents: number; sheet: string };
  assert.equal(documents, 3);
  const text = readFileSync(sheet, 'utf8');
  assert.match(text, /- question: Who is the author of the RFP that supersedes RFP 7\?\n- answer: Amos Reed/);
  writeFileSync(sheet, text.replace('- decision: keep', '- decision: drop'));
  const reviewed = await runWarmCli(['questions', sheet, '--json'], { env });
  assert.deepEqual(JSON.parse(reviewed.stdout), { kept: questions - 1, edited: 0, dropped: 1, out });
  const measured = await runWarmCli(['eval', out, '--pipelines', 'retrieve-read', '--limit', '2', '--json'], { env });
  assert.equal(measured.code, 0, measured.stderr);
  assert.equal((JSON.parse(measured.stdout) as { questions: number }).questions, 2);
});

test('a folder that yields no question says so in one sentence, and writes nothing', async () => {
  const alone = tempFolder({ after }, { 'only.md': '# The barrage\n\nThe barrage was built in the islands in 1902.\n' });
  const own = tempFolder({ after });
  const nowhere = join(tempFolder({ after }), 'questions');
  await runWarmCli(['index', alone, '--storage', own, '--no-adapt'], { env });
  const { code, stderr } = await runWarmCli(['questions', alone, '--storage', own, '--out', nowhere], { env });
  assert.deepEqual(
    [code, stderr.trim(), existsSync(nowhere)],
    [3, 'The folder has one document. Questions over two documents need at least two.', false],
  );
});
