/** Work on the index in words. Pure. */
import type { IndexProgress } from '../protocol/engine.ts';

/** `12 of 40 documents · about 2 min left · notes/a.md`, or what is done when all documents are read. */
export function progressText(progress: IndexProgress): string {
  const { remainingSeconds, current } = progress;
  return [
    stageText(progress),
    ...(remainingSeconds === undefined ? [] : [remainingText(remainingSeconds)]),
    ...(current === undefined ? [] : [current]),
  ].join(' · ');
}

function stageText({ stage, documentsDone, documentsTotal, passages, waitingFor }: IndexProgress): string {
  const documents = `${documentsDone.toLocaleString()} of ${count(documentsTotal, 'document')}`;
  switch (stage) {
    case 'wait':
      return `waiting for ${waitingFor ?? 'another process'} to finish indexing`;
    case 'discover':
      return documentsDone === 0 ? 'finding documents' : `found ${count(documentsDone, 'document')}`;
    case 'read':
      return passages === 0 ? documents : `${documents} · ${count(passages, 'passage')}`;
    case 'embed':
      return documentsTotal === 0 ? `embedding ${count(passages, 'passage')}` : `${documents} · ${count(passages, 'passage')}`;
    case 'graph':
      return `connecting ${count(passages, 'passage')}`;
    case 'fulltext':
      return `making ${count(passages, 'passage')} searchable`;
    case 'store':
      return `storing ${count(passages, 'passage')}`;
    case 'learn':
      // It counts in shares, not in documents.
      return `${Math.floor((100 * documentsDone) / Math.max(1, documentsTotal))} % · ${count(passages, 'passage')}`;
  }
}

/** Rounded up, and no finer than such an estimate can be. */
export function remainingText(seconds: number): string {
  if (seconds <= 10) return 'a few seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 60)} h left`;
}

export function count(n: number, noun: string): string {
  return `${n.toLocaleString()} ${noun}${n === 1 ? '' : 's'}`;
}
