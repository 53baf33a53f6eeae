/**
 * Attribute lists, which say how a page shows what is before them and are no text: `{: .note #id}` of kramdown and Python-Markdown,
 * `{#id .note width=50%}` of Pandoc. Other braces are text.
 */
import type { PhrasingContent, Text } from 'mdast';

/** The list that ends a heading: where it begins, the blanks before it included, and its id. */
export function headingAttributes(text: string): { readonly at: number; readonly id: string | undefined } | undefined {
  const at = text.lastIndexOf('{');
  const list = at < 0 ? '' : text.slice(at);
  const id = HEADING_ID.exec(list)?.[1];
  if (id === undefined && !HEADING_LIST.test(list) && !NAMED_LIST.test(list)) return undefined;
  return { at: text.slice(0, at).trimEnd().length, id: id ?? ID_IN_LIST.exec(list)?.[1] };
}

/** Leaves out lists right after a phrase, and those that are the first or the last line of a paragraph. */
export function withoutAttributes(nodes: readonly PhrasingContent[], isBlock: boolean): readonly PhrasingContent[] {
  if (!nodes.some((node) => node.type === 'text' && node.value.includes('{'))) return nodes;
  return nodes.flatMap((node, i): readonly PhrasingContent[] => {
    if (node.type !== 'text') return [node];
    const before = nodes[i - 1]?.type;
    const length = before === undefined ? (isBlock ? firstLine(node.value) : 0) : lengthAfter(before, node.value);
    const isLast = isBlock && i === nodes.length - 1;
    const rest = length === 0 ? node : from(node, length);
    const kept = isLast ? { ...rest, value: rest.value.replace(LAST_LINE, '') } : rest;
    return kept.value === '' ? [] : [kept];
  });
}

function from(node: Text, length: number): Text {
  const { position, value } = node;
  if (position === undefined) return node;
  return {
    type: 'text',
    value: value.slice(length),
    position: { ...position, start: { ...position.start, offset: (position.start.offset ?? 0) + length } },
  };
}

/** Pandoc's form is only for what it can follow. */
function lengthAfter(before: PhrasingContent['type'], text: string): number {
  const end = text.indexOf('}') + 1;
  const list = text.slice(0, end);
  const isPhrase = attributed.has(before) && NAMED_LIST.test(list);
  return isPhrase || (hasShortForm.has(before) && SHORT_LIST.test(list)) ? end : 0;
}

function firstLine(text: string): number {
  const end = text.indexOf('}') + 1;
  return NAMED_LIST.test(text.slice(0, end)) && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end)) ? end : 0;
}

const attributed: ReadonlySet<PhrasingContent['type']> = new Set([
  'image',
  'imageReference',
  'link',
  'linkReference',
  'inlineCode',
  'emphasis',
  'strong',
]);
const hasShortForm: ReadonlySet<PhrasingContent['type']> = new Set(['image', 'imageReference', 'link', 'linkReference', 'inlineCode']);

const NAME = '[A-Za-z_][\\w:.-]{0,80}';
const ITEM = `(?:[#.][A-Za-z_][\\w:.-]{0,200}|${NAME}=(?:"[^"{}\\r\\n\\\\&]{0,300}"|'[^'{}\\r\\n\\\\&]{0,300}'|[^\\s{}"'\\\\&]{1,300}))`;
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
