import type { TextReader } from '../document.ts';
import { addressTarget } from '../linkTargets.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { Abbreviations } from './abbreviations.ts';
import { bibtexEntries } from './bibtexEntries.ts';
import type { BibtexEntry, BibtexField } from './bibtexEntries.ts';
import { writeLatex } from './latex.ts';
import { english } from '../../language/english.ts';
import { capitalized } from '../../language/words.ts';

/**
 * BibTeX and BibLaTeX: one section per entry, headed by its title. The section reads as a reference (key, authors, title, venue and date,
 * DOI), followed by the abstract and the other fields with their names. We parse it ourselves: `@retorquere/bibtex-parser` turns values
 * into HTML without offsets and adds 0.5 MB.
 */
export const bibtexReader: TextReader = {
  kind: 'text',
  parse(text, path) {
    const outline = new Outline();
    const bibliography = new Bibliography(outline, new SourceText(text), path);
    for (const entry of bibtexEntries(text)) bibliography.add(entry);
    return outline.finish(undefined, path);
  },
};

class Bibliography {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #values: BibtexValues;
  readonly #path: string;

  constructor(outline: Outline, source: SourceText, path: string) {
    this.#path = path;
    this.#outline = outline;
    this.#source = source;
    this.#values = new BibtexValues(source);
  }

  add(bibtexEntry: BibtexEntry): void {
    if (this.#values.define(bibtexEntry)) return;
    const { key, fields, place } = bibtexEntry;
    const values = new Map<string, Piece>();
    for (const field of fields) {
      const name = this.#values.nameOf(field);
      const value = HIDDEN_FIELDS.test(name) || values.has(name) ? undefined : this.#values.valueOf(field);
      if (value !== undefined) values.set(name, value);
    }
    const keyWriter = new TextWriter(this.#source);
    keyWriter.copy(key.start, key.end);
    const keyPiece = keyWriter.finish();
    if (keyPiece !== undefined) this.#outline.anchor({ kind: 'citation', name: keyPiece.text, offset: key.start });
    this.#addIdentifiers(values);
    for (const [name, { text }] of values) if (name !== 'abstract') this.#outline.field(name, text, place);
    for (const field of fields)
      if (this.#values.nameOf(field) === 'file') this.#outline.field('file', this.#values.valueOf(field)?.text ?? '', place);
    // The second level, so that the first of several entries does not become the document's title.
    this.#outline.heading(2, values.get('title') ?? keyPiece);
    this.#outline.add('paragraph', this.#reference(keyPiece, values));
    this.#outline.add('paragraph', values.get('abstract'));
    this.#outline.add('paragraph', this.#others(fields, values));
  }

  /** The entry is what a link to its DOI or arXiv id leads to, and links to the address itself and to the entries that it names. */
  #addIdentifiers(values: ReadonlyMap<string, Piece>): void {
    const eprint = values.get('eprint');
    const isArxiv = /^arxiv$/i.test((values.get('archiveprefix') ?? values.get('eprinttype'))?.text ?? '');
    const names: readonly (readonly [string, Piece | undefined])[] = [
      ['https://doi.org/', values.get('doi')],
      ['https://arxiv.org/abs/', isArxiv ? eprint : undefined],
    ];
    for (const [address, piece] of names) {
      const id = piece?.text.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:|arxiv:)\s*/i, '') ?? '';
      if (piece === undefined || id === '') continue;
      const { startOffset: start, endOffset: end } = piece.range;
      this.#outline.anchor({ kind: 'citation', name: id, offset: start });
      this.#outline.link({ kind: 'url', target: `${address}${id}`, start, end });
    }
    for (const name of ['crossref', 'xref', 'xdata', 'related', 'entryset']) {
      const piece = values.get(name);
      for (const { 0: key, index } of piece?.text.matchAll(/[^\s,]+/g) ?? []) {
        const start = (piece?.range.startOffset ?? 0) + index;
        this.#outline.link({ kind: 'citation', target: key, start, end: start + key.length });
      }
    }
    const url = values.get('url');
    const target = url && addressTarget(url.text, this.#path);
    if (url && target) this.#outline.link({ ...target, start: url.range.startOffset, end: url.range.endOffset });
  }

  #reference(key: Piece | undefined, values: ReadonlyMap<string, Piece>): Piece | undefined {
    const first = (...names: readonly string[]): Piece | undefined => values.get(names.find((name) => values.has(name)) ?? '');
    const published = VENUE_FIELDS.map((names) => first(...names));
    const title = this.#joined([first('title'), first('subtitle')], ': ');
    const parts = this.#joined([first('author', 'editor'), title, this.#joined(published, ', ')], '. ');
    const reference = this.#joined([key, parts], ': ');
    const doi = first('doi');
    return doi !== undefined && !/^(?:doi|https?):/i.test(doi.text)
      ? this.#joined([reference, doi], '. doi:')
      : this.#joined([reference, doi], '. ');
  }

  #joined(pieces: readonly (Piece | undefined)[], separator: string): Piece | undefined {
    const writer = new TextWriter(this.#source);
    let last = '';
    for (const piece of pieces) {
      if (piece === undefined) continue;
      if (last !== '') writer.make(separator.startsWith('.') && /[.!?]$/.test(last) ? separator.slice(1) : separator);
      writer.append(piece);
      last = piece.text;
    }
    return writer.finish();
  }

  /** Joins the remaining fields: `name: value; name: value`. */
  #others(fields: readonly BibtexField[], values: ReadonlyMap<string, Piece>): Piece | undefined {
    const written = new Set<string>(['abstract', 'title', 'subtitle', 'doi', values.has('author') ? 'author' : 'editor']);
    for (const names of VENUE_FIELDS) written.add(names.find((name) => values.has(name)) ?? '');
    const writer = new TextWriter(this.#source);
    for (const field of fields) {
      const name = this.#values.nameOf(field);
      const value = values.get(name);
      if (value === undefined || written.has(name)) continue;
      written.add(name);
      if (!writer.isEmpty) writer.make('; ');
      writer.copy(field.name.start, field.name.end);
      writer.make(': ');
      writer.append(value);
    }
    return writer.finish();
  }
}

/** What the fields of a file say, with its strings in their place. */
export class BibtexValues {
  readonly #source: SourceText;
  readonly #strings: Abbreviations;

  constructor(source: SourceText) {
    this.#source = source;
    this.#strings = new Abbreviations(source.text.length);
    for (const [month = ''] of english.dates.months) this.#strings.define(month.slice(0, 3), capitalized(month));
  }

  /** Whether an entry defines strings, which those behind it may use. */
  define({ type, fields }: BibtexEntry): boolean {
    if (type !== 'string') return false;
    for (const field of fields) this.#strings.define(this.nameOf(field), this.valueOf(field)?.text ?? '');
    return true;
  }

  /** In lower case. */
  nameOf({ name }: BibtexField): string {
    return this.#source.text.slice(name.start, name.end).toLowerCase();
  }

  valueOf(field: BibtexField): Piece | undefined {
    const writer = new TextWriter(this.#source);
    const isAddress = /^(?:doi|url|eprint)$/.test(this.nameOf(field));
    for (const { start, end, isName } of field.value) {
      const resolved = isName ? this.#strings.resolve(this.#source.text.slice(start, end).toLowerCase()) : undefined;
      if (resolved !== undefined) writer.make(resolved, start, end);
      else if (isAddress) writer.copy(start, end);
      else writeLatex(writer, this.#source, start, end);
    }
    return writer.finish();
  }
}

/** Fields for the venue and date, in the order of a reference. Of the alternatives in each row, the first that an entry has is used. */
const VENUE_FIELDS: readonly (readonly string[])[] = [
  ['journal', 'journaltitle', 'booktitle'],
  ['publisher', 'school', 'institution', 'organization', 'howpublished'],
  ['year', 'date'],
];

/** Fields in which reference managers keep their internal data. */
const HIDDEN_FIELDS =
  /^(?:file|local-url|timestamp|owner|mdate|biburl|bibsource|date-(?:added|modified)|groups|__markedentry|added-at|(?:inter|intra)hash|username|urldate|langid|bdsk-.*)$/;
