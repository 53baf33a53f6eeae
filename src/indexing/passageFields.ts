/** Metadata by passage, as it is stored with them, so that searches can be limited by it. */
import type { CutDocument } from '../corpus/document.ts';
import type { Field } from '../corpus/references.ts';

/** Names as written, values on one line. */
export type NamedValues = readonly (readonly [name: string, value: string])[];

export interface PassageFields {
  /** Of the whole document, with its first passage. */
  readonly document?: NamedValues;
  /** Of each part of the document that the passage has some of, such as the entries of a bibliography. */
  readonly parts?: readonly NamedValues[];
}

/** What is longer is text, which is searched. */
const longestValue = 400;
const mostFields = 64;

/** JSON for each passage of a document, in order; empty for a passage without fields. */
export function fieldsOfPassages({ passages, fields }: Pick<CutDocument, 'passages' | 'fields'>): readonly string[] {
  const kept = fields.filter(({ value }) => value !== '' && value.length <= longestValue);
  const whole = kept.filter(({ part }) => part === undefined);
  const parts = kept.filter(({ part }) => part !== undefined);
  return passages.map(({ range }, i) => {
    const own = parts.filter(({ part }) => part && part.start < range.endOffset && range.startOffset < part.end);
    const stored: PassageFields = {
      ...(i > 0 || whole.length === 0 ? {} : { document: valuesOf(whole) }),
      ...(own.length === 0 ? {} : { parts: [...Map.groupBy(own, ({ part }) => part?.start).values()].map(valuesOf) }),
    };
    return Object.keys(stored).length === 0 ? '' : JSON.stringify(stored);
  });
}

function valuesOf(fields: readonly Field[]): NamedValues {
  return fields.slice(0, mostFields).map(({ name, value }) => [name, value]);
}

export function fieldsOfRow(stored: string): PassageFields {
  return stored === '' ? {} : (JSON.parse(stored) as PassageFields);
}
