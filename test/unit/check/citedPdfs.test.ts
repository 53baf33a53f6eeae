/** From a key in LaTeX to the marks on a page of its PDF, whatever the layout. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DocumentChecks } from '../../../src/check/documentChecks.ts';
import { readSourceText } from '../../../src/corpus/documentText.ts';
import { citedRange } from '../../../src/extension/citing/citedRange.ts';
import { placeInPdf, type PdfPlace } from '../../../src/protocol/pdfView.ts';
import type { PlacedItem } from '../../../webview-ui/viewer/pageLetters.ts';
import { findPlace } from '../../../webview-ui/viewer/pageTexts.ts';
import { makePdf, type PdfPageContent, type PdfText } from '../../support/pdf.ts';
import { pdfTexts } from '../../support/pdfTexts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

/** A PDF, what a text says of it, and where the PDF says so. */
interface Layout {
  readonly pages: readonly PdfPageContent[];
  readonly claim: string;
  /** The texts of the PDF that have the words, with the words where there are others. */
  readonly said: readonly (readonly [text: PdfText, words?: string])[];
}

function lines(texts: readonly string[], x: number, top: number, more: Partial<PdfText> = {}): readonly PdfText[] {
  return texts.map((text, i) => ({ x, y: top - 12 * i, text, ...more }));
}

const other = lines(
  [
    'Nobody counted the boats of the fishermen who lived below the cliffs, since they paid no',
    'dues to the town and kept no books at all.',
  ],
  72,
  640,
);

const layouts: Readonly<Record<string, Layout>> = { ...columns(), ...words(), ...turned() };

function columns(): Record<string, Layout> {
  const left = lines(
    [
      'The harbor of Tarnholm was dug by',
      'hand in six years. Its walls are of',
      'slate. In summer it falls nearly dry.',
      'The first keeper of the northern',
    ],
    60,
    700,
  );
  const right = lines(
    [
      'lighthouse counted 412 vessels in',
      'the year of the great storm. Two',
      'inspectors came to see him there',
      'and did not believe the number.',
    ],
    330,
    700,
  );
  const [first, second] = lines(
    [
      'The Orfield gauge on the mole was built by Marta Quell of Tarnholm in 1931,',
      'for the town, after the older one of the two had been carried away in the night by the',
    ],
    72,
    130,
  ) as [PdfText, PdfText];
  const rest = { ...first, x: 424, text: 'at her expense and' };
  const mark = { x: 413, y: 134, size: 6, text: '1' };
  const note = { x: 72, y: 80, size: 7, text: '1 She was the daughter of a miller, and had never seen the sea before she came.' };
  const over = lines(['flood of that spring. It is still in use, though nobody reads it any more than once in a year.'], 72, 700);
  return {
    columns: {
      pages: [{ texts: [...left, ...right] }],
      claim: 'The first keeper of the northern lighthouse counted 412 vessels in the year of the great storm',
      said: [[left[3]!], [right[0]!], [right[1]!, 'the year of the great storm']],
    },
    footnotes: {
      pages: [{ texts: [...other, first, mark, rest, second, note] }, { texts: [...over, ...other] }],
      claim: 'The Orfield gauge was built by Marta Quell in 1931, after the older one had been carried away by the flood of that spring',
      said: [[first, first.text.slice(0, -1)], [mark], [rest], [second], [over[0]!, 'flood of that spring']],
    },
  };
}

function words(): Record<string, Layout> {
  const ligatures = lines(['The e\x03cient of\x01cer sti\x04y re\x02ected on the \x01nal \x02ight plan.'], 72, 700, { font: 'ligatures' });
  const divided = lines(['The light-', 'house keeper of Skell Head de-', 'scribed seventeen ship-', 'wrecks. Nobody read it.'], 72, 700);
  const hebrew = lines(['שומר המגדלור הצפוני ספר ארבע מאות ספינות', 'בשנת הסערה הגדולה. איש לא האמין לו.'].map(drawn), 300, 700, {
    font: 'hebrew',
  });
  return {
    ligatures: {
      pages: [{ texts: [...ligatures, ...other] }],
      claim: 'The efficient officer stiffly reflected on the final flight plan',
      said: [[ligatures[0]!, 'The eﬃcient ofﬁcer stiﬄy reﬂected on the ﬁnal ﬂight plan']],
    },
    hyphens: {
      pages: [{ texts: [...divided, ...other] }],
      claim: 'The lighthouse keeper of Skell Head described seventeen shipwrecks',
      said: [
        [divided[0]!, 'The light'],
        [divided[1]!, 'house keeper of Skell Head de'],
        [divided[2]!, 'scribed seventeen ship'],
        [divided[3]!, 'wrecks'],
      ],
    },
    hebrew: {
      pages: [{ texts: [...hebrew, ...lines(['Of the harbor.'], 72, 600)] }],
      claim: 'שומר המגדלור הצפוני ספר ארבע מאות ספינות בשנת הסערה הגדולה',
      said: [
        [hebrew[0]!, 'שומר המגדלור הצפוני ספר ארבע מאות ספינות'],
        [hebrew[1]!, 'בשנת הסערה הגדולה'],
      ],
    },
  };
}

/** As the font has it, from left to right. */
function drawn(hebrew: string): string {
  return [...hebrew]
    .toReversed()
    .map((letter) => (/\p{L}/u.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0x80) : letter))
    .join('');
}

/** Pages that are turned until they can be read, and one of which only a part is shown. */
function turned(): Record<string, Layout> {
  const said = ['The ferry to Nether Coll was', 'sold in 1958 to a widow.'];
  const claim = 'The ferry to Nether Coll was sold in 1958 to a widow';
  const at = (rotation: number, place: (i: number) => Partial<PdfText>): Layout => {
    const texts = said.map((text, i) => ({ x: 100, y: 300, text, ...place(i) }));
    const first = { texts: other };
    return {
      pages: [first, { texts, rotation }, first],
      claim,
      said: [[texts[0]!], [texts[1]!, 'sold in 1958 to a widow']],
    };
  };
  const cropped = at(0, (i) => ({ y: 400 - 12 * i }));
  return {
    'turned by 90': at(90, (i) => ({ x: 200 + 12 * i, quarters: 1 })),
    'turned by 180': at(180, (i) => ({ x: 400, y: 300 + 12 * i, quarters: 2 })),
    'turned by 270': at(270, (i) => ({ x: 400 - 12 * i, y: 600, quarters: 3 })),
    'lying on its side': at(90, (i) => ({ y: 400 - 12 * i })),
    cropped: { ...cropped, pages: cropped.pages.map((page) => ({ ...page, crop: [60, 200, 400, 700] as const })) },
  };
}

test('every key leads to its PDF, and of it the cited sentence is marked and nothing else', async (t) => {
  const all = Object.entries(layouts).map(([name, layout], i) => ({ ...layout, key: `layout${i}`, file: `${name}.pdf` }));
  const folder = tempFolder(t, {
    'refs.bib': all.map(({ key, file }) => `@book{${key}, title = {A Book}, year = 1940, file = {:${file}:PDF}}`).join('\n'),
    ...Object.fromEntries(all.map(({ file, pages }) => [file, makePdf(pages)])),
  });
  const cited = all.map(({ claim, key }) => `${claim} \\parencite[p.~2]{${key}}.`);
  const thesis = `\\documentclass{article}\\addbibresource{refs.bib}\n\\begin{document}\n${cited.join('\n\n')}\n\\end{document}\n`;
  const checks = new DocumentChecks({ folder, reader: join(import.meta.dirname, '../../../src/corpus/readWorker.ts') });
  const checked = await checks.check(join(folder, 'thesis.tex'), thesis, { signal });
  await checks.close();
  assert.deepEqual(
    checked.map(({ state, source }) => [state, source?.path]),
    all.map(({ file }) => ['current', file]),
  );
  for (const [i, { file, pages, said }] of all.entries()) {
    const { evidence } = checked[i] ?? {};
    assert.ok(evidence, file);
    const { text } = await readSourceText(folder, file, { maxFileBytes: 1e6 });
    const { start, end } = citedRange(text, evidence, evidence.quote);
    const expected = said.map(([placed, words = placed.text]) => {
      const page = 1 + pages.findIndex(({ texts }) => texts?.includes(placed));
      return `${page} ${placed.x} ${placed.y} ${words}`;
    });
    assert.deepEqual(await marksIn(makePdf(pages), placeInPdf(text, start, end, evidence.page)), expected, file);
  }
});

test('where the text layer of a page says something else than the page shows, nothing is marked', async () => {
  const words = 'The ferry to Nether Coll was sold in 1958 to a widow.';
  const page = (font: 'regular' | 'false'): Uint8Array => makePdf([{ texts: [{ x: 72, y: 700, font, text: words }] }]);
  const place = placeInPdf(words, 0, words.length, 1);
  assert.equal((await marksIn(page('regular'), place)).length, 1);
  assert.deepEqual(await marksIn(page('false'), place), []);
});

/** Page, place and words of each text that is marked. */
async function marksIn(pdf: Uint8Array, place: PdfPlace): Promise<readonly string[]> {
  const texts = await pdfTexts(pdf);
  const of = (page: number): Promise<readonly PlacedItem[]> => Promise.resolve(texts[page - 1] ?? []);
  const found = await findPlace({ of }, place, texts.length, signal);
  return [...(found ?? [])].flatMap(([page, stretches]) =>
    stretches.map(({ item, start, end }) => {
      const { str = '', transform = [] } = texts[page - 1]?.[item] ?? {};
      return `${page} ${transform[4]} ${transform[5]} ${str.slice(start, end)}`;
    }),
  );
}
