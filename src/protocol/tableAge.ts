/** What of a table is out of date, in words. */
import type { TableStanding } from './table.ts';

type Age = NonNullable<TableStanding['age']>;

export function isOutOfDate({ changed, gone, added, faults }: Age): boolean {
  return changed.length + gone.length + added.length + faults.length > 0;
}

/** A sentence for each reason. */
export function ageSentences({ changed, gone, added, faults }: Age): readonly string[] {
  return [
    ...sentence(changed, 'has changed', 'have changed'),
    ...sentence(gone, 'is gone', 'are gone'),
    ...sentence(added, 'is new', 'are new'),
    ...faultSentences(faults),
  ];
}

const mostNamed = 3;

function faultSentences(faults: Age['faults']): readonly string[] {
  const rest = faults.length - mostNamed;
  const named = faults.slice(0, mostNamed).map(({ path, reason }) => `${path}: ${reason}`);
  return rest > 0
    ? [...named, `${rest.toLocaleString('en')} more ${rest === 1 ? 'cell is' : 'cells are'} not confirmed by the documents.`]
    : named;
}

function sentence(paths: readonly string[], does: string, doThat: string): readonly string[] {
  if (paths.length === 0) return [];
  if (paths.length === 1) return [`${paths[0] ?? ''} ${does}.`];
  const rest = paths.length - mostNamed;
  const named = `${paths.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
  return [`${paths.length.toLocaleString('en')} documents ${doThat}: ${named}.`];
}
