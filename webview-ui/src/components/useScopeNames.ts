import { useEffect, useState } from 'react';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';

/**
 * Requests what questions can be limited by once the question box is used, and again when the index has changed.
 * @returns what to call when the box gets the focus
 */
export function useScopeNames(state: PanelState | undefined, post: (message: FromPanel) => void): () => void {
  const [isUsed, setUsed] = useState(false);
  const epoch = state?.index.epoch;
  // While documents are indexed, the index changes every few seconds.
  const isIdle = state !== undefined && state.readiness !== 'indexing';
  useEffect(() => {
    if (isUsed && isIdle && epoch !== undefined) post({ kind: 'want-scope-names' });
  }, [isUsed, isIdle, epoch, post]);
  return () => setUsed(true);
}
