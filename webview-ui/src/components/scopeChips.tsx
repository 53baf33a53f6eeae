import { t } from '@vscode/l10n';
import type { ScopeView } from '../scoped.ts';
import { Icon } from './controls.tsx';

/** What a question is limited to. */
export function ScopeChips({ view, label }: { readonly view: ScopeView; readonly label: string }) {
  return (
    <section className="scope row" aria-label={label}>
      <Icon name="filter" />
      <span aria-hidden>{label}</span>
      <ul className="scope-chips row">
        {view.chips.map(({ text, isExcluded, isUnmatched }) => (
          <li
            key={`${isExcluded} ${text}`}
            className={`scope-chip cut${isExcluded ? ' is-excluded' : ''}${isUnmatched ? ' is-unmatched' : ''}`}
            title={isUnmatched ? t('No document is in {0}', text) : text}
          >
            {isExcluded ? `${t('not')} ` : ''}
            <span dir="auto">{text}</span>
            {isUnmatched ? <span className="visually-hidden"> {t('(no document is in it)')}</span> : null}
          </li>
        ))}
      </ul>
      {view.counts === undefined ? null : <span>{view.counts}</span>}
      {view.problem === undefined ? null : (
        <span className="scope-problem" role="status">
          <Icon name="warning" /> {view.problem}
        </span>
      )}
    </section>
  );
}
