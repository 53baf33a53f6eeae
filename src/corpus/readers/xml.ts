import { cleanText } from '../extracted.ts';
import type { ExtractedField } from '../extracted.ts';

/** Element and attribute names have no prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>, namespace: string): void;
  close?(name: string, namespace: string): void;
  text?(text: string): void;
}

/**
 * Walks through an XML document without keeping it in memory as a whole.
 * @param skipped names of elements that are left out with all in them
 * @throws Error if it is not well-formed, is nested too deeply, or has a namespace with an excessively long name; depth and name cost time
 * for each element
 */
export async function walkXml(xml: string, handler: XmlHandler, skipped: ReadonlySet<string> = new Set()): Promise<void> {
  // The bundle of a CommonJS package has no named exports.
  const { SaxesParser } = (await import('saxes')).default;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  let depth = 0;
  let skippedDepth = 0;
  parser.on('opentagstart', () => {
    if (++depth > MAX_DEPTH) throw new Error('it is nested too deeply');
  });
  parser.on('attribute', ({ name, value }) => {
    if (name.startsWith('xmlns') && value.length > MAX_NAMESPACE_CHARS) throw new Error('the name of a namespace is too long');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (skippedDepth > 0 || skipped.has(local)) skippedDepth++;
    else handler.open?.(local, Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.local, attribute.value])), uri);
  });
  parser.on('closetag', ({ local, uri }) => {
    depth--;
    if (skippedDepth > 0) skippedDepth--;
    else handler.close?.(local, uri);
  });
  for (const kind of ['text', 'cdata'] as const) parser.on(kind, (text) => (skippedDepth > 0 ? undefined : handler.text?.(text)));
  for (let start = 0; start < xml.length; start += CHUNK_CHARS) parser.write(xml.slice(start, start + CHUNK_CHARS));
  parser.close();
}

const CHUNK_CHARS = 1 << 16;
/** Real documents have a few dozen levels. */
const MAX_DEPTH = 256;
const MAX_NAMESPACE_CHARS = 1000;

/**
 * The texts of elements that hold nothing else, as metadata in the order of the names. Several of one name are one field.
 * @param labels what elements of each name are called in the text; undefined for those that are not in it
 */
export async function fieldsOf(
  xml: string | undefined,
  labels: Readonly<Record<string, string | undefined>>,
): Promise<readonly ExtractedField[]> {
  return [...(await textsOf(xml, Object.keys(labels)))].flatMap(([name, value]) =>
    value.length === 0 ? [] : [{ name, value: value.join(', '), label: labels[name] }],
  );
}

/** The title that a document's metadata states. */
export async function titleIn(xml: string | undefined): Promise<string | undefined> {
  return (await textsOf(xml, ['title'])).get('title')?.[0];
}

/** The texts of elements with these names, cleaned, in document order, without empty ones. */
async function textsOf(xml: string | undefined, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map(names.map((name): [string, string[]] => [name, []]));
  let open: string[] | undefined;
  await walkXml(xml ?? '<none/>', {
    open(name) {
      open = texts.get(name);
      open?.push('');
    },
    close: () => (open = undefined),
    text(text) {
      open?.push((open.pop() ?? '') + text);
    },
  });
  return new Map([...texts].map(([name, found]) => [name, found.map(cleanText).filter((text) => text !== '')]));
}
