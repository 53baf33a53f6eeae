import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, Token, TreeAdapter } from 'parse5';
import { blockElements } from '../../base/blockElements.ts';

export type HtmlDocument = DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

export function isText(node: DefaultTreeAdapterTypes.Node): node is HtmlText {
  return node.nodeName === '#text';
}

/** The value of an attribute; empty when it has none. */
export function attribute({ attrs }: HtmlElement, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value;
}

/**
 * The tree of an HTML text, with offsets. By HTML's rules an unclosed tag is opened again in each paragraph, and every tag searches the
 * open ones, so the tree and the time can grow with the square of the length. Where that begins, which no page for people needs, tags are
 * read as plain paragraphs.
 */
export function parseHtml(html: string): { readonly document: HtmlDocument; readonly isTangled: boolean } {
  try {
    return { document: parse(html, { sourceCodeLocationInfo: true, treeAdapter: boundedAdapter(html) }), isTangled: false };
  } catch (error) {
    if (!(error instanceof TangledError)) throw error;
    return { document: parse(withPlainTags(html), { sourceCodeLocationInfo: true, treeAdapter: separateTexts }), isTangled: true };
  }
}

class TangledError extends Error {}

function boundedAdapter(html: string): TreeAdapter<DefaultTreeAdapterMap> {
  const depths = new WeakMap<HtmlParent, number>();
  let elementsLeft = MIN_ELEMENTS + MAX_ELEMENTS_PER_TAG * tagCount(html);
  const noteDepth = (parent: HtmlParent, child: DefaultTreeAdapterTypes.Node): void => {
    if (!('childNodes' in child)) return;
    const depth = 1 + (depths.get(parent) ?? 0);
    if (depth > MAX_DEPTH) throw new TangledError('too deep');
    depths.set(child, depth);
  };
  return {
    ...separateTexts,
    createElement(tagName, namespace, attributes) {
      if (elementsLeft-- === 0) throw new TangledError('too many elements');
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    appendChild(parent, child) {
      noteDepth(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      noteDepth(parent, child);
      separateTexts.insertBefore(parent, child, reference);
    },
    setTemplateContent(template, content) {
      noteDepth(template, content);
      defaultTreeAdapter.setTemplateContent(template, content);
    },
  };
}

/** Browsers limit the nesting to 512. */
const MAX_DEPTH = 500;
const MIN_ELEMENTS = 1000;
const MAX_ELEMENTS_PER_TAG = 3;

function tagCount(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++;
  return count;
}

/**
 * parse5 appends to the preceding text node, even across a stray tag. Here a text node grows only while its source is contiguous, so that
 * its value always comes from one stretch of the file. The siblings that parse5 searches for are
 * usually among the last.
 */
const separateTexts: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  insertText(parent, text) {
    defaultTreeAdapter.appendChild(parent, { nodeName: '#text', value: text, parentNode: null });
  },
  insertTextBefore(parent, text, reference) {
    separateTexts.insertBefore(parent, { nodeName: '#text', value: text, parentNode: null }, reference);
  },
  insertBefore(parent, child, reference) {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, child);
    child.parentNode = parent;
  },
  detachNode(node) {
    node.parentNode?.childNodes.splice(node.parentNode.childNodes.lastIndexOf(node), 1);
    node.parentNode = null;
  },
  // Attributes of further `<html>` and `<body>` tags are not used, and parse5 would compare each with all earlier ones.
  adoptAttributes: () => undefined,
  setNodeSourceCodeLocation(node, location) {
    node.sourceCodeLocation = location;
    if (!isText(node) || !location || !node.parentNode) return;
    const siblings = node.parentNode.childNodes;
    const previous = siblings.at(-2);
    if (siblings.at(-1) !== node || previous === undefined || !isText(previous) || !previous.sourceCodeLocation) return;
    if (previous.sourceCodeLocation.endOffset !== location.startOffset) return;
    previous.value += node.value;
    previous.sourceCodeLocation = joinedLocation(previous.sourceCodeLocation, location);
    siblings.pop();
  },
};

function joinedLocation(first: Token.Location, last: Token.Location): Token.Location {
  return { ...first, endLine: last.endLine, endCol: last.endCol, endOffset: last.endOffset };
}

/**
 * The same text with the same length, with `<p>` for block tags and comments for other tags. The tags that stay hold no running text and do
 * not nest.
 */
function withPlainTags(html: string): string {
  return html.replace(TAG, (tag: string, name: string) => {
    if (KEPT.has(name.toLowerCase())) return tag;
    return `${blockElements.has(name.toLowerCase()) ? '<p' : '<?'}${' '.repeat(tag.length - 3)}>`;
  });
}

const TAG = /<\/?([a-zA-Z][^\s/<>]*)[^<>]*>/g;
const KEPT: ReadonlySet<string> = new Set(['title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr', 'script', 'style', 'textarea']);
