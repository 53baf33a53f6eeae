/** The panel's demo page as esbuild bundles it: for `panelDemo.ts`, and for the tests that look at the panel in a browser. */
import type { BuildOptions } from 'esbuild';
import type { RunEvent } from '../src/protocol/events.ts';

/** @param logs run logs by name, beside the page's own runs */
export function demoPage(logs: Readonly<Record<string, readonly RunEvent[]>> = {}): BuildOptions {
  return {
    entryPoints: ['webview-ui/demo/demo.ts'],
    outdir: 'webview-ui/demo',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"development"', demoLogs: JSON.stringify(logs) },
  };
}
