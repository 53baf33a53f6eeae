import { plainLines } from '../../../src/base/plainText.ts';

/** Text that is HTML already. Everything else is escaped when it enters a page. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Part[];

/** Builds HTML from a template; strings and numbers in it are escaped, lists are joined. */
export function markup(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: fixed.map((text, i) => `${text}${i < parts.length ? written(parts[i] ?? '') : ''}`).join('') };
}

/** Text that this program wrote as HTML, SVG, CSS or script. */
export function raw(text: string): Html {
  return { html: text };
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(written).join('');
}

export function escapeHtml(text: string): string {
  return plainLines(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
