import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import type { PanelState } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { threadView } from '../followUps.ts';
import { Icon, LinkButton } from './controls.tsx';

interface ThreadBarProps {
  readonly trace: Trace;
  readonly state: PanelState;
  readonly onShow: (runId: string) => void;
}

/** The questions before and after the shown one, and how it was typed. */
export function ThreadBar({ trace, state, onShow }: ThreadBarProps) {
  const view = threadView(trace, state);
  if (!view) return null;
  const { before, typed, why, after } = view;
  const { runId } = before ?? {};
  return (
    <nav className="thread row" aria-label={t('Thread')}>
      {before === undefined ? null : (
        <p>
          <Icon name="reply" />{' '}
          {runId === undefined
            ? t('Follows a question that was deleted.')
            : rich(
                t('Follows {0}'),
                <LinkButton dir="auto" title={t('Show this question')} onClick={() => onShow(runId)}>
                  {before.question}
                </LinkButton>,
              )}
        </p>
      )}
      {typed === undefined ? null : <p>{rich(t('Typed as {0}'), <q dir="auto">{typed}</q>)}</p>}
      {why === undefined ? null : <p>{why}</p>}
      {after.length === 0 ? null : (
        <div className="row">
          <span>{t('Followed by')}</span>
          <ul className="row">
            {after.map((run) => (
              <li key={run.runId}>
                <LinkButton dir="auto" title={t('Show this question')} onClick={() => onShow(run.runId)}>
                  {run.question}
                </LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}
