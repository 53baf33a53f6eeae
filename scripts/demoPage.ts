/** esbuild options for the panel's demo page, for `panelDemo.ts` and for the tests that open the panel in a browser. */
import type { BuildOptions } from 'esbuild';
import type { RunEvent } from '../src/protocol/events.ts';

/** @param logs run logs by name, in addition to the page's demo runs */
export function demoPage(logs: Readonly<Record<string, readonly RunEvent[]>> = {}): BuildOptions {
  return {
    entryPoints: ['test/panel/demo/demo.ts'],
    outdir: 'test/panel/demo',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"development"', demoLogs: JSON.stringify(logs) },
  };
}
