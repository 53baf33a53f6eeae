/** The page of a webview: one script and its styles, and nothing from elsewhere. */
import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';

/** @param name of its script and styles in `page` */
export function pageHtml(webview: Webview, page: Uri, name: 'main' | 'table' | 'disagreements' | 'pdf'): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (file: string): string => webview.asWebviewUri(Uri.joinPath(page, file)).toString();
  const policy = [
    "default-src 'none'",
    // pdf.js decodes some images by WebAssembly. Its worker has to have the origin of the page, so it is a blob.
    `script-src 'nonce-${nonce}'${name === 'pdf' ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:${name === 'pdf' ? ' blob:' : ''}`,
    ...(name === 'pdf' ? [`connect-src ${webview.cspSource}`, 'worker-src blob:'] : []),
  ].join('; ');
  // Without translations the words are English, whatever the editor's language is.
  const language = l10n.bundle === undefined ? 'en' : env.language;
  // Data, which is not run: no policy concerns it.
  const words = JSON.stringify(l10n.bundle ?? {}).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${language}" dir="${rightToLeft.test(language) ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${asset(`${name}.css`)}" id="vscode-codicon-stylesheet" />
    <title>Ariadne</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="application/json" id="words">${words}</script>
    <script type="module" nonce="${nonce}" src="${asset(`${name}.js`)}"></script>
  </body>
</html>
`;
}

const rightToLeft = /^(?:ar|fa|he|ur)\b/;
