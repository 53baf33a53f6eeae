import type { MetadataWriter } from '../metadata.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';
import { predefinedAttributes } from './asciidocSyntax.ts';
import type { MarkupLines } from './markupLines.ts';

/** A document's attributes: entries such as `:name: value`, and the lines of its header that name its author and revision. */
export class AsciidocAttributes {
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #metadata: MetadataWriter;
  readonly #texts;
  /** Whether the lines are those of the header. */
  #isInHeader = true;

  constructor(source: SourceText, lines: MarkupLines, metadata: MetadataWriter) {
    this.#source = source;
    this.#lines = lines;
    this.#metadata = metadata;
    this.#texts = predefinedAttributes(source.text.length);
  }

  resolve(name: string): string | undefined {
    return this.#texts.resolve(name);
  }

  /** The text with the attributes in it resolved. */
  resolved(text: string): string {
    return text.replace(/\{([\w-]{1,60})\}/g, (reference, name: string) => this.resolve(name.toLowerCase()) ?? reference);
  }

  /** @returns the line after the entry */
  entry(line: number, text: string): number {
    const [, name = '', value = ''] = ATTRIBUTE_ENTRY.exec(text) ?? [];
    const parts = [value];
    let next = line + 1;
    while (parts.at(-1)?.endsWith(' \\') === true && next < this.#lines.count) parts.push(this.#lines.trimmedOf(next++));
    const whole = parts.map((part) => part.replace(/(?<= )\\$/, '')).join('');
    const bare = name.replace(/^!|!$/g, '').toLowerCase();
    if (bare !== name.toLowerCase()) this.#texts.remove(bare);
    else this.#texts.define(bare, this.resolved(whole));
    if (this.#isInHeader && METADATA.has(bare)) {
      const start = this.#lines.startOf(line);
      this.#metadata.add({ start: start + 1, end: start + 1 + name.length }, [this.#verbatim(line, text.length - value.length, next)]);
    }
    return next;
  }

  /** A line right below the title: the first has the authors, the second the revision. */
  headerLine(line: number, name: 'author' | 'revision'): void {
    this.#metadata.add(name, [this.#verbatim(line, 0, line + 1)]);
  }

  endHeader(): void {
    this.#isInHeader = false;
  }

  #verbatim(line: number, from: number, end: number): Piece | undefined {
    const writer = new TextWriter(this.#source);
    writer.copy(this.#lines.startOf(line) + from, this.#lines.endOf(end - 1));
    return writer.finish();
  }
}

const ATTRIBUTE_ENTRY = /^:(!?[\p{L}\p{N}_][^:]{0,80}):(?:[ \t]+([^]*))?$/u;
/** Attributes that say something about the document; others set how it is shown. */
const METADATA: ReadonlySet<string> = new Set(
  'author authors email revnumber revdate revremark description keywords copyright organization orgname date version status title'.split(
    ' ',
  ),
);

export function isAttributeEntry(text: string): boolean {
  return ATTRIBUTE_ENTRY.test(text.trimEnd());
}
