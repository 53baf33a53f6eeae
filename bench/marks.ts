/** Quotes of real PDFs: whether the viewer marks them on their page, and says so where it marks nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locate } from '../src/citations/locate.ts';
import { quotableBlocksOf } from '../src/citations/quotable.ts';
import { cutPassages } from '../src/corpus/cut.ts';
import { pdfReader } from '../src/corpus/readers/pdf.ts';
import { english } from '../src/language/english.ts';
import { placeInPdf } from '../src/protocol/pdfView.ts';
import { lettersOf } from '../webview-ui/viewer/pageLetters.ts';
import { findPlace } from '../webview-ui/viewer/pageTexts.ts';
import { openPdfTexts, type PdfTexts } from '../test/support/pdfTexts.ts';
import { atLeast, atMost, type Bench, type BenchReport } from './harness.ts';

const perDocument = 5;
const leastLetters = 4;

const kinds = ['all of its words', 'label and values of its row', 'nothing', 'something else'] as const;
type Kind = (typeof kinds)[number];

export const marks: Bench = {
  name: 'marks',
  describe: 'quotes from the PDFs of a folder, five of each: what the viewer marks of them on their page; --documents names the folder',
  async run({ documents, quick, signal, log }) {
    if (documents === undefined) throw new Error('Name a folder of PDFs with --documents DIR.');
    const files = readdirSync(documents, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.pdf'));
    const counts = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
    for (const file of files.toSorted().slice(0, quick ? 1 : undefined)) {
      for (const { kind, words, marked } of await quotesOf(readFileSync(join(documents, file)), file, signal)) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        if (kind === 'nothing' || kind === 'something else')
          log(`${file}: ${kind}${marked.map((one) => ` [${one}]`).join('')} of: ${words}`);
      }
    }
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    const checks = [
      atLeast('share of quotes that are marked', 1 - (counts.get('nothing') ?? 0) / all, 0.95),
      atMost('quotes of which something else is marked', counts.get('something else') ?? 0, 0),
    ];
    return { columns: ['marked', `of ${all} quotes`], rows: [...counts], checks, json: Object.fromEntries(counts) } satisfies BenchReport;
  },
};

interface Marked {
  readonly kind: Kind;
  readonly words: string;
  readonly marked: readonly string[];
}

/** From passages at equal distances, another sentence of each. */
async function quotesOf(pdf: Uint8Array, path: string, signal: AbortSignal): Promise<readonly Marked[]> {
  const parsed = await pdfReader.extract(pdf, path, { signal });
  const passages = cutPassages({ path, hash: '', parsed, language: english });
  const texts = await openPdfTexts(pdf);
  const quotes: Marked[] = [];
  for (let i = 0; i < perDocument; i++) {
    const passage = passages[Math.floor(((i + 0.5) / perDocument) * passages.length)];
    const parts = passage
      ? quotableBlocksOf(passage, english).filter(({ start, end }) => lettersOf(passage.text.slice(start, end)).length >= leastLetters)
      : [];
    const part = parts[(i * 7 + 3) % parts.length];
    if (!passage || !part) continue;
    const { startOffset, endOffset } = locate(passage, part.start, part.end);
    const page = 1 + parsed.pageStarts.findLastIndex((start) => start <= startOffset);
    quotes.push(await markedOf(texts, placeInPdf(parsed.text, startOffset, endOffset, page), signal));
  }
  await texts.close();
  return quotes;
}

async function markedOf(texts: PdfTexts, place: ReturnType<typeof placeInPdf>, signal: AbortSignal): Promise<Marked> {
  const { words = '', after, page: wanted } = place;
  const found = await findPlace(texts, place, texts.pages, signal);
  if (!found) return { kind: 'nothing', words, marked: [] };
  const marked: string[] = [];
  for (const [page, stretches] of found) {
    const items = await texts.of(page);
    marked.push(...stretches.map(({ item, start, end }) => items[item]?.str.slice(start, end) ?? ''));
  }
  const [first] = found.keys();
  const isWhole = lettersOf(marked.join('')) === lettersOf(words);
  // A quote may end inside a cell, which is marked with its value.
  const line = words + (after.split('\n')[0] ?? '');
  const isRow = words.includes(' | ') && areInOrder(marked.map(lettersOf), lettersOf(line));
  return {
    kind: first !== wanted ? 'something else' : isWhole ? 'all of its words' : isRow ? 'label and values of its row' : 'something else',
    words,
    marked,
  };
}

function areInOrder(parts: readonly string[], text: string): boolean {
  let at = 0;
  return parts.every((part) => {
    const next = text.indexOf(part, at);
    at = next + part.length;
    return next >= 0;
  });
}
