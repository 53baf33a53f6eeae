/**
 * Attributes of HTML tags, and attribute lists, which say how a page shows what is before them and are no text: `{: .note #id}` of kramdown
 * and Python-Markdown, `{#id .note width=50%}` of Pandoc. Other braces are text.
 */

/** The list that ends a heading: where it begins, the blanks before it included, and its id. */
export function headingAttributes(text: string): { readonly at: number; readonly id: string | undefined } | undefined {
  const at = text.lastIndexOf('{');
  const list = at < 0 ? '' : text.slice(at);
  const id = HEADING_ID.exec(list)?.[1];
  if (id === undefined && !HEADING_LIST.test(list) && !NAMED_LIST.test(list)) return undefined;
  return { at: text.slice(0, at).trimEnd().length, id: id ?? ID_IN_LIST.exec(list)?.[1] };
}

/**
 * The length of the list that begins a text: right after a phrase, or on the first line of a block.
 * @param before name of the parser's node before the text; undefined when the text begins a block
 */
export function attributesAtStart(text: string, before: string | undefined): number {
  const end = text.startsWith('{') ? text.indexOf('}') + 1 : 0;
  const list = text.slice(0, end);
  // Pandoc's syntax is only for what it can follow.
  const isList =
    before === undefined
      ? NAMED_LIST.test(list) && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end))
      : (/^(?:Image|Link|InlineCode|Emphasis|StrongEmphasis)$/.test(before) && NAMED_LIST.test(list)) ||
        (/^(?:Image|Link|InlineCode)$/.test(before) && SHORT_LIST.test(list));
  return isList ? end : 0;
}

/** Where the list on the last line of a block begins, with the line break before it; the length of the text without one. */
export function attributesAtEnd(text: string): number {
  return text.endsWith('}') ? (LAST_LINE.exec(text)?.index ?? text.length) : text.length;
}

const NAME = '[A-Za-z_][\\w:.-]{0,80}';
const ITEM = `(?:[#.][A-Za-z_][\\w:.-]{0,200}|${NAME}=(?:"[^"{}\\r\\n\\\\&]{0,2000}"|'[^'{}\\r\\n\\\\&]{0,2000}'|[^\\s{}"'\\\\&]{1,300}))`;
/** `{.note}`, `{#id .note width=50%}`. */
const SHORT_LIST = new RegExp(`^\\{[ \\t]*${ITEM}(?:[ \\t]+${ITEM}){0,20}[ \\t]*\\}$`);
/** Headings also say things like `{x=1}`. Pandoc's `{-}` is a heading without a number. */
const HEADING_LIST = new RegExp(`^\\{[ \\t]*(?:-|(?=[#.])${ITEM}(?:[ \\t]+${ITEM}){0,20})[ \\t]*\\}$`);
/** With a colon; a bare name is a list that is defined elsewhere: `{:toc}`. */
const NAMED_LIST = new RegExp(`^\\{:[ \\t]*(?:${ITEM}|${NAME})(?:[ \\t]+(?:${ITEM}|${NAME})){0,20}[ \\t]*\\}$`);
const LAST_LINE = new RegExp(`(?:^|(?:\\r\\n|\\n|\\r)[ \\t]*)${NAMED_LIST.source.slice(1, -1)}[ \\t]*$`);

/** An explicit id: `Setup {#install}`. */
const HEADING_ID = /^\{:?[ \t]*#([^\s{}]{1,200})[^{}]{0,200}\}$/;
const ID_IN_LIST = /[ \t:]#([^\s{}]{1,200})/;

/** The values of a tag's attributes, by name in lower case. */
export function attributesIn(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, plain = ''] of tag.slice(0, MAX_TAG_CHARS).matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), double ?? single ?? plain);
  return found;
}

const MAX_TAG_CHARS = 4000;
const ATTRIBUTE = /\s([A-Za-z][\w:.-]{0,80})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
