/**
 * Loaded before all other modules of the page. Immediately asks the host what to show, so that the reply is on its way while the page is
 * evaluated, and keeps messages until the page listens.
 */
import type { FromPanel } from '../../src/protocol/panel.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: unknown): void;
};

export const api = acquireVsCodeApi();

const arrived: unknown[] = [];
const keep = ({ data }: MessageEvent<unknown>): void => void arrived.push(data);
window.addEventListener('message', keep);
api.postMessage({ kind: 'ready' });

/** Messages that have arrived since the last call, until `stopKeeping`. */
export function takeArrived(): readonly unknown[] {
  return arrived.splice(0);
}

export function stopKeeping(): void {
  window.removeEventListener('message', keep);
}
