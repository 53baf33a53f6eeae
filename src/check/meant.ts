/** What the keys, numbers and identifiers of a text mean: what the text itself defines, or entries of bibliographies. Pure. */
import { posix } from 'node:path';
import { type Definitions, definitionsIn, type KeyGroup, keyGroups } from '../citations/citedKeys.ts';
import { identifierKey } from '../language/identifiers.ts';
import { type OpenedBibliographies, problemsOf, referenceOf } from './bibliographies.ts';
import type { Paired } from './pairing.ts';
import type { CitingText } from './writtenTexts.ts';

/** What a key means, before its documents are read. */
export type Meant = { readonly reference?: string; readonly files?: readonly string[] } & (
  | Paired
  | { readonly state: 'missing' | 'unresolved'; readonly problem: string }
);

export interface KeyedText extends CitingText {
  readonly definitions: Definitions;
  readonly groups: readonly KeyGroup[];
}

export function keyed(one: CitingText): KeyedText;
export function keyed(one: CitingText | undefined): KeyedText | undefined;
export function keyed(one: CitingText | undefined): KeyedText | undefined {
  if (!one) return undefined;
  const definitions = definitionsIn(one.text, one.syntax.id);
  const defined = [...definitions.byKey.values()].sort((a, b) => a.start - b.start);
  let next = 0;
  // What a definition cites is cited where it is referred to.
  const groups = keyGroups(one.text, one.syntax.id, definitions).filter(({ range }) => {
    while ((defined[next]?.end ?? Infinity) <= range.start) next++;
    return (defined[next]?.start ?? Infinity) > range.start;
  });
  return { ...one, definitions, groups };
}

/** What the document itself defines comes first, then its bibliographies. None for what nothing defines and may be no citation. */
export function meantBy(key: string, { text, syntax, definitions, groups }: KeyedText, opened: OpenedBibliographies): readonly Meant[] {
  const place = definitions.byKey.get(key);
  if (place) {
    const words = text.slice(place.start, place.end);
    const cited = keyGroups(words, syntax.id, { byKey: new Map(), hasList: false }).flatMap(({ keys }) => keys);
    const meant = cited.flatMap((one) => inBibliographies(one.key, opened));
    const paired = meant.length > 0 ? undefined : opened.pairing.pairText(words, opened.document);
    const isReference = /\b(?:1[89]|20)\d\d\b|https?:|doi/i.test(words);
    const reference = syntax.plain(words.replace(/\s+/g, ' '), true).slice(0, 300).trim();
    if (paired) return [{ ...paired, reference }];
    if (meant.length > 0) return meant;
    // Other footnotes are remarks.
    return definitions.hasList && isReference ? [{ state: 'unresolved', problem: 'its document is not in the folder', reference }] : [];
  }
  const found = inBibliographies(key, opened);
  if (found.length > 0) return found;
  if (groups.some((group) => group.isIdentifier && group.keys.some((one) => one.key === key))) return ofIdentifier(key, opened);
  const isSure = groups.some((group) => group.isSure && group.keys.some((one) => one.key === key));
  if (!isSure) return [];
  return [{ state: 'missing', problem: withoutKey(opened) }];
}

/** Why no bibliography has a key: what of them is broken may have had it. */
function withoutKey(opened: OpenedBibliographies): string {
  const named = opened.files.filter(({ path }) => path !== '').map(({ path }) => path);
  const broken = problemsOf(opened).map(({ path, line, reason }) =>
    line === undefined ? `${path} ${reason}` : `${path}, line ${line}: ${reason}`,
  );
  const where =
    named.length === 0
      ? 'the folder has no bibliography'
      : named.length === 1
        ? `${named[0]} has no such key`
        : `${named.slice(0, mostNamed).join(', ')} have no such key`;
  return [where, ...broken.slice(0, mostNamed)].join('; ');
}

const mostNamed = 3;

function inBibliographies(key: string, { files, pairing }: OpenedBibliographies): readonly Meant[] {
  return files.flatMap(({ byKey, path }): readonly Meant[] => {
    const entry = byKey.get(key);
    if (!entry) return [];
    const reference = referenceOf(entry);
    const paired = pairing.pair(entry, path);
    if (paired) return [{ ...paired, reference }];
    const files = entry.files.flatMap((file) => [posix.join(posix.dirname(path), file), file]);
    return [{ state: 'unresolved', problem: 'its document is not in the folder', reference, files }];
  });
}

/** None for what no document has as its own, and for what the citing document has. */
function ofIdentifier(id: string, { files, pairing, document }: OpenedBibliographies): readonly Meant[] {
  const entries = files.flatMap(({ byIdentifier, path }) => {
    const entry = byIdentifier.get(identifierKey(id));
    return entry ? [{ entry, path }] : [];
  });
  const [first] = entries;
  const reference = first && { reference: referenceOf(first.entry) };
  const all = [pairing.pairIdentifier(id), ...entries.map(({ entry, path }) => pairing.pair(entry, path))];
  const paired = all.find((one) => one !== undefined);
  const paths = paired?.paths.filter((path) => path !== document) ?? [];
  return paired && paths.length > 0 ? [{ ...paired, paths, ...reference }] : [];
}
