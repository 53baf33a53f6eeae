/** What of a table is out of date, in words. */
import type { TableStanding } from './table.ts';

type Age = NonNullable<TableStanding['age']>;

export function isOutOfDate({ changed, gone, added }: Age): boolean {
  return changed.length + gone.length + added.length > 0;
}

/** A sentence for each reason. */
export function ageSentences({ changed, gone, added }: Age): readonly string[] {
  return [
    ...sentence(changed, 'has changed', 'have changed'),
    ...sentence(gone, 'is gone', 'are gone'),
    ...sentence(added, 'is new', 'are new'),
  ];
}

const mostNamed = 3;

function sentence(paths: readonly string[], does: string, doThat: string): readonly string[] {
  if (paths.length === 0) return [];
  if (paths.length === 1) return [`${paths[0] ?? ''} ${does}.`];
  const rest = paths.length - mostNamed;
  const named = `${paths.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
  return [`${paths.length.toLocaleString('en')} documents ${doThat}: ${named}.`];
}
