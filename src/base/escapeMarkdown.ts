import { plainLines } from './plainText.ts';

/**
 * Makes Markdown that shows `text` unchanged, without links, images, HTML, emphasis, code, headings or quotes. Text of documents and models
 * is data; in a preview an image alone would send a request. List markers and paragraphs stay, since they only arrange text. Control
 * characters are removed: `plainLines`.
 */
export function escapeMarkdown(text: string): string {
  return (
    plainLines(text)
      .replace(/[\\`*[\]<>~|]/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?\w+;)/g, '&amp;')
      // A heading, or a line that underlines the one above or is a rule.
      .replace(/^([ \t]*)(#{1,6}(?=[ \t]|$)|=+(?=[ \t]*$)|-(?=[ \t-]*$))/gm, '$1\\$2')
  );
}

/** A code block with a fence that does not occur in the text. */
export function fenced(language: string, text: string): string {
  const plain = plainLines(text);
  const longest = [...plain.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, plain, fence].join('\n');
}
