/** Builds the page that clients of MCP Apps show with an answer: one file of HTML with all that it needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
const icons = join(root, 'node_modules', '@vscode', 'codicons', 'src');
/** What the page may load: only what is in it. Clients add a policy of their own. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** @param outfile where the page is written; without it, nothing is */
export function runAppPage(outfile?: string): BuildOptions {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    entryPoints: { app: join(root, 'webview-ui', 'src', 'app.tsx') },
    bundle: true,
    write: false,
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    outdir: 'dist/webview',
    define: { 'process.env.NODE_ENV': '"production"', ariadneVersion: JSON.stringify(version) },
    plugins: outfile === undefined ? [] : [writtenTo(outfile)],
  };
}

/** The page of a build of `runAppPage`. */
export function runAppHtml(files: readonly OutputFile[]): string {
  const text = (end: string): string => files.find(({ path }) => path.endsWith(end))?.text ?? '';
  const script = text('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Ariadne</title>
<style>${text('.css')}${iconsIn(script)}</style>
</head>
<body>
<div id="root"></div>
<script>${script}</script>
</body>
</html>
`;
}

/** The images of the icons that a script names, for webview-ui/src/styles/icons.css. */
function iconsIn(script: string): string {
  const sameIcons = Object.values(JSON.parse(readFileSync(join(icons, 'template', 'mapping.json'), 'utf8')) as Record<string, string[]>);
  const words = new Set(script.match(/(?<=["'`\s])[a-z][a-z-]+(?=["'`\s])/g));
  return sameIcons
    .flatMap((names) => {
      const file = names.map((name) => join(icons, 'icons', `${name}.svg`)).find((one) => existsSync(one));
      const used = names.filter((name) => words.has(name)).map((name) => `.codicon-${name}`);
      if (file === undefined || used.length === 0) return [];
      return `${used.join()}{--icon:url("data:image/svg+xml,${encodeURIComponent(readFileSync(file, 'utf8').trim())}")}`;
    })
    .join('');
}

function writtenTo(outfile: string): Plugin {
  return {
    name: 'written-to',
    setup(build) {
      build.onEnd(({ outputFiles = [], errors }) => {
        if (errors.length > 0) return;
        mkdirSync(dirname(outfile), { recursive: true });
        writeFileSync(outfile, runAppHtml(outputFiles));
      });
    },
  };
}
