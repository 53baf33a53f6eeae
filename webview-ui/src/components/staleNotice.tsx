/** Says why a pinned answer, or a table, may no longer hold, and asks again. */
import { t } from '@vscode/l10n';
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import type { PanelState } from '../../../src/protocol/panel.ts';
import { staleWords } from '../../../src/protocol/staleReason.ts';
import { Icon, usePost } from './controls.tsx';

interface StaleNoticeProps {
  /** Sentences; nothing is shown without any. */
  readonly reasons: readonly string[];
  readonly canAsk: boolean;
  /** The button's label. Default: `Refresh`. */
  readonly label?: string;
  /** What the button does. */
  readonly about: string;
  readonly onRefresh: () => void;
}

export function StaleNotice({ reasons: [first, ...rest], canAsk, label = t('Refresh'), about, onRefresh }: StaleNoticeProps) {
  if (first === undefined) return null;
  return (
    <section className="stale" role="status" aria-label={t('Stale')}>
      <Icon name="history" />
      <div className="grow">
        <p dir="auto">
          <strong>{t('Stale.')}</strong> {first}
        </p>
        {rest.length === 0 ? null : (
          <details>
            <summary>{rest.length === 1 ? t('Another reason') : t('{0} more reasons', rest.length)}</summary>
            <ul>
              {rest.map((words) => (
                <li key={words} dir="auto">
                  {words}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <VscodeButton disabled={!canAsk} title={about} onClick={onRefresh}>
        {label}
      </VscodeButton>
    </section>
  );
}

/** The notice of a run: one that is pinned is refreshed, another is asked again. */
export function StaleRun({ runId, state }: { readonly runId: string; readonly state: PanelState }) {
  const post = usePost();
  const shown = state.runs.find((run) => run.runId === runId);
  const isPinned = shown?.isPinned ?? false;
  const changed = state.changedSources?.runId === runId ? state.changedSources : undefined;
  const { reasons = [] } = (isPinned ? shown?.standing : changed) ?? {};
  return (
    <StaleNotice
      reasons={reasons.map(staleWords)}
      canAsk
      label={isPinned ? t('Refresh') : t('Ask Again')}
      about={isPinned ? refreshWords : t('Ask the same question from the start, with the same method')}
      onRefresh={() => post({ kind: isPinned ? 'refresh' : 'ask-again', runId })}
    />
  );
}

const refreshWords = t('Search again, ask only what is affected, and show both answers (Alt+R)');
