import './words.ts';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { TableEditor } from './components/tableApp.tsx';
import { connectTableHost } from './tableHost.ts';
import '@vscode/codicons/dist/codicon.css';
import './styles/page.css';
import './styles/table.css';

// Zod would otherwise try `new Function`, which the page's content security policy blocks and reports.
config({ jitless: true });

const root = document.getElementById('root');
if (root) createRoot(root).render(<TableEditor host={connectTableHost()} />);
