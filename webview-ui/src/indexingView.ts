/** The panel's text about a pass over the folder: its progress, and what can be asked meanwhile. Pure. */
import type { PanelState } from '../../src/protocol/panel.ts';
import { count } from '../../src/base/amounts.ts';

export interface IndexingView {
  /** Share of all stages in [0, 1]; absent while unknown. */
  readonly fraction?: number;
  readonly words: string;
}

export function indexingView({ progress, index }: Pick<PanelState, 'progress' | 'index'>): IndexingView {
  const usable = index.passages > 0 ? `${count(index.passages, 'passage')} ready for questions meanwhile` : 'you can ask when it finishes';
  if (!progress) return { words: `starting · ${usable}` };
  if (progress.stage === 'wait') return { words: `waiting for another process · ${usable}` };
  const { fraction } = progress;
  return { fraction, words: `${Math.floor(fraction * 100)}% · ${usable}` };
}
