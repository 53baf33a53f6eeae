import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { connectAppHost } from './appHost.ts';
import { keepFocus } from './keepFocus.ts';
import { RunApp } from './components/runApp.tsx';
import '@xyflow/react/dist/base.css';
import './styles/icons.css';
import './styles/page.css';
import './styles/answer.css';
import './styles/digest.css';
import './styles/written.css';
import './styles/dag.css';
import './styles/side.css';
import './styles/app.css';

// Zod would otherwise try `new Function`, which clients block and report.
config({ jitless: true });

const root = document.getElementById('root');
if (root) {
  const host = connectAppHost(window.parent);
  keepFocus(root);
  new ResizeObserver(() => host.tellHeight(Math.ceil(root.getBoundingClientRect().height))).observe(root);
  createRoot(root).render(<RunApp host={host} />);
}
