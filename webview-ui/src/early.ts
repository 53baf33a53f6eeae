/**
 * Comes before all other modules of the page: asks the host at once what to show, so that its answer is on the way while the page is still being evaluated,
 * and keeps what arrives until the page listens.
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

/** What has arrived since the last call, and until `stopKeeping`. */
export function takeArrived(): readonly unknown[] {
  return arrived.splice(0);
}

export function stopKeeping(): void {
  window.removeEventListener('message', keep);
}
