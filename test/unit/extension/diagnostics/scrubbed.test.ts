import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scrubbed } from '../../../../src/extension/diagnostics/scrubbed.ts';

const names = ['ann', 'annbox', '/home/ann/Tax Stuff', 'Tax Stuff', 'Who is the daughter of Ann Marsh?'];

test('what is private is taken out of a line of the log, and what is not is left', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['2026-03-02T09:30:00.123Z info engine: started, process 77', '2026-03-02T09:30:00.123Z info engine: started, process 77'],
    ['engine: ended (code 1, signal SIGKILL)', 'engine: ended (code 1, signal SIGKILL)'],
    ["we can't read version 1.103.0 of the user's files", "we can't read version 1.103.0 of the user's files"],
    ['source-gone: "notes/secret plan.md" could not be opened.', 'source-gone: <quoted> could not be opened.'],
    [
      "ENOENT: no such file, open '/home/ann/Tax Stuff/2023.pdf'\n    at openSync (node:fs:573:18)\n    at read (/home/ann/ext/dist/extension.cjs:12:345)",
      'ENOENT: no such file, open <quoted>\n    at openSync (node:fs:573:18)\n    at read (extension.cjs:12:345)',
    ],
    ['at file:///C:/Users/Ann B/x/dist/engine.js:1:2', 'engine.js:1:2'],
    ['Unable to open file C:\\\\Users\\\\Ann\\\\docs\\\\a.lance: not found', 'Unable to open file <path><name><name>: not found'],
    ['\\\\server\\share\\x.md and report.final.PDF have no text', '<path> and <name> have no text'],
    ['отчёт/файл.md, 報告書.docx', '<path>, <name>'],
    ['the question who is the  daughter of ann marsh? cannot be asked', 'the question <name> cannot be asked'],
    ['The chat model at http://gpu.corp.example:11434/v1 refused the connection', 'The chat model at <address> refused the connection'],
    ['connect ECONNREFUSED 10.0.0.7:8080; getaddrinfo ENOTFOUND annbox', 'connect ECONNREFUSED <address>; getaddrinfo ENOTFOUND <name>'],
    ['fetch failed ::1:11434, localhost:8080, gpu.corp.example', 'fetch failed <address>, <address>, <name>'],
    ['ask bob@corp.example', 'ask <address>'],
    ['Unexpected token \'H\', "Hello wor"... is not valid JSON', 'Unexpected token <quoted>, <quoted>... is not valid JSON'],
  ];
  for (const [line, expected] of cases) assert.equal(scrubbed(line, names), expected);
});

test('no path, file, host or address gets through, wherever it is', () => {
  const word = fc.stringMatching(/^zq[a-zé漢]{1,8}$/);
  const extension = fc.constantFrom('md', 'pdf', 'docx', 'TXT', 'ipynb');
  const secret = fc.oneof(
    fc.tuple(word, word, extension).map(([folder, name, end]) => ({ text: `/${folder}/${name}.${end}`, words: [folder, name] })),
    fc.tuple(word, word, extension).map(([folder, name, end]) => ({ text: `C:\\${folder}\\${name}.${end}`, words: [folder, name] })),
    fc.tuple(word, extension).map(([name, end]) => ({ text: `${name}.${end}`, words: [name] })),
    fc.tuple(word, word).map(([host, path]) => ({ text: `https://${host}.example:8443/${path}?q=${path}`, words: [host, path] })),
    fc.tuple(word, word).map(([first, second]) => ({ text: `"${first} ${second}"`, words: [first, second] })),
  );
  const before = fc.constantFrom('reading ', '', 'x: ', '(', 'open ');
  fc.assert(
    fc.property(before, secret, fc.constantFrom('', ' failed', ')', ', again', ': gone'), (lead, { text, words }, tail) => {
      const left = scrubbed(`${lead}${text}${tail}`, []);
      return words.every((part) => !left.includes(part));
    }),
  );
});
