import './words.ts';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { plainMessage } from '../../src/base/plainText.ts';
import { toDisagreementView, type FromDisagreementView } from '../../src/protocol/disagreementView.ts';
import { DisagreementList, type DisagreementHost } from './components/disagreementList.tsx';
import '@vscode/codicons/dist/codicon.css';
import './styles/page.css';
import './styles/disagreements.css';

// Zod would otherwise try `new Function`, which the page's content security policy blocks and reports.
config({ jitless: true });

declare function acquireVsCodeApi(): { postMessage(message: FromDisagreementView): void };

const api = acquireVsCodeApi();
const host: DisagreementHost = {
  post: (message) => api.postMessage(message),
  listen(onMessage) {
    const receive = ({ data }: MessageEvent<unknown>): void => {
      const parsed = toDisagreementView.safeParse(data);
      if (parsed.success) onMessage(plainMessage(parsed.data));
    };
    window.addEventListener('message', receive);
    api.postMessage({ kind: 'ready' });
    return () => window.removeEventListener('message', receive);
  },
};
const root = document.getElementById('root');
if (root) createRoot(root).render(<DisagreementList host={host} />);
