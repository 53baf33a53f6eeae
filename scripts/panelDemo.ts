/**
 * Serves the panel's demo page on loopback, bundled anew at every reload: `node scripts/panelDemo.ts [LOG...]`, then for example `?run=planned&theme=light`.
 * A run log (`ariadne ask … --log run.jsonl`) is a run by its file name: `?run=run`.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { context } from 'esbuild';

const logs = process.argv.slice(2).map((path) => [parse(path).name, readFileSync(path, 'utf8')] as const);
const build = await context({
  entryPoints: ['webview-ui/demo/demo.ts'],
  outdir: 'webview-ui/demo',
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  loader: { '.ttf': 'file' },
  define: { 'process.env.NODE_ENV': '"development"', demoLogs: JSON.stringify(Object.fromEntries(logs)) },
});
const { port } = await build.serve({ host: '127.0.0.1', servedir: 'webview-ui/demo' });
console.log(`http://127.0.0.1:${port}/?run=finished`);
