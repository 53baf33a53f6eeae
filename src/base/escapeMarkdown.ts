import { plainLines } from './plainText.ts';

/**
 * Makes Markdown that shows `text` as it is: no link, image, HTML, emphasis, code, heading or quote comes of it. Text of documents and of models is data; in a
 * preview an image alone would call a server. List markers and paragraphs stay, they only arrange. What is no text is left out: `plainLines`.
 */
export function escapeMarkdown(text: string): string {
  return (
    plainLines(text)
      .replace(/[\\`*[\]<>~|]/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?\w+;)/g, '&amp;')
      // A heading, or a line that would make one of the line above or be a rule.
      .replace(/^([ \t]*)(#{1,6}(?=[ \t]|$)|=+(?=[ \t]*$)|-(?=[ \t-]*$))/gm, '$1\\$2')
  );
}

/** A block of code that nothing in the text ends before its end. */
export function fenced(language: string, text: string): string {
  const plain = plainLines(text);
  const longest = [...plain.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, plain, fence].join('\n');
}
