/** The documents of an index, with the names and fields that questions use. */
import { findNames, foldText, isEnglish, reading } from './english.ts';
import type { Field, SourceDocument, SourcePassage } from './interfaces.ts';

/** By path, those in English. */
export function documentsOf(passages: readonly SourcePassage[]): SourceDocument[] {
  const byPath = Map.groupBy(passages, ({ passage }) => passage.path);
  const named = [...byPath].map(([path, own]) => documentOf(path, own)).filter((document) => document !== undefined);
  const counts = Map.groupBy(named, ({ name }) => foldText(name));
  // A name of several documents singles out none of them.
  return named.filter(({ name }) => counts.get(foldText(name))?.length === 1).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function documentOf(path: string, passages: readonly SourcePassage[]): SourceDocument | undefined {
  const [first] = passages;
  if (!first || !isEnglish(passages.map(({ passage }) => passage.text).join('\n'))) return undefined;
  const fields = fieldsOf(first);
  const { title } = first.passage;
  const series = fields.find(({ key, value }) => /^[A-Z]{2,6}$/.test(key) && /^\d{1,6}$/.test(value));
  const clean =
    title
      .replace(/(?<!\s)\s*\([^()]*\)\s*$/u, '')
      .split(/\s\|\s/u)[0]
      ?.replaceAll(/["“”]/gu, '')
      .trim() ?? '';
  return {
    path,
    name: series ? `${series.key} ${series.value}` : isNameAlone(clean) ? clean : `the document “${clean}”`,
    noun: series?.key ?? 'document',
    passages,
    fields,
  };
}

/** Whether a title can be in a sentence without quotes: `Ines Tarrow`, not `Storage` or `Using Python`. */
function isNameAlone(title: string): boolean {
  return isProperName(title) && /^\p{Lu}(?!\S*ing )\S*(?: \p{Lu}\S*)+$/u.test(title);
}

/** The `key: value` lines at the beginning of a document, which its reader made of its metadata. */
function fieldsOf({ passage }: SourcePassage): Field[] {
  if (passage.headings.length > 0) return [];
  const fields: Field[] = [];
  let at = 0;
  for (const line of passage.text.split('\n')) {
    const [, key, written = ''] = /^([\p{L}][\p{L}\p{N} _-]{0,30}): (\S.*)$/u.exec(line) ?? [];
    if (key === undefined) break;
    const value = written
      .replaceAll(/(?<!\s)\s*<[^<>]*>/gu, '')
      .replace(/,$/u, '')
      .trim();
    fields.push({ key, value, place: { passage, start: at, end: at + line.length } });
    at += line.length + 1;
  }
  return fields;
}

const mostWords = 4;

function isProperName(title: string): boolean {
  const [name, ...others] = findNames(title);
  return (
    name !== undefined &&
    others.length === 0 &&
    /^(?: \p{Ll}+)?$/u.test(title.slice(name.end)) &&
    /^(?:[Tt]he )?$/u.test(title.slice(0, name.start)) &&
    title.split(' ').length <= mostWords &&
    !/\d/u.test(title) &&
    !reading.months.test(title)
  );
}

/** A document as such, and not what it is about: `the document “Ines Tarrow”`. */
export function asDocument({ name, noun }: Pick<SourceDocument, 'name' | 'noun'>): string {
  return noun !== 'document' || name.startsWith('the document ') ? name : `the document “${name}”`;
}

/** A field's name as the lists of fields have it. */
export function fieldKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]+/gu, '');
}
