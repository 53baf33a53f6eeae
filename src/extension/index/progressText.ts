/** Describes index work in words. Pure. */
import type { IndexProgress, IndexWork } from '../../protocol/indexStatus.ts';
import { pauseWords } from '../../protocol/writing.ts';
import { count } from '../../base/amounts.ts';

/** `31% · about 2 min left`, over all stages, so the percentage never decreases. */
export function progressText({ fraction, remainingSeconds }: IndexProgress): string {
  return [percentText(fraction), ...(remainingSeconds === undefined ? [] : [remainingText(remainingSeconds)])].join(' · ');
}

/** The progress only, for the status bar. @param isSwitch whether vectors of another embedder are being made */
export function shortProgress({ kind, progress }: IndexWork, isSwitch = false): string {
  const words = { index: 'Indexing', update: 'Updating', learn: isSwitch ? 'Preparing search' : 'Learning' }[kind];
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
      return { label: 'Waiting', description: `for ${waitingFor ?? 'another process'} to finish indexing` };
    case 'discover':
      return { label: 'Looking for documents' };
    case 'read': {
      const done = `${documentsDone.toLocaleString()} of ${documentsTotal.toLocaleString()}`;
      return { label: 'Reading documents', description: current === undefined ? done : `${done} · ${current}` };
    }
    case 'fulltext':
      return { label: 'Indexing words' };
    case 'load':
      return { label: 'Loading the model' };
    case 'embed': {
      const done = passagesDone === undefined ? '' : `${passagesDone.toLocaleString()} of `;
      return {
        label: 'Preparing search by meaning',
        description: [`${done}${count(passages, 'passage')}`, ...pauseOf(progress)].join(' · '),
      };
    }
    case 'graph':
      return { label: 'Linking related passages' };
    case 'store':
      return { label: 'Saving' };
    case 'learn':
      return { label: 'Learning', description: `from ${count(passages, 'passage')}` };
  }
}

function pauseOf(progress: IndexProgress): readonly string[] {
  const words = pauseWords(progress);
  return words === undefined ? [] : [words];
}

/** Rounded up, and no more precise than such an estimate can be. */
export function remainingText(seconds: number): string {
  if (seconds <= 10) return 'a few seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 60)} h left`;
}
