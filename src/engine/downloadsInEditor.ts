/** How the engine process asks its host for consent to a download, and tells how far it is. */
import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc/node';
import { abortError } from '../base/abort.ts';
import { consentReply, type DownloadOffer, type DownloadProgress } from '../protocol/modelLibrary.ts';
import type { ModelsHost } from '../models/library/localProviders.ts';

/** @throws AbortError when the signal fires, at once: a person may take long */
export function askConsent(connection: MessageConnection): ModelsHost['consent'] {
  return async (offer: DownloadOffer, signal: AbortSignal) => {
    signal.throwIfAborted();
    const source = new CancellationTokenSource();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => {
      source.cancel();
      reject(abortError());
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return consentReply.parse(await Promise.race([connection.sendRequest('models/consent', offer, source.token), stopped])).isAgreed;
    } finally {
      signal.removeEventListener('abort', stop);
      source.dispose();
    }
  };
}

/** Of each download at most ten messages a second, and always the last: it arrives in pieces of some kilobytes. */
export function throttledDownloads(tell: ModelsHost['onDownload']): ModelsHost['onDownload'] {
  const toldAtMs = new Map<string, number>();
  return (progress: DownloadProgress) => {
    const { name, isOver } = progress;
    const nowMs = performance.now();
    if (isOver) toldAtMs.delete(name);
    else if (nowMs - (toldAtMs.get(name) ?? -Infinity) < 100) return;
    else toldAtMs.set(name, nowMs);
    tell(progress);
  };
}
