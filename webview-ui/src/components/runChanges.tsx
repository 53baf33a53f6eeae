/** The changes collected for the shown run: what they are, their effect and cost, and a button that runs them. */
import { t } from '@vscode/l10n';
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import { useEffect, useMemo } from 'react';
import { requestOf } from '../changes.ts';
import { changeItems, changesSentence, previewView } from '../changesView.ts';
import { aheadKey, type Ahead } from '../collected.ts';
import { change } from '../session.ts';
import { Icon, IconButton, usePost } from './controls.tsx';
import type { ShownRun } from './useRunGestures.ts';

export function ChangesBar({ runId, trace, dag, changes, ahead, state, setSession }: ShownRun & { readonly ahead: Ahead | undefined }) {
  const post = usePost();
  const key = aheadKey(runId, changes);
  const isKnown = ahead !== undefined;
  useEffect(() => {
    if (key !== '' && !isKnown) post({ kind: 'preview', key, runId, changes: requestOf(changes) });
  }, [key, isKnown]);
  const items = useMemo(() => changeItems(changes, trace, dag), [changes, trace, dag]);
  const preview = useMemo(
    () => (ahead?.preview ? previewView(ahead.preview, trace, dag, state.chatModel) : undefined),
    [ahead, trace, dag, state.chatModel],
  );
  const isReady = preview !== undefined;
  const run = (): void => post({ kind: 'rerun', runId, changes: requestOf(changes) });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, isReady]);
  if (changes.length === 0) return null;
  return (
    <section className="changes" aria-label={t('Changes')} tabIndex={-1} data-home>
      <div className="stack grow">
        <p className="changes-sentence" role="status">
          <b>{changesSentence(changes)}.</b>{' '}
          {ahead?.problem !== undefined ? (
            <span className="changes-problem">{ahead.problem}</span>
          ) : preview === undefined ? (
            <span className="quiet">{t('Working out what runs again…')}</span>
          ) : (
            `${preview.effect} ${preview.cost}`
          )}
        </p>
        <ul className="change-list row">
          {items.map(({ key: of, icon, words, about, change: one }) => (
            <li key={of} className="change" title={about}>
              <Icon name={icon} />
              <span className="cut" dir="auto">
                {words}
              </span>
              <IconButton
                icon="close"
                title={t('Remove this change')}
                label={t('Remove this change: {0}', words)}
                onClick={() => setSession((now) => change(now, (collected) => collected.filter((other) => other !== one)))}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="changes-buttons">
        <VscodeButton disabled={!isReady} title={t('Answers again with the changes, and keeps this answer (Ctrl+Enter)')} onClick={run}>
          {t('Run')}
        </VscodeButton>
        <VscodeButton secondary onClick={() => setSession((now) => change(now, () => []))}>
          {t('Discard')}
        </VscodeButton>
      </div>
    </section>
  );
}
