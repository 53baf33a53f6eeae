import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import type { ExtractedDocument } from '../../../src/corpus/document.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { pdfReader } from '../../../src/corpus/readers/pdf.ts';
import { pagesOf, type Passage } from '../../../src/protocol/passage.ts';
import { column, makePdf } from '../../support/pdf.ts';
import type { PdfOptions, PdfPageContent, PdfText } from '../../support/pdf.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { assertExactExtracted } from './exactMaps.ts';

async function read(pages: readonly PdfPageContent[], options?: PdfOptions): Promise<ExtractedDocument> {
  return (await assertExactExtracted('a-paper.pdf', makePdf(pages, options))).parsed;
}

/** Each block as `heading > heading: text`. */
function outlineOf({ blocks }: ExtractedDocument): readonly string[] {
  return blocks.map(({ headings, text }) => [headings.join(' > '), text].filter((part) => part !== '').join(': '));
}

const LEFT =
  'The left column begins with a long paragraph about rivers and their banks, which is set in short lines so that a column of many lines comes about. It goes on for a while and then it ends.';
const RIGHT =
  'The right column stands beside it and tells of mountains instead, with lines of about the same length so that nobody can take them for cells of a table. It ends as well.';

test('text is read without anything that draws, whatever the kind of font', async () => {
  const japanese = Buffer.from('93fa967b8cea', 'hex').toString('latin1');
  const { text, title, titleOrigin } = await read([
    {
      texts: [
        { x: 72, y: 700, text: 'Type one \\(Helvetica\\).'.replaceAll('\\', '') },
        { x: 72, y: 600, text: 'abcab', font: 'type3' },
        { x: 72, y: 500, text: japanese, font: 'japanese' },
        { x: 40, y: 300, text: 'turned', quarters: 1 },
      ],
    },
  ]);
  assert.deepEqual([text, title, titleOrigin], ['Type one (Helvetica).\nabcab\n日本語\nturned', 'a paper', 'path']);
});

test('columns are read one after the other, below what is as wide as both', async () => {
  // The right column first: the order in the file says nothing.
  const columns = [...column(RIGHT, { x: 320, top: 700, chars: 36 }), ...column(LEFT, { x: 72, top: 700, chars: 36 })];
  const texts = [{ x: 120, y: 740, size: 20, font: 'bold' as const, text: 'Of Rivers and Mountains' }, ...columns];
  const document = await read([{ texts }]);
  assert.deepEqual([document.title, outlineOf(document)], ['Of Rivers and Mountains', [LEFT, RIGHT]]);
});

test('rows of a table stay rows', async () => {
  const rows = [
    ['Year', 'River', 'Length'],
    ['1901', 'Elbe', '1094 km'],
    ['1902', 'Oder', '840 km'],
    ['1903', 'Rhine', '1233 km'],
    ['1904', 'Danube', '2850 km'],
    ['1905', 'Weser', '452 km'],
  ];
  const texts = rows.flatMap((cells, row) => cells.map((text, cell) => ({ x: 72 + 160 * cell, y: 700 - 14 * row, text })));
  const { blocks } = await read([{ texts }]);
  assert.deepEqual(
    blocks.map(({ kind, text }) => `${kind} ${text}`),
    ['tableRow Year | River', ...rows.slice(1).map(([year, river, length]) => `tableRow ${year} | ${river} | Length: ${length}`)],
  );
});

test('headers, footers and page numbers are dropped, and paragraphs go on across pages', async () => {
  const body = (page: number) =>
    column(
      `Page ${'one two three four five'.split(' ')[page] ?? ''} says something that fills its lines well enough, and then a sentence goes on over the end of the page so that`,
      { x: 72, top: 700, chars: 70 },
    );
  const pages = Array.from({ length: 5 }, (_, page): PdfPageContent => {
    const isLeft = page % 2 === 0;
    return {
      texts: [
        { x: 72, y: 760, text: isLeft ? `${page + 7} J. DOE` : `ON THE LENGTH OF RIVERS ${page + 7}`, size: 8 },
        ...body(page),
        {
          x: 72,
          y: 640,
          text: `${'An Its One The Our'.split(' ')[page] ?? ''} end is here, where the lines are all about as long as this one is.`,
        },
        { x: 300, y: 40, text: `- ${page + 1} -`, size: 8 },
      ],
    };
  });
  const { text, pageStarts } = await read(pages);
  assert.doesNotMatch(text, /DOE|LENGTH|- \d -/);
  assert.deepEqual(
    pageStarts.map((start) => text.slice(start, start + 10)),
    ['Page one s', 'Page two s', 'Page three', 'Page four ', 'Page five '],
  );
  assert.equal(text.split('\n').length, 10);
});

test('a sentence cut by the end of a page is in one paragraph, wherever its line ends, and has both pages', async () => {
  const fill = (text: string, top: number): readonly PdfText[] => column(text, { x: 72, top, chars: 80 });
  const texts = [
    [
      ...fill('Rivers are long. Some of them are measured every year, and the numbers are compared by many who live near them.', 700),
      ...fill('Others are not measured, as nobody has the time and the money that it takes, and as some of the', 600),
    ],
    [...fill('people who live there do not want it. They have their reasons, which are old.', 700), ...fill('The rest is known.', 600)],
  ];
  const { text, pageStarts } = await read(texts.map((page) => ({ texts: page })));
  assert(text.includes('and as some of the people who live there'), text);
  assert.equal(text.slice(pageStarts[1], (pageStarts[1] ?? 0) + 10), 'people who');
  const passage = { pageNumber1: 1, pageBreaks: [pageStarts[1] ?? 0] } as unknown as Passage;
  const cut = text.indexOf('Others');
  assert.deepEqual(pagesOf(passage, cut, text.indexOf('want it') + 7), { page: 1, lastPage: 2 });
  assert.deepEqual(pagesOf(passage, 0, cut), { page: 1 });
  assert.deepEqual(pagesOf(passage, text.indexOf('They'), text.length), { page: 2 });
});

test('page numbers are dropped where pages end at different heights, other numbers are not', async () => {
  const prose = ['Sailors count the stars of the sky', 'Farmers count the sheep of the hills', 'Bakers count the loaves of the day'];
  const pages = Array.from({ length: 6 }, (_, page) => {
    const lines = [
      `${prose[page % 3]} on day ${page * page}.`,
      ...Array.from({ length: 2 + 3 * page }, (__, i) => `They counted ${prose[i % 3]?.slice(0, 12 + i)}.`),
    ];
    const texts = [...lines, `They left ${7 * page} behind.`, `F-${page + 11}`].map((text, i) => ({ x: 72, y: 720 - 14 * i, text }));
    return { texts };
  });
  const { text } = await read(pages);
  assert.doesNotMatch(text, /F-/);
  for (let page = 0; page < 6; page++) assert.match(text, new RegExp(`left ${7 * page} behind`));
});

test('raised marks are read where they are seen, though they are written after their line', async () => {
  const texts = [
    { x: 72, y: 700, text: 'The parcel has an Acme' },
    { x: 186, y: 700, text: ', a Roadster    and a lamp (see the note below) for everyone who asks.' },
    { x: 181.3, y: 703, size: 6, text: '®' },
    { x: 241, y: 703, size: 6, text: '(1)' },
    { x: 72, y: 688, text: 'It is sent with Millcare , a cloud and more on Monday.' },
    { x: 195, y: 691, size: 6, text: '®' },
  ];
  const { text } = await read([{ texts }]);
  assert.equal(
    text,
    'The parcel has an Acme®, a Roadster(1) and a lamp (see the note below) for everyone who asks. It is sent with Millcare®, a cloud and more on Monday.',
  );
});

test('words divided at line ends are joined, others keep their hyphen', async () => {
  const lines = [
    'A first example shows words, and the well-known ones are among them: state and',
    'here is another exam-',
    'ple of it, also a well-',
    'known one, the Anglo-',
    'Saxon kings, the undi-',
    'vided word, the state-',
    'state borders, and the years 1990-',
    '1995 as well as it should be.',
  ];
  const document = await read([{ texts: lines.map((text, i) => ({ x: 72, y: 700 - 12 * i, text: i === 0 ? text : text.padEnd(1) })) }]);
  const text = document.text.replaceAll('\n', ' ');
  assert.match(text, /another example of it, also a well-known one, the Anglo-Saxon kings, the undivided word, the state-state borders/);
});

test('headings are recognized by bookmarks, numbers and how they are set; the title by what page one shows', async () => {
  const texts = [
    { size: 18, font: 'bold' as const, text: 'A Study of Everything' },
    { text: 'Jane Doe, John Smith' },
    { size: 13, font: 'bold' as const, text: '1 Introduction' },
    {
      text: 'This paragraph introduces what there is, in a sentence that has some words. It is followed by a second one, so that it is text.',
    },
    { size: 11, font: 'bold' as const, text: '1.1 Scope' },
    { text: 'The scope is everything, as the title says, and nothing is left out of it at all.' },
    { text: 'Plain Words of a Bookmark' },
    { text: 'What follows stands below the bookmark, though nothing of how it is set says so.' },
    { size: 9, font: 'bold' as const, text: 'Figure 1. Not a heading but a caption.' },
    { size: 13, font: 'bold' as const, text: '2 Results' },
    { text: 'There are none, as was to be expected from a study of everything that there is.' },
  ].map((text, i) => ({ x: 72, y: 740 - i * 30, ...text }));
  const document = await read([{ texts }], {
    title: 'Microsoft Word - draft7.docx',
    bookmarks: ['Introduction', 'Plain words of a bookmark', 'Results'],
  });
  assert.equal(document.title, 'A Study of Everything');
  assert.deepEqual(
    document.blocks.map(({ headings, text }) => [headings.join(' > '), text.slice(0, 18)]),
    [
      ['', 'Jane Doe, John Smi'],
      ['1 Introduction', 'This paragraph int'],
      ['1 Introduction > 1.1 Scope', 'The scope is every'],
      ['Plain Words of a Bookmark', 'What follows stand'],
      ['Plain Words of a Bookmark', 'Figure 1. Not a he'],
      ['2 Results', 'There are none, as'],
    ],
  );
  assert.equal((await read([{ texts: texts.slice(1, 4) }], { title: 'A stated title' })).title, 'A stated title');
});

test('scanned pages are said: all of them as an error, some of them as a warning', async () => {
  const scan = { hasImage: true };
  const text = { texts: [{ x: 72, y: 700, text: 'Some text that was typed.' }] };
  const stamped = { hasImage: true, texts: [{ x: 72, y: 20, text: 'Library of X' }] };
  await assert.rejects(read([scan, scan, {}]), {
    code: 'scanned-document',
    message: 'a-paper.pdf has 3 pages that are images without text; run OCR on it (for example with ocrmypdf) and index it again.',
  });
  await assert.rejects(read([stamped, stamped, stamped]), { code: 'scanned-document' });
  const { warnings, pageStarts } = await read([scan, text, scan, scan, text, {}]);
  assert.deepEqual(warnings, ['pages 1 and 3–4 are images without text; run OCR on the file to include the text']);
  assert.deepEqual(pageStarts, [0, 0, 26, 26, 26, 51]);
  assert.equal((await read([text])).warnings, undefined);
});

test('a compressed page is read, up to where it is damaged', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `${(i * 7919) % 997} trees grew beside river ${(i * 104_729) % 9973}.`);
  const pages = [{ texts: lines.map((text, i) => ({ x: 72, y: 720 - i * 11, text })) }];
  const textOf = async (options: PdfOptions): Promise<string> => (await pdfReader.extract(makePdf(pages, options), 'a.pdf', {})).text;
  const whole = await textOf({});
  assert.ok(lines.every((line) => whole.includes(line)));
  assert.equal(await textOf({ deflate: (content) => deflateSync(content) }), whole);
  assert.equal(await textOf({ deflate: (content) => Buffer.concat([deflateSync(content), Buffer.from('more')]) }), whole);
  const cut = await textOf({ deflate: (content) => deflateSync(content).subarray(0, -300) });
  assert.ok(cut.length > 0.3 * whole.length && whole.startsWith(cut.slice(0, -40)), cut);
});

test('what cannot be read is said, and what can be recovered is', async () => {
  const whole = makePdf([{ texts: [{ x: 72, y: 700, text: 'Some text.' }] }]);
  const text = new TextDecoder();
  const codeFor = (bytes: Uint8Array) =>
    pdfReader.extract(bytes, 'a.pdf', {}).then(
      (document) => document.text,
      (error: { code: string; message: string }) => error.code,
    );
  assert.deepEqual(
    [
      await codeFor(makePdf([{ texts: [{ x: 72, y: 700, text: 'Secret.' }] }], { isEncrypted: true })),
      // Without the table at its end, where every object begins is found by looking.
      await codeFor(whole.subarray(0, text.decode(whole).indexOf('startxref'))),
      await codeFor(whole.subarray(0, 300)),
      await codeFor(new TextEncoder().encode('%PDF-1.7\nnothing of the kind')),
      await codeFor(new TextEncoder().encode('Only text in here.')),
      await codeFor(new TextEncoder().encode('<!DOCTYPE html><title>Not found</title>')),
      await codeFor(new Uint8Array()),
      await codeFor(new Uint8Array([0, 1, 2, 3])),
    ],
    [
      'encrypted-document',
      'Some text.',
      'unreadable-document',
      'unreadable-document',
      'wrong-extension',
      'wrong-extension',
      'empty-document',
      'wrong-extension',
    ],
  );
});

test('three thousand pages are read, and no more of them once it is cancelled', async () => {
  const pages = Array.from({ length: 3_000 }, (_, i) => ({
    texts: [{ x: 72, y: 700, text: `${wordFor(i)} is what this page is about.` }],
  }));
  const bytes = makePdf(pages);
  const controller = new AbortController();
  const reading = pdfReader.extract(bytes, 'a.pdf', { signal: controller.signal });
  setImmediate(() => controller.abort());
  await assert.rejects(reading, { name: 'AbortError' });
  const { text, pageStarts } = await pdfReader.extract(bytes, 'a.pdf', {});
  assert.equal(pageStarts.length, 3_000);
  assert.deepEqual(
    pageStarts.map((start) => text.slice(start, text.indexOf('.', start) + 1)),
    pages.map(({ texts: [line] }) => line?.text),
  );
});

/** A word for each number. */
function wordFor(i: number): string {
  return `W${[...String(i)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')}`;
}

test('passages know their page', async (t) => {
  const pages = [1, 2, 3].map((page) => {
    const sentences = Array.from(
      { length: 14 },
      (_, i) => `${wordFor(page * 100 + i)} is one of many words that stand on this page and on no other.`,
    );
    return {
      texts: column(`Chapter ${page}. ${sentences.join(' ')}`, { x: 72, top: 740, chars: 80 }).map((line) => ({
        ...line,
        font: 'regular' as const,
      })),
    };
  });
  const folder = tempFolder(t, { 'a.pdf': makePdf([{}, ...pages]) });
  const { passages } = await readDocument(folder, { path: 'a.pdf' }, { maxFileBytes: 1e6 });
  const pageOf = passages.map(({ text: passage, pageNumber1 }) => [/^Chapter (\d)/.exec(passage)?.[1], pageNumber1] as const);
  assert.deepEqual(
    pageOf.filter(([chapter]) => chapter !== undefined),
    [
      ['1', 2],
      ['2', 3],
      ['3', 4],
    ],
  );
  assert(passages.every(({ pageNumber1 }) => pageNumber1 !== undefined && pageNumber1 >= 2 && pageNumber1 <= 4));
});

test('places are exact whatever is on the pages', async () => {
  const words = fc.array(fc.constantFrom('river', 'bank-', 'Über', 'exam-', '•', '1.', 'Figure 1', '(x)', 'end.', '–', 'A', '...'), {
    minLength: 1,
    maxLength: 12,
  });
  const line = fc.record({
    x: fc.integer({ min: 40, max: 400 }),
    y: fc.integer({ min: 30, max: 760 }),
    size: fc.constantFrom(8, 10, 10, 10, 14),
    font: fc.constantFrom('regular' as const, 'bold' as const, 'mono' as const),
    text: words.map((list) => list.join(' ')),
    quarters: fc.nat(3),
  });
  const document = fc.array(fc.record({ texts: fc.array(line, { maxLength: 25 }) }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(document, async (pages) => {
      const { parsed } = await assertExactExtracted('a.pdf', makePdf(pages));
      assert.equal(parsed.pageStarts.length, pages.length);
    }),
    { numRuns: 60 },
  );
});
