import { t } from '@vscode/l10n';
import type { OutlineEntry } from './pdfPages.ts';

/** More entries are not drawn: no outline that is read has them. */
const mostEntries = 2_000;

/** The bookmarks of the document. */
export function Outline({
  entries,
  onFollow,
}: {
  readonly entries: readonly OutlineEntry[];
  readonly onFollow: (entry: OutlineEntry) => void;
}) {
  return (
    <nav className="viewer-outline" aria-label={t('Outline')}>
      {entries.length === 0 ? (
        <p className="dim">{t('This document has no outline.')}</p>
      ) : (
        <Entries entries={entries.slice(0, mostEntries)} onFollow={onFollow} />
      )}
    </nav>
  );
}

function Entries({ entries, onFollow }: { readonly entries: readonly OutlineEntry[]; readonly onFollow: (entry: OutlineEntry) => void }) {
  return (
    <ul>
      {entries.map((entry, i) => (
        // An outline does not change, and its titles need not be different.
        <li key={i}>
          {entry.items.length === 0 ? (
            <button type="button" onClick={() => onFollow(entry)}>
              {entry.title}
            </button>
          ) : (
            <details>
              <summary>
                <button type="button" onClick={() => onFollow(entry)}>
                  {entry.title}
                </button>
              </summary>
              <Entries entries={entry.items.slice(0, mostEntries)} onFollow={onFollow} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
