/** The marks in reStructuredText's running text: what roles, links, emphasis, literals and escapes show. */
import type { RstDocument } from './rstDocument.ts';
import { dropped, textTable } from './lightMarkupText.ts';
import type { RunningText, TextRule } from './lightMarkupText.ts';

type Text = RunningText<RstDocument>;

/** A mark opens after a blank, quote, bracket or dash, and closes before one. */
const BEFORE = /[\s'"([{<\-/:\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u;
const AFTER = '(?=$|[\\s\'")\\]}>\\-/\\\\:.,;!?\\p{Pe}\\p{Pi}\\p{Pf}\\p{Pd}\\p{Po}])';
const MAX_NAME_CHARS = 200;

const QUOTES: ReadonlySet<string> = new Set(['""', "''", '()', '[]', '{}', '<>']);

/** A pair of marks. Between quotes or brackets that close directly after it, the first is text. */
function pair(
  mark: string,
  close: string,
  read: (text: Text, token: string, start: number, end: { readonly start: number; readonly end: number }) => void,
): TextRule<RstDocument> {
  const pattern = new RegExp(close, 'gu');
  return {
    mark: new RegExp(`${mark}(?=\\S)`, 'u'),
    read(text, { 0: token, index }) {
      const start = index + token.length;
      if (!mayOpen(text, index) || QUOTES.has(`${text.text.charAt(index - 1)}${text.text.charAt(start)}`)) return undefined;
      const end = text.find(token, start, pattern);
      if (end !== undefined) read(text, token, start, end);
      return end?.end;
    },
  };
}

export const RST_TEXT = textTable<RstDocument>([
  {
    mark: /\\[^]/u,
    read(text, { 0: token, index }) {
      if (!/\s/.test(token)) text.copy(index + 1, index + token.length);
      return index + token.length;
    },
  },
  // References to automatically numbered footnotes, also alone in parentheses.
  dropped(/[ \t]?\([ \t]*(?:\[[#*][\w.:+\-]{0,80}\]_[ \t,;]*)+\)|[ \t]?\[[#*][\w.:+\-]{0,80}\]_/u),
  pair('``', `(?<=\\S)\`\`${AFTER}`, (text, _, start, end) => text.copy(start, end.start)),
  pair('(?:(?::[\\w.+\\-]{1,40}){1,3}:|_)?`', `(?<=[^\\s\\\\])\`(?:__?|:[\\w.+\\-]{1,40}:)?${AFTER}`, interpreted),
  pair('\\*\\*', `(?<=[^\\s\\\\])\\*\\*${AFTER}`, (text, _, start, end) => copyEscaped(text, start, end.start)),
  pair('\\*(?!\\*)', `(?<=[^\\s\\\\])\\*${AFTER}`, (text, _, start, end) => copyEscaped(text, start, end.start)),
  pair('\\|', `(?<=[^\\s\\\\])\\|(?:__?)?${AFTER}`, (text, token, start, end) => {
    const resolved = text.state.substitutions.resolve(text.text.slice(start, end.start).replace(/\s+/g, ' '));
    if (resolved === undefined) copyEscaped(text, start, end.start);
    else text.make(resolved, start - token.length, end.end);
  }),
  {
    // The label of a citation, or the number of a footnote.
    mark: /\[\w[\w.:+\-]{0,80}\]_(?![\p{L}\p{N}])/u,
    read(text, { 0: token, index }) {
      if (!mayOpen(text, index)) return undefined;
      const from = text.written;
      text.copy(index, index + token.length - 1);
      if (!/^\[\d+\]/.test(token)) text.link({ kind: 'citation', target: token.slice(1, -2) }, from);
      return index + token.length;
    },
  },
  {
    // The end of `word_`, a reference to a target by a simple name: words joined by single marks.
    mark: new RegExp(`__?${AFTER}`, 'u'),
    read(text, { 0: token, index }) {
      const before = text.text.slice(Math.max(0, index - MAX_NAME_CHARS), index);
      const [name = ''] = /[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*$/u.exec(before) ?? [];
      if (name === '') return undefined;
      text.link(token === '__' ? text.state.anonymous() : text.state.named(name), text.written - name.length);
      return index + token.length;
    },
  },
]);

function mayOpen({ text }: Text, at: number): boolean {
  return at === 0 || BEFORE.test(text.charAt(at - 1));
}

/** `:role:` with its text, or a link with its target, and what follows the closing mark. A target without text is the text. */
function interpreted(
  text: Text,
  token: string,
  start: number,
  { start: close, end }: { readonly start: number; readonly end: number },
): void {
  const { state } = text;
  const inner = text.text.slice(start, close);
  const label = inner.endsWith('>') ? inner.slice(0, Math.max(0, inner.lastIndexOf('<'))).trimEnd() : '';
  const isEmbedded = label !== '';
  const shown = isEmbedded ? start + label.length : close;
  const written = isEmbedded ? inner.slice(label.length).trim().slice(1, -1) : inner;
  const [, suffix = '', after = ''] = /^`(__?)?(?::([\w.+-]+):)?/.exec(text.text.slice(close, end)) ?? [];
  const role = /:((?:[\w.+-]+:)*[\w.+-]+):`$/.exec(token)?.[1] ?? after;
  const name = role.slice(role.lastIndexOf(':') + 1);
  if (name === 'math' || name === 'raw') return text.copy(start, close);
  const from = text.written;
  if (!isEmbedded && role !== after && /^(?:pep|rfc)$/.test(name)) text.make(`${name.toUpperCase()} `, start - token.length, start);
  copyEscaped(text, /^[~!]/.test(inner) ? start + 1 : start, shown);
  if (role !== '') text.link(state.role(role, written), from);
  else if (token.startsWith('_')) state.anchor('label', written, text.placeOf(start));
  else if (suffix !== '')
    text.link(isEmbedded ? state.embedded(written) : suffix === '__' ? state.anonymous() : state.named(written), from);
}

function copyEscaped(text: Text, start: number, end: number): void {
  let from = start;
  for (const { 0: escape, index } of text.text.slice(start, end).matchAll(/\\[^]/g)) {
    text.copy(from, start + index);
    from = start + index + (/\s/.test(escape) ? 2 : 1);
  }
  text.copy(from, end);
}
