import type { Outline } from './outline.ts';
import { slicerOf, TextWriter } from './sourceText.ts';
import type { Piece, SourceText } from './sourceText.ts';

/**
 * Adds a document's metadata to its outline: the fields, its other names, and a line of text for each field that says something to people,
 * `author: Jane Doe`, so that it can be found and cited.
 */
export class MetadataWriter {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #fileStem: string;
  #title: string | undefined;
  #series: string | undefined;

  /** @param path of the document */
  constructor(outline: Outline, source: SourceText, path: string) {
    this.#outline = outline;
    this.#source = source;
    this.#fileStem = path.replace(/^.*\//s, '').replace(/\.[^.]*$/, '');
  }

  /** The title that a field states. */
  get title(): string | undefined {
    return this.#title;
  }

  /**
   * @param name place of the field's name in the source, or the name if it is not there
   * @param values text of its value, or of the items of a list
   */
  add(name: { readonly start: number; readonly end: number } | string, values: readonly (Piece | undefined)[]): void {
    const known = values.filter((value) => value !== undefined);
    const written = typeof name === 'string' ? name : this.#source.text.slice(name.start, name.end);
    const key = written.toLowerCase().replace(/[\s_-]+/g, '');
    if (known.length === 0 || written.trim() === '') return;
    const text = known.map((value) => value.text).join(', ');
    this.#outline.field(written, text);
    if (key === 'title') {
      this.#title ??= text;
      return;
    }
    this.#addNames(written, key, known);
    if (HIDDEN_FIELDS.has(key) || /^(?:true|false|null|~|\$[^$]*\$)$/i.test(text)) return;
    const writer = new TextWriter(this.#source);
    if (typeof name === 'string') writer.make(name, known[0]?.range.startOffset, known[0]?.range.startOffset);
    else writer.copy(name.start, name.end);
    known.forEach((value, i) => {
      writer.make(i === 0 ? ': ' : ', ');
      const from = writer.length;
      writer.append(inOneLine(value, this.#source));
      if (RELATIONS.has(key)) this.#linkNumbers(writer, value.text, from);
    });
    this.#outline.add('field', writer.finish());
  }

  /** Numbers of other documents of the series: `Requires: 3107, 3119`. */
  #linkNumbers(writer: TextWriter, text: string, from: number): void {
    if (this.#series === undefined) return;
    for (const { 0: number, index } of text.matchAll(/(?<![\w.-])\d{1,6}(?![\w.-])/g))
      writer.link({ kind: 'name', target: `${this.#series} ${Number(number)}` }, from + index, from + index + number.length);
  }

  #addNames(written: string, key: string, values: readonly Piece[]): void {
    if (NAME_FIELDS.has(key)) for (const { text } of values) if (!text.startsWith('/')) this.#outline.alias(text);
    const [value] = values;
    if (values.length !== 1 || value === undefined || !/^\d{1,6}$/.test(value.text)) return;
    const number = Number(value.text);
    const isInFileName = new RegExp(`^${written.replace(/\W/g, '')}[-_ ]?0*${number}$`, 'i').test(this.#fileStem);
    if (!isInFileName && !/^[A-Z]{2,6}$/.test(written)) return;
    this.#series ??= written.toUpperCase();
    this.#outline.alias(`${written.toUpperCase()} ${number}`);
  }
}

/** The line breaks of a value that continues below its name only wrap it. */
function inOneLine(value: Piece, source: SourceText): Piece {
  const lines = [...value.text.matchAll(/[^\s](?:[^\r\n]*[^\s])?/g)];
  if (lines.length < 2) return value;
  const slice = slicerOf(value);
  const writer = new TextWriter(source);
  for (const { 0: line, index } of lines) {
    writer.space();
    writer.append(slice(index, index + line.length));
  }
  return { ...(writer.finish() ?? value), ...(value.links ? { links: value.links } : {}) };
}

const NAME_FIELDS: ReadonlySet<string> = new Set(['alias', 'aliases', 'shorttitle', 'linktitle']);
/** Fields that name other documents of the series by number. */
const RELATIONS: ReadonlySet<string> = new Set(
  'requires replaces replacedby supersedes supersededby obsoletes obsoletedby updates updatedby'.split(' '),
);
/** Fields that only tell a program how to show or file the document. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(
  (
    'layout template theme slug permalink url uid weight order navorder navexclude haschildren sidebarposition draft toc tocdepth comments math ' +
    'mathjax katex image images cover thumbnail banner icon css js cssclass cssclasses redirectfrom pagination contenttype hidetitle outputs output kernelspec ' +
    'jupytext bibliography csl linkcolor documentclass geometry fontsize mainfont headerincludes numbersections'
  ).split(' '),
);
