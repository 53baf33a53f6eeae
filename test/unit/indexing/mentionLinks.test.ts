/** What links lead to: documents, sections, labels and pages of a real folder, and nothing yet. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { folderCorpus } from '../../../src/folder/folderCorpus.ts';
import type { Corpus } from '../../../src/indexing/readPass.ts';
import { defaultDiscovery } from '../../../src/protocol/indexRequests.ts';
import { mentionsAfterPass } from '../../support/mentionedIndex.ts';
import { tempFolder, type Ending } from '../../support/tempFolder.ts';

async function corpusOf(t: Ending, files: Readonly<Record<string, string>>): Promise<Corpus> {
  const folder = tempFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { maxFileBytes } = defaultDiscovery;
  const unused = (): Promise<never> => Promise.reject(new Error('not used'));
  const read = (file: { readonly path: string }) => readDocument(folder, file, { maxFileBytes });
  return folderCorpus(folder, defaultDiscovery, { read, sourceText: unused, close: () => Promise.resolve() }, true);
}

/** Documents that nothing links to, so that no name is in most passages. */
const others = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`zz/${i}.md`, `# Zz ${i}${i}${i}\n\nnothing\n`]));

const cases: readonly { readonly name: string; readonly files: Readonly<Record<string, string>>; readonly mentions: readonly string[] }[] =
  [
    {
      name: 'paths with and without extension, of folders and made pages, from the root, with fragments',
      files: {
        'guide/setup.md': '# Setting up\n\nFirst.\n\n## Don’t panic\n\nSecond words here.\n\n## Later on\n\nThird words here.\n',
        'guide/README.md': '# All guides\n\nGuides.\n',
        'notes/a.md':
          '# Some A\n\n[one](../guide/setup.md), [two](../guide/setup), [three](../guide/setup.html#later-on), [four](/guide/), [five](../guide/setup.md#dont-panic), [six](../guide/setup.md#gone), [seven](nothing.md), [self](a.md), [here](#part-of-a).\n\n## Part of A\n\nA part that is long enough.\n',
      },
      mentions: [
        'notes/a.md: one > link guide/setup.md',
        'notes/a.md: two > link guide/setup.md',
        'notes/a.md: three > link guide/setup.md#Later on',
        'notes/a.md: four > link guide/README.md',
        'notes/a.md: five > link guide/setup.md#Don’t panic',
        'notes/a.md: six > link guide/setup.md',
        'notes/a.md: here > link notes/a.md#Part of A',
      ],
    },
    {
      name: 'wiki links by name, alias and path',
      files: {
        'deep/Water Lily.md': '---\naliases: [Nymphaea]\n---\n# The lily\n\nA plant.\n\n## Leaves of it\n\nRound ones.\n',
        'b.md':
          '# Bbb\n\nSee [[Water Lily]], [[nymphaea|alias]], [[deep/Water Lily#Leaves of it]], [[The lily]] and [[Gone]]. A nymphaea.\n',
      },
      mentions: [
        'b.md: Water Lily > link deep/Water Lily.md',
        'b.md: alias > link deep/Water Lily.md',
        'b.md: deep/Water Lily#Leaves of it > link deep/Water Lily.md#Leaves of it',
        'b.md: The lily > link deep/Water Lily.md',
        'b.md: nymphaea > alias deep/Water Lily.md',
      ],
    },
    {
      name: 'wiki links by the end of a path: the file in the fewest folders, or a name with a slash',
      files: {
        'a/plans/Harbor.md': '# One plan\n\nFirst.\n\n## What it costs\n\nMuch of it.\n',
        'a/b/plans/Harbor.md': '# Two plans\n\nSecond.\n',
        'a/other/Harbor.md': '# Three plans\n\nThird.\n',
        'net.md': '# TCP/IP\n\nFourth.\n',
        'c/d/e.md':
          '# Eee\n\nSee [[plans/harbor#What it costs|one]], [[b/plans/Harbor.md|two]], [[../../a/other/Harbor|three]], [[/a/other/Harbor|root]], [[./e#Eee|self]], [[TCP/IP]], [[gone/Harbor|four]] and [[lans/Harbor|five]].\n',
      },
      mentions: [
        'c/d/e.md: one > link a/plans/Harbor.md#What it costs',
        'c/d/e.md: two > link a/b/plans/Harbor.md',
        'c/d/e.md: three > link a/other/Harbor.md',
        'c/d/e.md: root > link a/other/Harbor.md',
        'c/d/e.md: TCP/IP > link net.md',
      ],
    },
    {
      name: 'sections by number in the same document, addresses of numbered documents',
      files: {
        'spec.md':
          '# The spec\n\nSee section 4.2 and § 9.\n\n## 4 Grammar of all\n\nWords and rules.\n\n### 4.2 Some tokens\n\nTokens are words of it.\n',
        'rfc2119.txt': 'Key words for use in RFCs',
        'c.md': '# Ccc\n\nMust as in [this](https://www.rfc-editor.org/rfc/rfc2119), or RFC 2119. Section 4.2 says nothing here.\n',
      },
      mentions: [
        'c.md: this > link rfc2119.txt',
        'c.md: RFC 2119 > identifier rfc2119.txt',
        'spec.md: section 4.2 > identifier spec.md#4 Grammar of all#4.2 Some tokens',
      ],
    },
    {
      name: 'notes, tables and appendices by number in the same document, and none that it lacks',
      files: {
        'report.md':
          '# The report\n\nSee Note 3, Notes 2 and 9, Table 1, Table 7, Appendix B and Exhibit 10.1.\n\n## Notes to the statements\n\nAll of them.\n\n### Note 2 – Debt we have\n\n' +
          'Loans of many kinds are here, each with its bank. '.repeat(4) +
          '\n\n### (3) Leases we have\n\n' +
          'Cars of many kinds are here, each with its owner. '.repeat(4) +
          '\n\nTable 1: What we rent\n\n| Kind | Number |\n|---|---|\n| Cars | 12 |\n\n## Appendix B\n\nMore words of it.\n',
      },
      mentions: [
        'report.md: Note 3 > identifier report.md#Notes to the statements#(3) Leases we have',
        'report.md: Notes 2 > identifier report.md#Notes to the statements#Note 2 – Debt we have',
        'report.md: Table 1 > identifier report.md#Notes to the statements#(3) Leases we have',
        'report.md: Appendix B > identifier report.md#Appendix B',
      ],
    },
    {
      name: 'labels of any document, the own ones first',
      files: {
        'one.rst':
          'One title\n=========\n\n.. _shared:\n\nFirst part\n----------\n\nWords of the first part. See :ref:`shared` and :ref:`other-part`.\n',
        'two.rst':
          'Two title\n=========\n\n.. _shared:\n.. _other-part:\n\nSecond part\n-----------\n\nWords of the second part. See :doc:`one`.\n',
        'three.rst': 'Three title\n===========\n\nSee :ref:`shared`.\n',
      },
      mentions: [
        'one.rst: shared > link one.rst#First part',
        'one.rst: other-part > link two.rst#Second part',
        'three.rst: shared > link one.rst#First part, two.rst#Second part',
        'two.rst: one > link one.rst',
      ],
    },
  ];

for (const { name, files, mentions } of cases) {
  test(`links: ${name}`, async (t) => {
    assert.deepEqual(await mentionsAfterPass(t, await corpusOf(t, { ...others, ...files })), mentions);
  });
}
