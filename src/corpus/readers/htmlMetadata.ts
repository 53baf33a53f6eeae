import type { MetadataWriter } from '../metadata.ts';
import { copyDecoded } from '../entities.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';
import { attribute } from './htmlTree.ts';
import type { HtmlElement } from './htmlTree.ts';

/** Adds what the `<meta>` elements say about the page: author, dates, description, keywords, Dublin Core and citation fields. */
export function addHtmlMetadata(metadata: MetadataWriter, source: SourceText, elements: readonly HtmlElement[]): void {
  const fields = new Map<string, (Piece | undefined)[]>();
  for (const element of elements) {
    const name = attribute(element, 'name') ?? attribute(element, 'property') ?? '';
    if (!DESCRIBING.test(name)) continue;
    const values = fields.get(name) ?? [];
    fields.set(name, values);
    values.push(contentOf(element, source));
  }
  for (const [name, values] of fields) metadata.add(name.replace(/^(?:article|citation|dc|dcterms)[:._]/i, ''), values);
}

const DESCRIBING =
  /^(?:(?:dc|dcterms)\.(?!title|language|format|type|identifier)[a-z.]+|citation_(?:author|date|publication_date|doi|journal_title|publisher|keywords)|article:(?:published|modified)_time|article:author|author|date|description|keywords|created|last-modified|copyright|publisher|version|status)$/i;

function contentOf(element: HtmlElement, source: SourceText): Piece | undefined {
  const place = element.sourceCodeLocation?.attrs?.['content'];
  const value = attribute(element, 'content');
  if (place === undefined || value === undefined) return undefined;
  const [lead = ''] = /^[^=]*=\s*["']?/.exec(source.text.slice(place.startOffset, place.endOffset)) ?? [];
  const isQuoted = /["']$/.test(lead);
  const writer = new TextWriter(source);
  copyDecoded(writer, source.text, place.startOffset + lead.length, place.endOffset - (isQuoted ? 1 : 0), value);
  return writer.finish();
}
