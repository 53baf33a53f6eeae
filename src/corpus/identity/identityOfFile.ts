import { findDefinitions } from '../../language/definitions.ts';
import type { Language } from '../../language/language.ts';
import { nameKey, lineKey } from '../../language/nameWords.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { ExtractedDocument, ParsedDocument } from '../document.ts';
import { fieldParts } from './fieldParts.ts';
import type { FileIdentity } from './fileIdentity.ts';
import { fileNameParts, stemOf } from './fileNameParts.ts';
import { identifierParts } from './identifierParts.ts';
import { firstLines, isTitleLike, shortLine } from './lines.ts';
import { namePart, namesOfOthers } from './namesOfOthers.ts';
import { keyWords, NameStatistics } from './nameStatistics.ts';
import { frequentNames, organizationsOf, tickersIn } from './organizations.ts';
import { OwnWords } from './ownWords.ts';
import { DocumentPeriods, textParts } from './textParts.ts';

type Described = Pick<ParsedDocument, 'title' | 'titleOrigin' | 'fields' | 'aliases' | 'links' | 'anchors'> &
  Partial<Pick<ExtractedDocument, 'text' | 'pageStarts' | 'runningLines'>>;

const maxTitles = 8;
const maxLines = 40;
const maxDefinitions = 32;
/** Longer lines of a first page are prose, which names others too. */
const maxNamingChars = 120;
/** So many passages, evenly spread, stand for all in counts of names. */
const sampledPassages = 32;
/** At most so many parts of each kind. */
const most: Readonly<Record<IdentityPart['kind'], number>> = {
  name: 8,
  type: 2,
  number: 3,
  version: 1,
  date: 2,
  period: 4,
  author: 4,
  organization: 2,
  identifier: 2,
};

/** What a document alone says about who it is. @param path of the document */
export function identityOfFile(
  path: string,
  document: Described,
  passages: readonly Pick<Passage, 'headings' | 'range' | 'runs' | 'text'>[],
  language: Language,
): FileIdentity {
  const { title, titleOrigin, aliases, runningLines = [], text } = document;
  const fields = document.fields.filter(({ part }) => part === undefined);
  const running = runningLines.map(shortLine);
  const first = firstLines(document, passages);
  const sample = evenly(passages, sampledPassages).map((passage) => passage.text);
  const statistics = new NameStatistics(sample, language);
  const periods = new DocumentPeriods(sample, language);
  const page = first.join('\n');
  const own = new OwnWords(page, [...running, page, ...sample].join('\n'), statistics);
  const valuesOf = (names: RegExp): readonly string[] => fields.filter(({ name }) => names.test(name)).map(({ value }) => shortLine(value));
  // A stated title without spaces is the name of a file; one that no page shows is of a template or a program.
  const stated = valuesOf(/^title$/i).filter(
    (value) => value.includes(' ') && isShown(value, text === undefined ? value : [...running, page, stemOf(path)].join(' ')),
  );
  const about = [...stated, ...valuesOf(/^(?:subject|keywords|description)$/i)];
  const titles = (titleOrigin === 'document' ? [shortLine(title)] : []).map(sourced('title'));
  const stem = stemOf(path);
  const named = fileNameParts(stem, 'fileName', own, language);
  const organizations = organizationsOf(
    {
      title: titles.map((one) => one.text),
      metadata: about,
      runningLines: running,
      firstPage: text === undefined ? [] : first.filter(({ length }) => length <= maxNamingChars),
    },
    statistics,
    language,
  );
  const ways = [
    ...stated.map(sourced('metadata')),
    ...(organizations[0] ? [{ text: organizations[0].value, from: organizations[0].from }] : []),
    ...running.filter(isTitleLike).map(sourced('runningLines')),
    ...first.filter(isTitleLike).map(sourced('firstPage')),
  ];
  const isNamed = named.some(({ kind }) => kind === 'name' || kind === 'number');
  const parts = [
    ...named,
    ...foldersOf(path).flatMap((folder) =>
      fileNameParts(folder, 'folder', own, language).filter(({ kind, value }) => kind !== 'name' || statistics.share(nameKey(value)) > 0),
    ),
    ...identifierParts(
      [
        ['metadata', about],
        ['runningLines', running],
        ['firstPage', first],
      ],
      text !== undefined,
    ),
    ...fieldParts(fields, text === undefined ? undefined : { firstPage: page }, language),
    ...aliases.map((alias) => namePart(shortLine(alias), 'metadata')),
    ...titles.flatMap((one) => textParts(one.text, one.from, own, periods)),
    ...about.flatMap((line) => textParts(line, 'metadata', own, periods)),
    ...running.flatMap((line) => textParts(line, 'runningLines', own, periods)),
    ...first.flatMap((line) => [...textParts(line, 'firstPage', own, periods), ...tickersIn(line)]),
  ];
  return {
    titles: distinct(
      [...titles, ...(isNamed ? [{ text: shortLine(stem), from: 'fileName' as const }] : []), ...ways].map((one) => ({
        ...one,
        key: nameKey(one.text),
      })),
      ({ key }) => key,
    ).slice(0, maxTitles),
    lines: lineKeys([...first, ...running]),
    parts: bounded(parts),
    organizations,
    names: frequentNames(statistics),
    definitions: definitionsIn(passages),
    others: namesOfOthers(path, document, passages, language),
  };
}

function definitionsIn(passages: readonly Pick<Passage, 'text'>[]): FileIdentity['definitions'] {
  const found = passages.flatMap((passage) => findDefinitions(passage.text));
  return distinct(found, ({ short, long }) => `${short} ${nameKey(long)}`).slice(0, maxDefinitions);
}

function lineKeys(lines: readonly string[]): readonly number[] {
  const keys = new Set<number>();
  for (const line of lines) if (keys.size < maxLines) keys.add(lineKey(line));
  return [...keys];
}

function sourced(from: IdentitySource): (text: string) => FileIdentity['titles'][number] {
  return (text) => ({ text, from });
}

/** Whether a text has half of the words of a title. */
function isShown(title: string, text: string): boolean {
  const said = new Set(keyWords(text));
  const words = keyWords(title);
  return words.filter((word) => said.has(word)).length * 2 >= words.length;
}

/** The two folders that a file is in, the inner one first. */
function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(-3, -1).toReversed();
}

/** Each once, the first ones of each kind. */
function bounded(parts: readonly IdentityPart[]): readonly IdentityPart[] {
  const found = distinct(parts, ({ kind, value }) => `${kind} ${nameKey(value)}`);
  const counts = new Map<IdentityPart['kind'], number>();
  return found.filter(({ kind, value }) => {
    if (value === '') return false;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= most[kind];
  });
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const seen = new Set(['']);
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function evenly<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
