import './early.ts';
import './words.ts';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { connectHost } from './host.ts';
import { keepFocus, tellFocus } from './keepFocus.ts';
import { App } from './components/app.tsx';
import '@vscode/codicons/dist/codicon.css';
import '@xyflow/react/dist/base.css';
import './styles/page.css';
import './styles/answer.css';
import './styles/digest.css';
import './styles/written.css';
import './styles/followUp.css';
import './styles/dag.css';
import './styles/side.css';
import './styles/changes.css';

// Zod would otherwise try `new Function`, which the panel's content security policy blocks and reports.
config({ jitless: true });

const root = document.getElementById('root');
if (root) {
  const host = connectHost();
  keepFocus(root);
  tellFocus(host);
  createRoot(root).render(<App host={host} />);
}
