/** Parses CommonMark with the extensions of GitHub and of tools that make sites. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Root } from 'mdast';
import { CONTAINER_SIGN, containers, containersFromMarkdown } from './markdownContainers.ts';

/**
 * @param definitions Markdown of link definitions elsewhere in the document
 * @param isDense whether emphasis and links are left as text
 */
export function parseMarkdown(markdown: string, definitions: string, isDense: boolean): Root {
  // The parser drops a byte order mark at the start, which would shift every offset. The second of two marks is text.
  const text = markdown.startsWith('\ufeff') ? ` ${markdown.slice(1)}` : markdown;
  const whole = definitions === '' ? text : `${text}\n\n${definitions}`;
  const extensions = isDense
    ? [TABLES, TASKS, containers, WITHOUT_INLINE_MARKUP]
    : EXTENSIONS.filter(({ sign }) => sign.test(whole)).map(({ syntax }) => syntax);
  return fromMarkdown(whole, { extensions, mdastExtensions: MDAST_EXTENSIONS });
}

const TABLES = gfmTable();
const TASKS = gfmTaskListItem();
/**
 * Extensions, each used only when the text has the sign that it needs, because every one slows down every paragraph. Literal
 * autolinks are left out: they change no text and halve the speed.
 */
const EXTENSIONS = [
  { sign: /\||:-|-:/, syntax: TABLES },
  { sign: /\[\^/, syntax: gfmFootnote() },
  { sign: /~/, syntax: gfmStrikethrough() },
  { sign: /\[[\s xX]\]/, syntax: TASKS },
  { sign: CONTAINER_SIGN, syntax: containers },
];
const MDAST_EXTENSIONS = [
  gfmTableFromMarkdown(),
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  containersFromMarkdown,
];
const WITHOUT_INLINE_MARKUP = { disable: { null: ['attention', 'labelStartLink', 'labelStartImage', 'labelEnd'] } };
