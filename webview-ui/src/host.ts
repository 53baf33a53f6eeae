/** The VS Code side as the panel sees it. A page outside VS Code defines `acquireVsCodeApi` itself (see demo/). */
import * as z from 'zod';
import { toPanel, type FromPanel, type ToPanel } from '../../src/protocol/panel.ts';
import { changeList } from './changes.ts';

/** What the user arranged: all that survives the panel's being hidden. */
const arranged = z.object({
  runId: z.string().optional(),
  selected: z.string().optional(),
  /** See `Drafts`. */
  drafts: z.record(z.string(), z.string()).optional(),
  /** See `Collected`. */
  collected: z.record(z.string(), changeList).optional(),
  view: z.enum(['graph', 'list']).optional(),
});
export type Arranged = Readonly<z.infer<typeof arranged>>;

export interface Host {
  readonly post: (message: FromPanel) => void;
  readonly arranged: () => Arranged;
  readonly arrange: (next: Arranged) => void;
  /** Calls back with every message until the returned function is called. */
  readonly listen: (onMessage: (message: ToPanel) => void) => () => void;
}

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    arranged: () => arranged.safeParse(api.getState()).data ?? {},
    arrange: (next) => api.setState(next),
    listen: (onMessage) => {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const parsed = toPanel.safeParse(data);
        const message = 'Ariadne’s panel and extension are of different versions; reload the window.';
        onMessage(parsed.success ? parsed.data : { kind: 'problem', message, ways: [] });
      };
      window.addEventListener('message', receive);
      return () => window.removeEventListener('message', receive);
    },
  };
}
