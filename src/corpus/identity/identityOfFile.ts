import { plainLine } from '../../base/plainText.ts';
import type { ParsedDocument } from '../document.ts';
import type { FileIdentity } from './fileIdentity.ts';
import { fileNameParts } from './fileNameParts.ts';

const maxTitles = 6;
const maxParts = 32;

/** @param path of the document */
export function identityOfFile(
  path: string,
  { title, titleOrigin, fields }: Pick<ParsedDocument, 'title' | 'titleOrigin' | 'fields'>,
): FileIdentity {
  const titles: FileIdentity['titles'][number][] = titleOrigin === 'document' ? [{ text: shortLine(title), from: 'title' }] : [];
  for (const { name, value, part } of fields)
    if (part === undefined && /^title$/i.test(name)) titles.push({ text: shortLine(value), from: 'metadata' });
  const isNew = ({ text }: { readonly text: string }, i: number): boolean =>
    text !== '' && titles.findIndex((other) => other.text === text) === i;
  return { titles: titles.filter(isNew).slice(0, maxTitles), parts: fileNameParts(path).slice(0, maxParts) };
}

const maxTitleChars = 200;

/** At most 200 characters of a text, on one line and plain. */
function shortLine(text: string): string {
  const line = plainLine(text.slice(0, 4 * maxTitleChars));
  return line.length <= maxTitleChars ? line : `${line.slice(0, maxTitleChars - 1).toWellFormed()}…`;
}
