/** What a document says about who others are: the words of its links, and entries of a bibliography. */
import type { Language } from '../../language/language.ts';
import { nameKey } from '../../language/nameWords.ts';
import type { IdentityPart } from '../../protocol/identity.ts';
import type { Passage } from '../../protocol/passage.ts';
import { passageAt, placeInPassage } from '../../protocol/placeInPassage.ts';
import type { Field, Link, References } from '../references.ts';
import { fieldParts } from './fieldParts.ts';
import type { NamedOther } from './fileIdentity.ts';
import { stemOf } from './fileNameParts.ts';
import { shortLine } from './lines.ts';

const maxLinks = 64;
const maxLookedAt = 1000;
const maxEntries = 2000;
const maxNameChars = 80;

type Place = Pick<Passage, 'range' | 'runs' | 'text'>;

export function namesOfOthers(
  path: string,
  { links, anchors, fields }: Pick<References, 'links' | 'anchors' | 'fields'>,
  passages: readonly Place[],
  language: Language,
): readonly NamedOther[] {
  const linked = new Map<string, NamedOther>();
  for (const link of links.slice(0, maxLookedAt)) {
    if (linked.size === maxLinks) break;
    const name = isWhole(link) && link.target !== path ? wordsOf(link, passages) : '';
    if (!/\p{L}{2}/u.test(name) || name.length > maxNameChars || nameKey(name) === nameKey(stemOf(link.target))) continue;
    const { kind, target } = link;
    linked.set(`${kind} ${target} ${nameKey(name)}`, { kind, target, parts: [namePart(name, 'mentions')] });
  }
  const entries = [...Map.groupBy(fields, ({ part }) => part?.start).entries()].slice(0, maxEntries);
  const keys = anchors.filter(({ kind }) => kind === 'citation');
  let at = 0;
  return [
    ...linked.values(),
    ...entries.flatMap(([start, own]) => {
      const end = own[0]?.part?.end ?? 0;
      while (start !== undefined && (keys[at]?.offset ?? end) < start) at++;
      const key = start === undefined ? undefined : keys[at];
      return key === undefined || key.offset >= end ? [] : entry(key.name, own, language);
    }),
  ];
}

/** `PEP 484` is a number. */
export function namePart(value: string, from: IdentityPart['from']): IdentityPart {
  return { kind: /^\p{L}{2,12}[ -]?\d{1,6}$/u.test(value) ? 'number' : 'name', value, from };
}

function isWhole({ kind, fragment }: Link): boolean {
  return (kind === 'path' || kind === 'wiki') && fragment === undefined;
}

function wordsOf({ start, end }: Link, passages: readonly Place[]): string {
  const passage = passages[passageAt(passages, start)];
  const place = passage && placeInPassage(passage.runs, start, end);
  return place ? shortLine(passage.text.slice(place.start, place.end)) : '';
}

/** A bibliography names files by their path, or gives them its keys as names. */
function entry(key: string, fields: readonly Field[], language: Language): readonly NamedOther[] {
  const valueOf = (name: string): string => fields.find((field) => field.name === name)?.value ?? '';
  const files = [...valueOf('file').matchAll(/[^:;\\/{}]+\.[a-z]\w{1,4}(?=[:;}]|$)/giu)].map(([name]) => name.trim());
  const authors = valueOf('author')
    .split(/\sand\s/)
    .map((name) => name.replace(/^([^,]*),\s*(.*)$/s, '$2 $1'));
  const year = /^\d{4}/.exec(valueOf('year') || valueOf('date'))?.[0];
  const said = [
    { name: 'author', value: authors.join('; ') },
    { name: 'number', value: valueOf('doi') },
  ];
  const parts: readonly IdentityPart[] = [
    { kind: 'name', value: shortLine(valueOf('title')), from: 'bibliography' },
    ...fieldParts(said, undefined, language).map((part) => ({ ...part, from: 'bibliography' as const })),
    { kind: 'period', value: year ?? '', from: 'bibliography' },
  ];
  const named = parts.filter(({ value }) => value !== '');
  return named.length === 0
    ? []
    : (files.length > 0 ? [...new Set(files)] : [key]).map((target) => ({ kind: 'wiki', target, parts: named }));
}
