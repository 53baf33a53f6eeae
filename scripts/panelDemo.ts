/** Serves the panel's demo page on loopback, bundled anew at every reload: `node scripts/panelDemo.ts`, then for example `?run=planned&theme=light`. */
import { context } from 'esbuild';

const build = await context({
  entryPoints: ['webview-ui/demo/demo.ts'],
  outdir: 'webview-ui/demo',
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  loader: { '.ttf': 'file' },
  define: { 'process.env.NODE_ENV': '"development"' },
});
const { port } = await build.serve({ host: '127.0.0.1', servedir: 'webview-ui/demo' });
console.log(`http://127.0.0.1:${port}/?run=finished`);
