/** The panel's text about a pass over the folder: its progress, and what can be asked meanwhile. Pure. */
import { t } from '@vscode/l10n';
import type { PanelState } from '../../src/protocol/panel.ts';
import { count } from '../../src/base/amounts.ts';

export interface IndexingView {
  /** Share of all stages in [0, 1]; absent while unknown. */
  readonly fraction?: number;
  readonly words: string;
}

export function indexingView({ progress, index }: Pick<PanelState, 'progress' | 'index'>): IndexingView {
  const usable =
    index.passages > 0 ? t('{0} ready for questions meanwhile', count(index.passages, 'passage')) : t('you can ask when it finishes');
  if (!progress) return { words: t('starting · {0}', usable) };
  if (progress.stage === 'wait') return { words: t('waiting for another process · {0}', usable) };
  const { fraction } = progress;
  return { fraction, words: `${Math.floor(fraction * 100)}% · ${usable}` };
}
