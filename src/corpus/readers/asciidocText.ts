/** The marks in AsciiDoc's running text: what formatting, links, macros, anchors and escapes show. */
import { decodedReference } from '../entities.ts';
import type { AsciidocDocument } from './asciidocDocument.ts';
import { idIn } from './asciidocDocument.ts';
import { dropped, literalMark, nested, note, replaced, shownMark, textTable } from './lightMarkupText.ts';
import type { RunningText, TextRule } from './lightMarkupText.ts';
import type { LinkTarget } from '../references.ts';

type Text = RunningText<AsciidocDocument>;
type Rule = TextRule<AsciidocDocument>;

/** Single marks format only whole words. */
const AFTER = '(?![\\p{L}\\p{N}_])';
const BRACKET_END = /(?<!\\)\]/gu;
/** Attributes and the mark for a new window follow a link's text. */
const LABEL_END = /\^?(?:,\s*[\w-]+=[^\]]{0,200})?(?<!\\)\]/gu;

/** A macro, `name:target[…]`, whose read function gets the target and the place after the bracket. */
function macro(names: string, read: (text: Text, target: string, start: number, at: number) => number | undefined): Rule {
  return {
    mark: new RegExp(`(?:${names}):(?!:)([^\\s[\\]]{0,2000})\\[`, 'u'),
    read: (text, { 0: token, 1: target = '', index }) =>
      /[\p{L}\p{N}_]/u.test(text.text.charAt(index - 1)) ? undefined : read(text, target, index + token.length, index),
  };
}

/** Bold, italic and highlight. */
function format(mark: string): readonly Rule[] {
  return [
    nested(new RegExp(`${mark}${mark}(?=\\S)`, 'u'), new RegExp(`${mark}${mark}`, 'gu')),
    single(nested(new RegExp(`${mark}(?=\\S)`, 'u'), new RegExp(`(?<=[^\\s\\\\])${mark}${AFTER}`, 'gu'))),
  ];
}

/** Code and passed-through text, which is copied as it is. */
function code(mark: string): Rule {
  const escaped = mark.replace(/\+/g, '\\+');
  const isSingle = mark.length === 1;
  const close = new RegExp(isSingle ? `(?<=\\S)${escaped}${AFTER}` : escaped, 'gu');
  const rule = literalMark<AsciidocDocument>(new RegExp(`${escaped}(?=\\S)`, 'u'), close);
  return isSingle ? single(rule) : rule;
}

function single({ mark, read }: Rule): Rule {
  return { mark, read: (text, match) => (/[\p{L}\p{N}_;:}]/u.test(text.text.charAt(match.index - 1)) ? undefined : read(text, match)) };
}

/** The text of a link in its brackets: in quotes, up to the attributes, or all of it. */
function label(text: Text, start: number, target?: LinkTarget): number | undefined {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text.text);
  if (quoted?.[1] === undefined) return text.openLink('[', start, LABEL_END, target);
  const from = text.written;
  text.copy(start + 1, start + 1 + quoted[1].length);
  text.link(target, from);
  return start + quoted[0].length;
}

const QUOTED = /"([^"\]]{1,2000})"[^\]]{0,200}\]/uy;

/** A link without words shows its address. */
function addressed(text: Text, from: number, to: number, target: LinkTarget | undefined): void {
  const length = text.written;
  text.copy(from, to);
  text.link(target, length);
}

export const ASCIIDOC_TEXT = textTable<AsciidocDocument>([
  shownMark(/\\(\*\*?|__?|``?|##?|\+{1,3}|[\^~<{(\[:|']|\.{3}|https?:|(?:link|xref|image|footnote|mailto):)/u),
  dropped(/[ \t]\+(?=[ \t]*(?:[\r\n]|$))/u),
  {
    // An attribute that is an address, possibly one that begins with an attribute set elsewhere, with the text of the link.
    mark: /\{(\w[\w\-]{0,60})\}[^\s\[\]{]{0,500}(?:\{\w[\w\-]{0,60}\}[^\s\[\]{]{0,500}){0,3}\[/u,
    read(text, { 0: token, 1: name = '', index }) {
      const written = text.state.resolve(name) ?? token.slice(name.length + 2);
      if (!/^(?:(?:https?|link|xref|mailto):|(?:\{[\w-]{1,60}\})?\/)/.test(written)) return undefined;
      return label(text, index + token.length, text.state.address(token.slice(0, -1)));
    },
  },
  replaced(/\{(\w[\w\-]{0,60})\}/u, ([, name = ''], state) => state.resolve(name)),
  replaced(/&(?:#\d{2,6}|#x[\da-fA-F]{2,5}|[a-z]{2,4});/u, ([reference]) => decodedReference(reference)),
  {
    // `https://place[text]`. Without brackets, the address is the text.
    mark: /(?:https?|ftp|irc):\/\/[^\s\[\]<>"`]+\[?/u,
    read(text, { 0: token, index }) {
      const start = index + token.length;
      const target = text.state.address(token.slice(0, -1));
      if (token.endsWith('[') && text.text.charAt(start) !== ']') return label(text, start, target) ?? addressOnly(text, index, start);
      if (!token.endsWith('[')) return addressOnly(text, index, start);
      addressed(text, index, start - 1, target);
      return start + 1;
    },
  },
  note(/(?<![\p{L}\p{N}_])(?:footnote|footnoteref):(?!:)[^\s\[\]]{0,2000}\[(?!\])/u, BRACKET_END),
  macro('footnote|footnoteref', (text, _, start) => (text.text.charAt(start) === ']' ? start + 1 : undefined)),
  macro('indexterm|icon|anchor', (text, target, start, at) => {
    if (target !== '' && text.text.startsWith('anchor', at))
      text.state.outline.anchor({ kind: 'label', name: target, offset: text.placeOf(at) });
    return text.find('[', start, BRACKET_END)?.end;
  }),
  macro('stem|latexmath|asciimath|pass', (text, _, start) => text.copyTo('[', start, BRACKET_END)),
  macro('menu', (text, target, start) => {
    text.copy(start - 1 - target.length, start - 1);
    if (text.text.charAt(start) === ']') return start + 1;
    text.make(' > ', start - 1, start);
    return label(text, start) ?? start;
  }),
  macro('image', (text, _, start) => {
    const end = text.find('[', start, BRACKET_END);
    if (end !== undefined) text.copy(start, start + (text.text.slice(start, end.start).split(',', 1)[0] ?? '').length);
    return end?.end;
  }),
  macro('link|mailto|xref', (text, target, start, at) => {
    const to = text.text.startsWith('xref', at)
      ? text.state.reference(target)
      : text.text.startsWith('link', at)
        ? text.state.address(target)
        : undefined;
    if (text.text.charAt(start) !== ']') return label(text, start, to);
    addressed(text, start - 1 - target.replace(/^#/, '').length, start - 1, to);
    return start + 1;
  }),
  macro('kbd|btn|indexterm2', (text, _, start) => (text.text.charAt(start) === ']' ? start + 1 : label(text, start))),
  // Curly quotes stay in the text.
  shownMark(/(["'])`(?=[^\s`])/u),
  shownMark(/(?<=\S)`(["'])/u),
  {
    // An anchor, or the label of a bibliography's entry, `[[[label]]]`, which stays in the text.
    mark: /\[\[(?:\[([\w:.\-]{1,200})(?:,[^\]]{0,200})?\]|([\p{L}_:][\p{L}\p{N}_:.\-]{0,200})(?:,[^\]]{0,200})?)\]\]/u,
    read(text, { 0: token, 1: key, 2: id = '', index }) {
      text.state.outline.anchor({ kind: key === undefined ? 'label' : 'citation', name: key ?? id, offset: text.placeOf(index) });
      if (key !== undefined) text.copy(index + 2, index + 4 + key.length);
      return index + token.length;
    },
  },
  {
    // The id and role of formatted text.
    mark: /\[[\w.#%=" \-]{1,100}\](?=[*_`#])/u,
    read(text, { 0: token, index }) {
      const name = idIn(token);
      if (name !== undefined) text.state.outline.anchor({ kind: 'label', name, offset: text.placeOf(index) });
      return index + token.length;
    },
  },
  {
    mark: /<<([#\p{L}\p{N}_:.\/ \-]{1,200})(?:(,[ \t]*)|>>)/u,
    read(text, { 0: token, 1: id = '', 2: comma, index }) {
      const end = index + token.length;
      const target = text.state.reference(id);
      if (comma !== undefined) return text.openLink('<<', end, />>/gu, target);
      addressed(text, index + (id.startsWith('#') ? 3 : 2), end - 2, target);
      return end;
    },
  },
  {
    // An index term that is not in the text.
    mark: /\({3}/u,
    read: (text, { index }) => text.find('(((', index + 3, /\)\)\)/gu)?.end,
  },
  nested(/\(\((?!\()/u, /\)\)/gu),
  code('+++'),
  code('++'),
  code('+'),
  // Passed-through text in code.
  shownMark(/`(\+{1,3})(\S[^`]{0,300}?)\1`(?![\p{L}\p{N}_])/u),
  code('``'),
  code('`'),
  ...format('\\*'),
  ...format('_'),
  ...format('#'),
  // Superscript and subscript, which contain no spaces.
  shownMark(/\^([^\s^~]{1,100})\^/u),
  shownMark(/~([^\s^~]{1,100})~/u),
]);

function addressOnly(text: Text, from: number, to: number): number {
  text.copy(from, to);
  return to;
}
