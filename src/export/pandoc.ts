/** Markdown for Quarto and Pandoc, which cites documents by key: `[@report2024, p. 12]`. Pure. */
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { markdownSyntax } from '../citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../citations/syntaxes/syntax.ts';

/** @param keyOf the key of the document at a path as `NumberedCitation` has it */
export function pandocSyntax(keyOf: (path: string) => string): CitationSyntax {
  return {
    ...markdownSyntax,
    escape: escapePandoc,
    cite({ path, startLine, endLine, page, lastPage }) {
      const range = (from: number, to: number): string => (to > from ? `${from}-${to}` : `${from}`);
      const place =
        page === undefined
          ? `${endLine > startLine ? 'lines' : 'line'} ${range(startLine, endLine)}`
          : `${lastPage === undefined ? 'p.' : 'pp.'} ${range(page, lastPage ?? page)}`;
      return ` [@${keyOf(path)}, ${place}]`;
    },
  };
}

/**
 * Makes Markdown that shows `text` unchanged also with Pandoc's extensions: no citation, formula, attribute, shortcode, raw TeX or HTML.
 * A straight quotation mark stays one: between curly ones, Pandoc takes the first of two as the closing one.
 * knitr looks for code between backticks before Markdown is read, also behind a backslash; so they are entities.
 */
export function escapePandoc(text: string): string {
  return escapeMarkdown(text)
    .replaceAll('\\`', '&#96;')
    .replace(/[@$^{}"]/g, '\\$&')
    .replace(/^([ \t]*)(?=:)/gm, '$1\\');
}
