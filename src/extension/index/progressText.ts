/** Describes index work in words. Pure. */
import { t } from '@vscode/l10n';
import type { IndexProgress, IndexWork } from '../../protocol/indexStatus.ts';
import { pauseWords } from '../../protocol/writing.ts';
import { count } from '../../base/amounts.ts';

/** `31% · about 2 min left`, over all stages, so the percentage never decreases. */
export function progressText({ fraction, remainingSeconds }: IndexProgress): string {
  return [percentText(fraction), ...(remainingSeconds === undefined ? [] : [remainingText(remainingSeconds)])].join(' · ');
}

/** The progress only, for the status bar. @param isSwitch whether vectors of another embedder are being made */
export function shortProgress({ kind, progress }: IndexWork, isSwitch = false): string {
  const words = { index: t('Indexing'), update: t('Updating'), learn: isSwitch ? t('Preparing search') : t('Learning') }[kind];
  return progress ? `${words} ${percentText(progress.fraction)}` : words;
}

/** 100% only when everything is done. */
function percentText(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`;
}

/** The current stage, for the index view, the only place that shows it. */
export function stageText(progress: IndexProgress): { readonly label: string; readonly description?: string } {
  const { stage, documentsDone, documentsTotal, passages, passagesDone, current, waitingFor } = progress;
  switch (stage) {
    case 'wait':
      return { label: t('Waiting'), description: t('for {0} to finish indexing', waitingFor ?? t('another process')) };
    case 'discover':
      return { label: t('Looking for documents') };
    case 'read': {
      const done = t('{0} of {1}', documentsDone.toLocaleString(), documentsTotal.toLocaleString());
      return { label: t('Reading documents'), description: current === undefined ? done : `${done} · ${current}` };
    }
    case 'fulltext':
      return { label: t('Indexing words') };
    case 'load':
      return { label: t('Loading the model') };
    case 'embed': {
      const all = count(passages, 'passage');
      const done = passagesDone === undefined ? all : t('{0} of {1}', passagesDone.toLocaleString(), all);
      return { label: t('Preparing search by meaning'), description: [done, ...pauseOf(progress)].join(' · ') };
    }
    case 'graph':
      return { label: t('Linking related passages') };
    case 'store':
      return { label: t('Saving') };
    case 'learn':
      return { label: t('Learning'), description: t('from {0}', count(passages, 'passage')) };
  }
}

function pauseOf(progress: IndexProgress): readonly string[] {
  const words = pauseWords(progress);
  return words === undefined ? [] : [words];
}

/** Rounded up, and no more precise than such an estimate can be. */
export function remainingText(seconds: number): string {
  if (seconds <= 10) return t('a few seconds left');
  if (seconds <= 50) return t('about {0} s left', Math.ceil(seconds / 10) * 10);
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? t('about {0} min left', minutes) : t('about {0} h left', Math.ceil(minutes / 60));
}
