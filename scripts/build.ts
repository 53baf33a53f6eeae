/** Bundles everything into dist/. With `--watch`, bundles again after every change. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, context, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { announceBuilds } from './announceBuilds.ts';
import { buildKernels } from './buildKernels.ts';
import { noticesOf, thirdPartyNotices } from './notices.ts';
import { allowedFiles } from './packagedExtension.ts';
import { runAppPage } from './runApp.ts';

/** Packages with native code are not bundled; the .vsix contains them beside the bundles (scripts/package.ts). */
const native = ['onnxruntime-node', '@lancedb/lancedb-*'];
/** Bundled CommonJS packages use `require` and `__dirname`, which ES modules do not have. */
const commonJs = {
  js: [
    "import { createRequire as ariadneRequire } from 'node:module';",
    'const require = ariadneRequire(import.meta.url);',
    'const __dirname = import.meta.dirname;',
    'const __filename = import.meta.filename;',
  ].join(''),
};
const isWatching = process.argv.includes('--watch');
const common: BuildOptions = {
  bundle: true,
  sourcemap: true,
  minify: !isWatching,
  target: 'node22',
  logLevel: isWatching ? 'silent' : 'warning',
  legalComments: 'none',
};
// jsonc-parser's CommonJS build cannot be bundled; its module build can.
const mainFields = ['module', 'main'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const define = { 'process.env.ARIADNE_VERSION': JSON.stringify(version) };
/**
 * The data of the language detector. Parsed from JSON they take half of the time and 30 MB less than as the library has them, in each
 * thread that reads.
 */
const detectorData: Plugin = {
  name: 'detectorData',
  setup: (building) => {
    building.onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/ }, async ({ path }) => {
      const { ngramsData } = (await import(pathToFileURL(path).href)) as { readonly ngramsData: object };
      return { contents: `export const ngramsData = JSON.parse(${JSON.stringify(JSON.stringify(ngramsData))});` };
    });
  },
};
/** Splitting, so that a process reads only what it needs: the libraries that read PDFs are a third of all. */
const node: BuildOptions = {
  ...common,
  platform: 'node',
  format: 'esm',
  mainFields,
  banner: commonJs,
  external: native,
  define,
  outdir: 'dist',
  splitting: true,
  plugins: [detectorData],
};

const bundles: readonly BuildOptions[] = [
  {
    ...common,
    platform: 'node',
    format: 'cjs',
    mainFields,
    entryPoints: ['src/extension/extension.ts'],
    outfile: 'dist/extension.cjs',
    external: ['vscode'],
  },
  {
    ...node,
    entryPoints: {
      engine: 'src/engine/main.ts',
      reader: 'src/corpus/readWorker.ts',
      learner: 'src/folder/learner.ts',
      models: 'src/models/local/process/main.ts',
      // Shares nearly all with the engine, so that the extension can ship it for agents.
      cli: 'src/cli/main.ts',
    },
    chunkNames: 'chunk-[hash]',
  },
  { ...node, entryPoints: { lab: 'lab/main.ts' }, chunkNames: 'lab-[hash]' },
  {
    ...common,
    platform: 'node',
    format: 'cjs',
    entryPoints: { encodings: 'jschardet' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    entryPoints: {
      main: 'webview-ui/src/main.tsx',
      table: 'webview-ui/src/table.tsx',
      disagreements: 'webview-ui/src/disagreements.tsx',
      pdf: 'webview-ui/viewer/main.tsx',
    },
    outdir: 'dist/webview',
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  },
  runAppPage('dist/webview/run.html'),
];

const metafiles: Metafile[] = [];
mkdirSync('dist', { recursive: true });
buildKernels('dist/kernels');
// Character maps that the PDF reader needs for Chinese, Japanese and Korean fonts.
cpSync('node_modules/pdfjs-dist/cmaps', 'dist/cmaps', { recursive: true });
// What the PDF viewer loads beside its page. Without the build for old browsers, VS Code 1.103 shows nothing.
cpSync('node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs', 'dist/pdfjs/pdf.worker.min.mjs');
for (const folder of ['standard_fonts', 'wasm'])
  cpSync(`node_modules/pdfjs-dist/${folder}`, `dist/pdfjs/${folder}`, {
    recursive: true,
    filter: (path) => !/quickjs|QUICKJS|fallback/.test(path),
  });
// ONNX Runtime for machines where the native library does not run. The other builds are for graphics cards and have twice the size.
for (const file of ['mjs', 'wasm'].map((end) => `ort-wasm-simd-threaded.${end}`))
  cpSync(`node_modules/onnxruntime-web/dist/${file}`, `dist/ort/${file}`);
if (isWatching) {
  // From now on dist/ differs from the output of `npm run build`.
  rmSync('node_modules/.ariadne/build', { force: true });
  const plugins = announceBuilds(bundles.length, (line) => void process.stdout.write(`${line}\n`));
  const builds = bundles.map((options, at) => context({ ...options, plugins: [...(options.plugins ?? []), ...plugins.slice(at, at + 1)] }));
  for (const building of await Promise.all(builds)) await building.watch();
} else {
  for (const options of bundles) metafiles.push((await build({ ...options, metafile: true })).metafile);
  const built = new Set(metafiles.flatMap(({ outputs }) => Object.keys(outputs)));
  for (const file of globSync('dist/{chunk,cli,lab}-*')) if (!built.has(file.replaceAll('\\', '/'))) rmSync(file);
  const root = join(import.meta.dirname, '..');
  const shipped = new Set(allowedFiles().map((file) => file.replaceAll('\\', '/')));
  const beside = ['onnxruntime-node', 'onnxruntime-common', '@lancedb/lancedb'];
  const notices = noticesOf(root, { metafiles, isShipped: (output) => shipped.has(output), beside });
  writeFileSync('dist/ThirdPartyNotices.txt', thirdPartyNotices(notices));
  writeFileSync('dist/packages.json', JSON.stringify(notices));
}
