/** The VS Code side as the panel sees it. A page outside VS Code defines `acquireVsCodeApi` (see test/panel/demo). */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { plainMessage } from '../../src/base/plainText.ts';
import { toPanel, type FromPanel, type ToPanel } from '../../src/protocol/panel.ts';
import { changeList } from './changes.ts';
import { followUpDraft } from './followUps.ts';
import { api, stopKeeping, takeArrived } from './early.ts';

/** The user's arrangement: all state that survives hiding the panel. */
const arranged = z.object({
  runId: z.string().optional(),
  selected: z.string().optional(),
  draft: z.string().optional(),
  /** See `Collected`. */
  collected: z.record(z.string(), changeList).optional(),
  /** See `FollowUps`. */
  followUps: z.record(z.string(), followUpDraft).optional(),
  view: z.enum(['graph', 'list']).optional(),
  /** See `Splitter`. */
  share: z.number().optional(),
});
export type Arranged = Readonly<z.infer<typeof arranged>>;

export interface Host {
  readonly post: (message: FromPanel) => void;
  readonly arranged: () => Arranged;
  readonly arrange: (next: Arranged) => void;
  /** Messages that came before the page listened, with which it is complete when first drawn. */
  readonly arrived: () => readonly ToPanel[];
  /** Calls back with every message that has not been taken, until the returned function is called. */
  readonly listen: (onMessage: (message: ToPanel) => void) => () => void;
}

export function connectHost(): Host {
  return {
    post: (message) => api.postMessage(message),
    arranged: () => arranged.safeParse(api.getState()).data ?? {},
    arrange: (next) => api.setState(next),
    arrived: () => takeArrived().map(parse),
    listen: (onMessage) => {
      const receive = ({ data }: MessageEvent<unknown>): void => onMessage(parse(data));
      window.addEventListener('message', receive);
      stopKeeping();
      takeArrived().map(parse).forEach(onMessage);
      return () => window.removeEventListener('message', receive);
    },
  };
}

function parse(data: unknown): ToPanel {
  const parsed = toPanel.safeParse(data);
  const message = t('Ariadne’s panel and extension have different versions. Reload the window.');
  return parsed.success ? plainMessage(parsed.data) : { kind: 'problem', message, ways: [] };
}
