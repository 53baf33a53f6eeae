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
  // Data, which is not run: no policy concerns it.
  const words = JSON.stringify(l10n.bundle ?? {}).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
${htmlTag()}
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

/** A page that is only read: it runs nothing and loads nothing. */
export function documentHtml(body: string): string {
  const nonce = randomBytes(16).toString('base64');
  return `<!DOCTYPE html>
${htmlTag()}
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'" />
    <title>Ariadne</title>
    <style nonce="${nonce}">
      main { max-width: 75ch; margin: 0 auto; padding: 12px 0 32px; line-height: 1.5; }
      h1, h2 { font-weight: 600; line-height: 1.25; }
      h1 { font-size: 1.6em; }
      h2 { margin-top: 1.6em; font-size: 1.25em; }
      ul { padding-inline-start: 1.4em; }
      blockquote { margin: 6px 0; padding: 2px 10px; border-inline-start: 2px solid var(--vscode-textBlockQuote-border); }
    </style>
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>
`;
}

function htmlTag(): string {
  // Without translations the words are English, whatever the editor's language is.
  const language = l10n.bundle === undefined ? 'en' : env.language;
  return `<html lang="${language}" dir="${rightToLeft.test(language) ? 'rtl' : 'ltr'}">`;
}

const rightToLeft = /^(?:ar|fa|he|ur)\b/;
