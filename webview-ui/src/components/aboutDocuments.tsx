import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { useState } from 'react';
import type { Trace } from '../../../src/protocol/trace.ts';
import { aboutView, fewestChips } from '../aboutView.ts';
import { count } from '../../../src/base/amounts.ts';
import { Icon, LinkButton, usePost } from './controls.tsx';

interface AboutDocumentsProps {
  readonly trace: Trace;
  readonly runId: string;
}

/** The documents that a question names, which were preferred: to ask in them only, or in all alike. */
export function PreferredDocuments({ trace, runId }: AboutDocumentsProps) {
  const post = usePost();
  const [showsAll, setShowsAll] = useState(false);
  const view = aboutView(trace);
  if (!view) return null;
  const { documents, scope, ambiguous, unknown, respelled, isDropped } = view;
  const shown = showsAll ? documents : documents.slice(0, fewestChips);
  const again = (limits: { readonly scope?: string; readonly anyDocument?: boolean }): void => post({ kind: 'ask-again', runId, limits });
  return (
    <section className="about stack" aria-label={t('Documents that the question names')}>
      {isDropped ? (
        <p className="about-line row">
          <Icon name="references" />
          <span>{t('Searched all documents alike')}</span>
          <LinkButton
            title={t('Ask again, with the documents that the question names first')}
            onClick={() => again({ anyDocument: false })}
          >
            {t('Prefer what it names')}
          </LinkButton>
        </p>
      ) : null}
      {documents.length === 0 ? null : (
        <div className="about-line row">
          <Icon name="references" />
          <span>{t('About')}</span>
          <ul className="about-chips">
            {shown.map(({ path, title, label, scope: own }) => (
              <li key={path}>
                <button
                  type="button"
                  className="chip"
                  title={t('Ask again, only in {0}', path)}
                  onClick={() => again({ scope: own, anyDocument: false })}
                >
                  <Icon name="filter" />
                  <span className="visually-hidden">{t('Only in {0}', title)}</span>
                  <span className="cut" dir="auto" aria-hidden>
                    {label}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {documents.length <= fewestChips ? null : (
            <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? t('Show fewer') : t('{0} more', documents.length - fewestChips)}
            </LinkButton>
          )}
          {documents.length === 1 ? null : (
            <LinkButton title={t('Ask again, only in these documents')} onClick={() => again({ scope, anyDocument: false })}>
              {t('Only these {0}', documents.length)}
            </LinkButton>
          )}
          <LinkButton title={t('Ask again, with no document preferred')} onClick={() => again({ anyDocument: true })}>
            {t('All documents alike')}
          </LinkButton>
        </div>
      )}
      {ambiguous.length + unknown.length + respelled.length === 0 ? null : (
        <ul className="about-line row">
          {ambiguous.map(({ words, total }) => (
            <li key={`names ${words}`}>
              {rich(t('{0} names {1}: the best match first, then the newest.'), <q dir="auto">{words}</q>, count(total, 'document'))}
            </li>
          ))}
          {respelled.map(({ written, meant }) => (
            <li key={`respelled ${written}`}>
              <Icon name="search" /> {rich(t('Searched for {0}: nothing has {1}.'), <q dir="auto">{meant}</q>, <q dir="auto">{written}</q>)}
            </li>
          ))}
          {unknown.map((name) => (
            <li key={`unknown ${name}`}>
              <Icon name="question" /> {rich(t('No document seems to be about {0}.'), <q dir="auto">{name}</q>)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
