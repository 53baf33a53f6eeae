/** What of a table is out of date, in words. */
import { t } from '@vscode/l10n';
import type { TableStanding } from './table.ts';
import { grouped, plural } from '../base/amounts.ts';

type Age = NonNullable<TableStanding['age']>;

export function isOutOfDate({ changed, gone, added, faults }: Age): boolean {
  return changed.length + gone.length + added.length + faults.length > 0;
}

/** A sentence for each reason. */
export function ageSentences({ changed, gone, added, faults }: Age): readonly string[] {
  return [
    ...sentence(
      changed,
      (path) => t('{0} has changed.', path),
      (n, paths) => t('{0} documents have changed: {1}.', n, paths),
    ),
    ...sentence(
      gone,
      (path) => t('{0} is gone.', path),
      (n, paths) => t('{0} documents are gone: {1}.', n, paths),
    ),
    ...sentence(
      added,
      (path) => t('{0} is new.', path),
      (n, paths) => t('{0} documents are new: {1}.', n, paths),
    ),
    ...faultSentences(faults),
  ];
}

const mostNamed = 3;

function faultSentences(faults: Age['faults']): readonly string[] {
  const rest = faults.length - mostNamed;
  const named = faults.slice(0, mostNamed).map(({ path, reason }) => `${path}: ${reason}`);
  const more = plural(rest, t('{0} more cell is not confirmed by the documents.'), t('{0} more cells are not confirmed by the documents.'));
  return rest > 0 ? [...named, more] : named;
}

function sentence(
  paths: readonly string[],
  one: (path: string) => string,
  several: (n: string, paths: string) => string,
): readonly string[] {
  if (paths.length === 0) return [];
  if (paths.length === 1) return [one(paths[0] ?? '')];
  const rest = paths.length - mostNamed;
  const named = paths.slice(0, mostNamed).join(', ');
  return [several(grouped(paths.length), rest > 0 ? t('{0} and {1} more', named, grouped(rest)) : named)];
}
