import { parseDate } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import type { IdentityPart } from '../../protocol/identity.ts';
import type { Field } from '../references.ts';
import { datePart } from './dateParts.ts';
import { shortLine } from './lines.ts';

const maxAuthors = 4;
const maxTypeChars = 60;

/** Names of fields in lower case, without spaces, dashes and underscores. */
const kinds: ReadonlyMap<string, IdentityPart['kind']> = new Map(
  Object.entries({
    author: 'author creator dc:creator initialcreator by',
    organization: 'organization organisation institution publisher company affiliation',
    type: 'type kind category doctype documenttype genre',
    version: 'version revision edition',
    number: 'number documentnumber reportnumber standard doi isbn issn arxiv',
    date: 'date published created issued year startdate publicationdate posted',
  } as const).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as IdentityPart['kind']] as const)),
);

/**
 * What metadata says.
 * @param properties whether they are those of a file, which often are of the program or the person that made it: their dates say nothing,
 *   and their authors only something where the first page has them too
 */
export function fieldParts(
  fields: readonly Field[],
  properties: { readonly firstPage: string } | undefined,
  language: Language,
): readonly IdentityPart[] {
  return fields.flatMap((field): readonly IdentityPart[] => {
    const key = field.name.toLowerCase().replace(/[\s_-]+|s$/g, '');
    const kind = kinds.get(key);
    const written = shortLine(field.value);
    const part = (value: string): IdentityPart => ({
      kind: kind ?? 'name',
      value,
      from: 'metadata',
      ...(value === written ? {} : { written }),
    });
    switch (kind) {
      case 'author': {
        const authors = peopleIn(written).filter((author) => isOn(properties?.firstPage, author));
        return authors.slice(0, maxAuthors).map((value) => ({ kind, value, from: 'metadata' }));
      }
      case 'date': {
        const date = properties ? null : parseDate(written, language);
        const value = date && datePart(date);
        return value ? [part(value)] : [];
      }
      case 'type':
        return written.length <= maxTypeChars ? [part(written)] : [];
      case 'version':
        return [part(/^\d/.test(written) ? `v${written}` : written)];
      case undefined:
        return [];
      default:
        return written === '' ? [] : [part(written)];
    }
  });
}

/** `Jane Doe, John Roe`, `Jane Doe and John Roe`, `Jane Doe <jane@example.org>`. */
function peopleIn(written: string): readonly string[] {
  return written
    .replace(/<[^<>]{0,100}>|\([^()]{0,100}\)/g, '')
    .split(/;|,|\s(?:and|&)\s/)
    .map((name) => name.trim())
    .filter((name) => /\p{L}{2}/u.test(name));
}

/** Whether a page has the author's last word, which is a surname in most languages. */
function isOn(page: string | undefined, author: string): boolean {
  const surname = author.split(' ').at(-1) ?? '';
  return page === undefined || (surname.length > 2 && page.includes(surname));
}
