/** The VS Code side as the page of a table sees it. A page outside VS Code defines `acquireVsCodeApi`. */
import * as z from 'zod';
import { plainMessage } from '../../src/base/plainText.ts';
import { toTableView, type FromTableView, type ToTableView } from '../../src/protocol/tableView.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromTableView): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** What survives hiding the page. */
const arrangement = z.object({
  filter: z.string().default(''),
  state: z.string().default('all'),
  sort: z.object({ column: z.number().int(), isDescending: z.boolean() }).optional(),
});
export type Arrangement = Readonly<z.infer<typeof arrangement>>;

export interface TableEditorHost {
  readonly post: (message: FromTableView) => void;
  readonly arrangement: () => Arrangement;
  readonly arrange: (next: Arrangement) => void;
  /** Calls back with every message, until the returned function is called. */
  readonly listen: (onMessage: (message: ToTableView) => void) => () => void;
}

export function connectTableHost(): TableEditorHost {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    arrangement: () => arrangement.parse(arrangement.safeParse(api.getState()).data ?? {}),
    arrange: (next) => api.setState(next),
    listen: (onMessage) => {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const parsed = toTableView.safeParse(data);
        if (parsed.success) onMessage(plainMessage(parsed.data));
      };
      window.addEventListener('message', receive);
      api.postMessage({ kind: 'ready' });
      return () => window.removeEventListener('message', receive);
    },
  };
}
