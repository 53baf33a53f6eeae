/** The VS Code side as the page of a PDF sees it. */
import * as z from 'zod';
import { toPdfPage, type FromPdfPage, type ToPdfPage } from '../../src/protocol/pdfView.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPdfPage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** What survives reloading the window. */
const arrangement = z.object({
  page: z.number().int().positive().default(1),
  /** In points of the page. */
  top: z.number().optional(),
  left: z.number().optional(),
  /** As pdf.js names it: `page-width`, or a factor. */
  zoom: z.string().default('auto'),
  isOutlineOpen: z.boolean().default(false),
});
type Arrangement = Readonly<z.infer<typeof arrangement>>;

export interface PdfHost {
  readonly post: (message: FromPdfPage) => void;
  readonly arrangement: Arrangement;
  readonly arrange: (change: Partial<Arrangement>) => void;
  /** Calls back with every message, until the returned function is called. */
  readonly listen: (onMessage: (message: ToPdfPage) => void) => () => void;
}

export function connectPdfHost(): PdfHost {
  const api = acquireVsCodeApi();
  let arranged = arrangement.parse(arrangement.safeParse(api.getState()).data ?? {});
  return {
    post: (message) => api.postMessage(message),
    get arrangement() {
      return arranged;
    },
    arrange(change) {
      arranged = { ...arranged, ...change };
      api.setState(arranged);
    },
    listen(onMessage) {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const parsed = toPdfPage.safeParse(data);
        if (parsed.success) onMessage(parsed.data);
      };
      window.addEventListener('message', receive);
      api.postMessage({ kind: 'ready' });
      return () => window.removeEventListener('message', receive);
    },
  };
}
