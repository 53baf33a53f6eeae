import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, Scalar } from 'yaml';
import type { MetadataWriter } from '../metadata.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';

/**
 * Adds the fields of YAML at `start` in the source. Of a field with lists or other fields below it, all values are kept. Lines that are no
 * YAML, or too many for the parser, are read one by one.
 */
export function addYaml(metadata: MetadataWriter, source: SourceText, yaml: string, start: number): void {
  const fields = yaml.length <= MAX_YAML_CHARS ? fieldsOf(yaml) : undefined;
  if (fields === undefined) return addLines(metadata, source, yaml, start);
  for (const { name, values } of fields)
    metadata.add(
      { start: start + name.start, end: start + name.end },
      values.map((value) => textOf(source, value, start)),
    );
}

/** Adds the fields of lines `name = value` or `name: value` at `start` in the source, as TOML has them before its first table. */
export function addLines(metadata: MetadataWriter, source: SourceText, text: string, start: number): void {
  for (const { 0: line, index, 1: name = '' } of text.matchAll(/^([A-Za-z][\w-]{0,60})[ \t]*[=:](?:[ \t][^\r\n]*|$)/gm)) {
    const from = index + name.length + 1;
    const value = line.slice(name.length + 1);
    const values = [...value.matchAll(/^[ \t=:]*\[/.test(value) ? ITEM : WHOLE)].map((match): Piece | undefined => {
      const shown = match[1] ?? match[2] ?? match[3] ?? '';
      const at = start + from + match.index + match[0].indexOf(shown);
      const writer = new TextWriter(source);
      writer.copy(at, at + shown.length);
      return writer.finish();
    });
    metadata.add({ start: start + index, end: start + index + name.length }, values);
  }
}

/** The parser compares nothing with everything, but recurses and keeps a node for each word. */
const MAX_YAML_CHARS = 100_000;
/** A value without the quotes around it. */
const WHOLE = /^[ \t=:]*(?:"((?:[^"\\\r\n]|\\.)*)"|'([^'\r\n]*)'|([^\s=:][^\r\n]*))/g;
/** A string in quotes, or other text up to a comma or bracket. */
const ITEM = /"((?:[^"\\\r\n]|\\.)*)"|'([^'\r\n]*)'|([^\s,[\]"'=:#](?:[^,[\]"\r\n]*[^\s,[\]"])?)/g;

interface YamlField {
  readonly name: { readonly start: number; readonly end: number };
  readonly values: readonly Scalar[];
}

/** Undefined when the text is not a YAML mapping. */
function fieldsOf(yaml: string): readonly YamlField[] | undefined {
  const contents = parsed(yaml);
  if (!isMap(contents)) return undefined;
  return contents.items.flatMap(({ key, value }): readonly YamlField[] => {
    if (!isScalar(key) || !key.range) return [];
    const [start, end] = key.range;
    return [{ name: { start, end }, values: [...scalarsIn(value, 0)] }];
  });
}

/** Invalid YAML may have a useful part, but also has names that are not; undefined then, and when it is nested too deeply. */
function parsed(yaml: string): unknown {
  try {
    const { contents, errors } = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent', schema: 'failsafe' });
    return errors.length === 0 ? contents : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function* scalarsIn(node: unknown, depth: number): Generator<Scalar> {
  if (isScalar(node)) yield node;
  else if (isPair(node)) yield* scalarsIn(node.value, depth);
  else if ((isMap(node) || isSeq(node)) && depth < MAX_DEPTH && !isAlias(node))
    for (const item of node.items) yield* scalarsIn(item, depth + 1);
}

const MAX_DEPTH = 8;

/** The text of a scalar, word by word where line breaks or escapes make it differ from the source. */
function textOf(source: SourceText, { value, range }: Scalar & Pick<Node, 'range'>, base: number): Piece | undefined {
  if (!range || typeof value !== 'string') return undefined;
  const [start, end] = [base + range[0], base + range[1]];
  const writer = new TextWriter(source);
  const raw = source.text.slice(start, end);
  let at = raw.indexOf(value);
  if (at >= 0) writer.copy(start + at, start + at + value.length);
  else
    for (const word of value.match(/\S+/g) ?? []) {
      const found = raw.indexOf(word, at);
      writer.space();
      if (found >= 0) writer.copy(start + found, start + found + word.length);
      else writer.make(word, start, end);
      at = Math.max(at, found + word.length);
    }
  return writer.finish();
}
