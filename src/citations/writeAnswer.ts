/** Writes an answer for "Insert Answer" in the syntax of the document, with citations numbered after the existing ones. Pure. */
import { posix } from 'node:path';
import { invariant } from '../base/errors.ts';
import { plainLines } from '../base/plainText.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import { answerDraft, quotePartsOf, type DraftQuote } from './draft.ts';
import type { AnswerPart, DraftPart } from './draftWritten.ts';
import { markdownSyntax } from './syntaxes/markdown.ts';
import type { CitationSyntax, NumberedCitation } from './syntaxes/syntax.ts';

export interface AnswerOptions {
  /** The syntax of the document. */
  readonly syntax: CitationSyntax;
  /** The document's current text. */
  readonly before: string;
  /** The path of a cited document relative to the folder of the document that the answer is inserted into. */
  readonly pathOf: (citation: Citation) => string;
  /** What the documents say. */
  readonly quotes: readonly DraftQuote[];
}

/** The result has no line break at its end. */
export function writeAnswer(trace: Trace, { syntax, before, pathOf, quotes }: AnswerOptions): string {
  return writeParts(answerDraft(trace, quotes), { syntax, before, pathOf });
}

/** A quote alone, with its citation. */
export function writeQuote(quote: DraftQuote, options: Omit<AnswerOptions, 'quotes'>): string {
  return writeParts([{ kind: 'paragraph', parts: quotePartsOf(quote) }], options);
}

/**
 * A citation alone.
 * @returns what follows the words that cite, and where citations are only numbers, what is added below the text; otherwise empty
 */
export function writeCitation(
  citation: Citation,
  { syntax, before, pathOf }: Omit<AnswerOptions, 'quotes'>,
): { readonly mark: string; readonly below: string } {
  const numbers = new Numbers(syntax, before, pathOf);
  numbers.assign([citation]);
  const mark = syntax.cite(numbers.next(citation, false));
  const below = syntax.below?.(numbers.used) ?? '';
  return { mark, below: below === '' ? '' : (syntax.finish?.(below) ?? below) };
}

/** Text with citations that is no answer of a run. The result has no line break at its end. */
export function writeParts(blocks: readonly AnswerPart[], { syntax, before, pathOf }: Omit<AnswerOptions, 'quotes'>): string {
  const numbers = new Numbers(syntax, before, pathOf);
  numbers.assign(blocks.flatMap(citationsIn));
  const written = blocks.map((block) => blockText(block, syntax, numbers));
  const below = syntax.below?.(numbers.used) ?? '';
  const text = [...written, ...(below === '' ? [] : [below])].join('\n\n');
  return syntax.finish?.(text) ?? text;
}

/** The answer for the clipboard: Markdown with links relative to the indexed folder. */
export function answerMarkdown(trace: Trace, quotes: readonly DraftQuote[]): string {
  return writeAnswer(trace, { ...forClipboard, quotes });
}

export function quoteMarkdown(quote: DraftQuote): string {
  return writeQuote(quote, forClipboard);
}

const forClipboard = { syntax: markdownSyntax, before: '', pathOf: ({ path }: Citation) => path };

function citationsIn(block: AnswerPart): readonly Citation[] {
  const parts =
    block.kind === 'paragraph' ? block.parts : block.kind === 'list' ? block.items.flat() : block.rows.flatMap(({ cells }) => cells.flat());
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.cites]));
}

function blockText(block: AnswerPart, syntax: CitationSyntax, numbers: Numbers): string {
  const text = (parts: readonly DraftPart[]): string =>
    parts
      .map((part, i) =>
        typeof part === 'string' ? escaped(part, syntax, i) : syntax.cite(numbers.next(part.cites, isCitation(parts[i - 1]))),
      )
      .join('');
  if (block.kind === 'paragraph') return syntax.paragraph(text(block.parts));
  if (block.kind === 'list') return syntax.list(block.items.map(text), block.isOrdered);
  if (!syntax.table) return blockText(listOfRows(block), syntax, numbers);
  const { columns, rows } = block;
  return syntax.table(
    columns.map((column) => text([column])),
    // In the order of reading, which is that of the numbers.
    rows.map(({ name, cells }) => [text([name]), ...cells.map((cell) => (cell.length === 0 ? '—' : text(cell)))]),
  );
}

/** A table for a language that has none: an item for each row, with what is known of it. */
function listOfRows({ columns, rows }: Extract<AnswerPart, { kind: 'table' }>): AnswerPart {
  const items = rows.map(({ name, cells }) => {
    const known = cells.flatMap((cell, i) => (cell.length === 0 ? [] : [{ column: columns[i + 1] ?? '', cell }]));
    return known.flatMap(({ column, cell }, i) => [`${i === 0 ? `${name}: ` : '; '}${column}: `, ...cell]);
  });
  return { kind: 'list', isOrdered: false, items: items.map((item, i) => (item.length === 0 ? [`${rows[i]?.name}: —`] : item)) };
}

/** Only the first part of a line can begin with a sign that is significant there. */
function escaped(part: string, syntax: CitationSyntax, i: number): string {
  const words = plainLines(part);
  return i === 0 ? syntax.escape(words) : syntax.escape(`)${words}`).slice(1);
}

function isCitation(part: DraftPart | undefined): boolean {
  return part !== undefined && typeof part !== 'string';
}

/**
 * Numbers in the order of those of the run, so that a new document has the same: the document's number for a place it already cites,
 * otherwise the next one after its highest.
 */
class Numbers {
  readonly #used: NumberedCitation[] = [];
  readonly #pathOf: AnswerOptions['pathOf'];
  /** Of the document, and of what is written. */
  readonly #known = new Map<string, { readonly n: number; readonly name: string }>();
  /** To be written. */
  readonly #new = new Map<string, { readonly n: number; readonly name: string }>();
  readonly #names: Set<string>;
  #last = 0;

  constructor(syntax: CitationSyntax, before: string, pathOf: AnswerOptions['pathOf']) {
    this.#pathOf = pathOf;
    const names = [...before.matchAll(/\bariadne:([^\s"'{}()[\]<>@#]+)/g)].map(([, name = '']) => name);
    this.#names = new Set(names);
    if (syntax.hasReferences) this.#last = highestReference(before);
    for (const { label, id, name = id, ...place } of syntax.parse(before)) {
      const n = /^\d{1,6}$/.test(label) ? Number(label) : 0;
      this.#last = Math.max(this.#last, n);
      const key = keyOf({ ...place, id });
      // If the language numbers citations, one is identified by its name, and a place by the name it had first.
      const isNumbered = n > 0 || label === '';
      if (isNumbered && !this.#known.has(key)) this.#known.set(key, { n, name });
    }
  }

  /** Used citations, each once. */
  get used(): readonly NumberedCitation[] {
    return this.#used.toSorted((a, b) => a.n - b.n);
  }

  /** Numbers all citations that are to be written. */
  assign(citations: readonly Citation[]): void {
    for (const citation of citations.toSorted((a, b) => a.n - b.n)) {
      const key = keyOf(this.#placeOf(citation));
      if (!this.#known.has(key) && !this.#new.has(key)) this.#new.set(key, { n: ++this.#last, name: this.#newName(citation.linesHash) });
    }
  }

  /** The next citation that is written. */
  next(citation: Citation, follows: boolean): NumberedCitation {
    const place = this.#placeOf(citation);
    const key = keyOf(place);
    const known = this.#known.get(key);
    const given = known ?? this.#new.get(key);
    invariant(given !== undefined, 'a citation has a number before it is written');
    const numbered = { ...place, page: citation.page, lastPage: citation.lastPage, ...given, isKnown: known !== undefined, follows };
    this.#known.set(key, given);
    if (!this.#used.some((other) => keyOf(other) === key)) this.#used.push(numbered);
    return numbered;
  }

  #placeOf(citation: Citation): Pick<NumberedCitation, 'path' | 'startLine' | 'endLine' | 'id'> {
    const { startLine, endLine, linesHash: id } = citation;
    return { path: this.#pathOf(citation), startLine, endLine, id };
  }

  #newName(id: string): string {
    let name = id;
    for (let i = 2; this.#names.has(name); i++) name = `${id}:${i}`;
    this.#names.add(name);
    return name;
  }
}

function keyOf({ path, startLine, endLine, id }: Pick<NumberedCitation, 'path' | 'startLine' | 'endLine' | 'id'>): string {
  return `${posix.normalize(path)}#${startLine}-${endLine} ${id}`;
}

/** The highest of the references that people write, such as `[7]` and `[^7]`. Years do not count. */
function highestReference(text: string): number {
  return Math.max(0, ...[...text.matchAll(/(?<![\p{L}\p{N}\])])\[\^?(\d{1,3})\](?!\w)/gu)].map(([, n]) => Number(n)));
}
