/** Many pairs of sentences that disagree, as one finding for each thing that they disagree about. Pure. */
import { hashOf } from '../../base/hash.ts';
import { plainWords } from '../../language/words.ts';
import type { DisagreementVerdict, FolderDisagreement, StatedPlace } from '../../protocol/disagreements.ts';

/** Two places that say it otherwise. */
export interface DisagreeingPair {
  readonly places: readonly [StatedPlace, StatedPlace];
  readonly verdict: DisagreementVerdict | undefined;
}

/** With more values, the sentences have a form in common and no subject, such as the rows of a register. */
const mostValues = 5;

/** Conflicts first, then updates; those with a verdict last, otherwise by place. */
export function grouped(pairs: readonly DisagreeingPair[]): readonly FolderDisagreement[] {
  const groups = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    while (groups.get(root) !== undefined && groups.get(root) !== root) root = groups.get(root)!;
    groups.set(key, root);
    return root;
  };
  for (const { places } of pairs) {
    const [one, other] = places.map((place) => rootOf(keyOf(place)));
    if (one !== undefined && other !== undefined) groups.set(one, other);
  }
  const members = Map.groupBy(pairs, ({ places: [first] }) => rootOf(keyOf(first)));
  return [...members.values()]
    .flatMap((some) => findingOf(some) ?? [])
    .sort((a, b) => Number(a.verdict !== undefined) - Number(b.verdict !== undefined) || a.kind.localeCompare(b.kind) || placeOrder(a, b));
}

/** A sentence says the same wherever it is; with two values, it is in two disagreements. */
function keyOf({ quote, start, end }: StatedPlace): string {
  return `${plainWords(quote).join(' ')}\n${asCompared(quote.slice(start, end))}`;
}

/** With signs, of which words have none: `$5` is not `€5`. */
function asCompared(value: string): string {
  return [...plainWords(value), ...(value.match(/[\p{Sc}%]/gu) ?? [])].join(' ');
}

function findingOf(pairs: readonly DisagreeingPair[]): FolderDisagreement | undefined {
  const places = new Map(pairs.flatMap((pair) => pair.places).map((place) => [`${place.passageId} ${place.quote} ${place.start}`, place]));
  const byValue = Map.groupBy([...places.values()].sort(byDate), (place) => asCompared(valueOf(place)));
  if (byValue.size > mostValues || byValue.size < 2) return undefined;
  const sides = [...byValue.values()].map((some) => ({ value: valueOf(some[0]!), places: some }));
  const verdicts = new Set(pairs.map(({ verdict }) => verdict));
  const [verdict] = verdicts;
  return {
    id: hashOf([...new Set([...places.values()].map(({ quote }) => quote))].sort(), 12),
    kind: pairs.every(({ places: [one, other] }) => areInOrder(one, other)) ? 'update' : 'conflict',
    sides,
    ...(verdicts.size === 1 && verdict !== undefined ? { verdict } : {}),
  };
}

function valueOf({ quote, start, end }: StatedPlace): string {
  return quote.slice(start, end);
}

/** Whether one document is later than the other: a year alone is not earlier than a day in it. */
function areInOrder({ date: one }: StatedPlace, { date: other }: StatedPlace): boolean {
  return one !== undefined && other !== undefined && !one.startsWith(other) && !other.startsWith(one);
}

function byDate(a: StatedPlace, b: StatedPlace): number {
  return (a.date ?? '').localeCompare(b.date ?? '') || a.path.localeCompare(b.path) || a.startLine - b.startLine;
}

function placeOrder(a: FolderDisagreement, b: FolderDisagreement): number {
  const [one, other] = [a, b].map(({ sides }) => sides[0]?.places[0]);
  return one && other ? one.path.localeCompare(other.path) || one.startLine - other.startLine : 0;
}
