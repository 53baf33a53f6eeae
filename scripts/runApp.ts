/** Builds the page that clients of MCP Apps show with an answer: one file of HTML with all that it needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
const codicons = join(root, 'node_modules', '@vscode', 'codicons', 'src');
/** What the page may load: only what is in it. Clients add a policy of their own. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

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
  const icons = iconsIn(script);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Ariadne</title>
<style>${text('.css')}${icons.map(({ css }) => css).join('')}</style>
</head>
<body>
<svg width="0" height="0" style="position: absolute" aria-hidden="true">${icons.map(({ clip }) => clip).join('')}</svg>
<div id="root"></div>
<script>${script}</script>
</body>
</html>
`;
}

/** The shapes of the icons that a script names, for webview-ui/src/styles/icons.css. Some clients let the page show no image. */
function iconsIn(script: string): readonly { readonly css: string; readonly clip: string }[] {
  const sameIcons = Object.values(JSON.parse(readFileSync(join(codicons, 'template', 'mapping.json'), 'utf8')) as Record<string, string[]>);
  const words = new Set(script.match(/(?<=["'`\s])[a-z][a-z-]+(?=["'`\s])/g));
  return sameIcons.flatMap((names) => {
    const file = names.map((name) => join(codicons, 'icons', `${name}.svg`)).find((one) => existsSync(one));
    const used = names.filter((name) => words.has(name)).map((name) => `.codicon-${name}`);
    if (file === undefined || used.length === 0) return [];
    const svg = readFileSync(file, 'utf8');
    const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 16);
    const shapes = svg.replace(/<\/?(?:svg|g)\b[^>]*>/g, '').replaceAll('fill-rule', 'clip-rule');
    return {
      css: `${used.join()}{--icon:url(#icon-${names[0]})}`,
      clip: `<clipPath id="icon-${names[0]}" clipPathUnits="objectBoundingBox" transform="scale(${1 / size})">${shapes.trim()}</clipPath>`,
    };
  });
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
