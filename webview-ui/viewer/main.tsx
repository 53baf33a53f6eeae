import '../src/words.ts';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { PdfApp } from './pdfApp.tsx';
import { connectPdfHost } from './host.ts';
import '@vscode/codicons/dist/codicon.css';
import '../src/styles/page.css';
import './viewer.css';

// Zod would otherwise try `new Function`, which the page's content security policy blocks and reports.
config({ jitless: true });

const root = document.getElementById('root');
if (root) createRoot(root).render(<PdfApp host={connectPdfHost()} />);
