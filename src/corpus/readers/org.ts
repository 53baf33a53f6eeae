/** Org, as tables for the reader of light markup. */
import { addressTarget, pathTarget } from '../linkTargets.ts';
import type { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { blanksBefore } from './blanks.ts';
import { blockEnds, lightMarkupReader } from './lightMarkup.ts';
import type { BlockRule, Line, MarkupWalk, Region } from './lightMarkup.ts';
import { barTable } from './lightMarkupTables.ts';
import { dropped, literalMark, nested, note, replaced, shownMark, textTable } from './lightMarkupText.ts';
import type { TextRule } from './lightMarkupText.ts';
import type { MarkupLines } from './markupLines.ts';
import { Stretches } from './stretches.ts';

/** What is known of an Org document while it is read. */
interface OrgDocument {
  readonly path: string;
  readonly outline: Outline;
  /** For each line that begins a block or drawer, the line that ends it. */
  readonly ends: ReadonlyMap<number, number>;
  /** Words before a headline that say how far a task is. */
  readonly keywords: ReadonlySet<string>;
  /** The values of `#+TITLE`. */
  readonly titles: string[];
}

type Walk = MarkupWalk<OrgDocument>;

const HEADLINE = /^(\*+)[ \t]+/;
const DRAWER = /^:([\p{L}\p{N}_-]{1,80}):$/u;
const FIXED_WIDTH = /^:(?:[ \t]|$)/;
/** With counter and checkbox. A star is a bullet only if it is indented. */
const BULLET = /^(?:[-+*]|(?:\d{1,9}|[A-Za-z])[.)])(?:[ \t]+(?:\[@[\dA-Za-z]{1,9}\](?:[ \t]+|$))?(?:\[[ Xx-]\](?:[ \t]+|$))?|$)/;
const FOOTNOTE = /^\[fn:[\w-]{1,80}\][ \t]*/;

/** A line of a kind. Comments, planning lines, property drawers and settings are left out. */
const BLOCKS: readonly BlockRule<OrgDocument>[] = [
  { line: HEADLINE, read: headline },
  { line: /^#\+begin(?:_([^\s:]{0,80})|(?=[:\s]|$))/i, read: block },
  { line: /^#\+([\w-]{1,60})(?:\[[^\]]{0,200}\])?:[ \t]*/, read: keyword },
  {
    // The content of drawers stays, except for properties and logs.
    line: DRAWER,
    read(walk, { line }, [, name = '']) {
      const end = walk.state.ends.get(line);
      if (/^END$/i.test(name)) return line + 1;
      if (end !== undefined && /^PROPERTIES$/i.test(name)) properties(walk, line + 1, end);
      return end !== undefined && /^(?:PROPERTIES|LOGBOOK)$/i.test(name) ? end + 1 : end && line + 1;
    },
  },
  {
    // Comments, ends of blocks, rules, planning and clock lines, and formulas.
    line: /^(?:#(?:[ \t]|$)|#\+end(?:[_\s]|$)|-{5,}$|(?:(?:SCHEDULED|DEADLINE|CLOSED):[ \t]*(?:<[^<>]{1,80}>|\[[^[\]]{1,80}\])(?:--(?:<[^<>]{1,80}>))?[ \t]*)+$|CLOCK:[ \t]*\[|\+(?:[-=]+\+)+$)/i,
    read: (_, { line }) => line + 1,
  },
  {
    line: /^\|/,
    read(walk, at) {
      const { rows, headerRows, next } = barTable(walk, at);
      walk.writer.table(rows, headerRows);
      return next;
    },
  },
  {
    line: FIXED_WIDTH,
    read(walk, { region, line }) {
      const end = walk.runEnd(region, line, ({ text }) => FIXED_WIDTH.test(text));
      const from = (at: number): number => {
        const start = walk.lines.contentOf(at) + 1;
        return start + (walk.source.text.charAt(start) === ' ' ? 1 : 0);
      };
      walk.writer.verbatim('code', walk.lines.stretches(line, end, from));
      return end;
    },
  },
  {
    line: BULLET,
    read(walk, at, [marker]) {
      const { line, start, text } = at;
      if (!isBullet(walk, at)) return undefined;
      walk.writer.flushTerm();
      const term = /[ \t]::(?:[ \t]+|$)/.exec(text.slice(marker.length));
      if (term !== null) walk.writer.term(walk.writer.read(walk.part(at, marker.length, marker.length + term.index)));
      const from = start + marker.length + (term === null ? 0 : term.index + term[0].length);
      const end = itemEnd(walk, at);
      const kind = at.region.kind === 'quote' ? 'quote' : 'listItem';
      const region: Region = { ...at.region, kind, first: line, end, firstStart: from, depth: at.region.depth + 1 };
      return walk.blocks({ ...region, first: textFrom(walk, walk.at(region, line), 0), firstStart: undefined });
    },
  },
  {
    line: FOOTNOTE,
    read: (walk, at, [marker]) => (walk.lines.indentOf(at.line) === 0 ? textFrom(walk, at, marker.length) : undefined),
  },
];

export const orgReader = lightMarkupReader<OrgDocument>({
  ignoresIndentation: true,
  open: ({ lines, outline }, path) => ({ path, outline, ends: endsOf(lines), keywords: keywordsIn(lines), titles: [] }),
  blocks: BLOCKS,
  paragraph: (walk, at) => textFrom(walk, at, 0),
  text: textTable<OrgDocument>([
    {
      // `[[target][words]]`. Without words, the target is the text, without its type prefix.
      mark: /\[\[((?:[^\[\]\\]|\\.){1,2000})\](?:\]|\[)/u,
      read(text, { 0: token, 1: target = '', index }) {
        const end = index + token.length;
        const to = orgTarget(target, text.state.path);
        if (token.endsWith('[')) return text.openLink('[[', end, /\]\]/gu, to);
        const from = text.written;
        text.copy(index + 2 + (/^(?:file:|id:|[*#])/.exec(target)?.[0].length ?? 0), end - 2);
        text.link(to, from);
        return end;
      },
    },
    // A reference to a footnote says nothing without the note.
    dropped(/\[fn:[\w\-]{0,80}\]/u),
    note(/\[fn:[\w\-]{0,80}:[ \t]*/u, /\]/gu),
    {
      // `[cite:@key; see @other p. 3]` without its style.
      mark: /\[cite(?:\/[\w\/\-]{1,40})?:[ \t]*/u,
      read(text, { 0: token, index }) {
        const start = index + token.length;
        const close = text.find('[cite', start, /\]/gu);
        text.copy(index, index + 1);
        let from = start;
        for (const { 0: key, index: at } of text.text.slice(start, close?.start ?? start).matchAll(/@[^\s;,@[\]]{1,200}/g)) {
          text.copy(from, start + at);
          const length = text.written;
          from = start + at + key.length;
          text.copy(start + at, from);
          text.link({ kind: 'citation', target: key.slice(1) }, length);
        }
        text.copy(from, close?.end ?? from);
        return close?.end ?? start;
      },
    },
    {
      // A target; a radio target, with three brackets, stays in the text.
      mark: /<<([^<>\s](?:[^<>\r\n]{0,200}[^<>\s])?)>>|<<<([^<>\s](?:[^<>\r\n]{0,200}[^<>\s])?)>>>/u,
      read(text, { 0: token, 1: name, 2: radio = '', index }) {
        text.state.outline.anchor({ kind: 'label', name: name ?? radio, offset: text.placeOf(index) });
        if (name === undefined) text.copy(index + 3, index + 3 + radio.length);
        return index + token.length;
      },
    },
    dropped(/@@[A-Za-z\-]{1,40}:[^@]*@@/u),
    shownMark(/\bsrc_[\w+\-]{1,40}(?:\[[^\[\]\r\n]{0,200}\])?\{([^{}\r\n]*)\}/u),
    shownMark(/\{\{\{[A-Za-z][\w\-]{0,80}(?:\(([^{}]*)\))?\}\}\}/u),
    dropped(/\\\\(?=[ \t]*(?:[\r\n]|$))/u),
    replaced(/\\([A-Za-z]{1,20})(?:\{\})?/u, ([, name = '']) => ENTITIES.get(name)),
    shownMark(/(https?:\/\/[^\s\[\]<>"]+)/u),
    ...[...'*/_+'].map((mark) => emphasis(mark, nested)),
    ...[...'=~'].map((mark) => emphasis(mark, literalMark)),
  ]),
  title: ({ state: { titles } }) => (titles.length > 0 ? titles.join(' ') : undefined),
});

/** A pair of marks that opens after a blank, bracket, quote or dash, and closes before one or a point. */
function emphasis(mark: string, pair: (mark: RegExp, close: RegExp) => TextRule<OrgDocument>): TextRule<OrgDocument> {
  const rule = pair(
    new RegExp(`[${mark}](?=\\S)`, 'u'),
    new RegExp(`(?<=\\S)[${mark}](?=$|[\\s\\-.,;:!?'")}\\\\[\\]\\u2012-\\u201d])`, 'gu'),
  );
  return {
    mark: rule.mark,
    read: (text, match) =>
      match.index === 0 || /[\s\-({'"\u2012-\u201d]/.test(text.text.charAt(match.index - 1)) ? rule.read(text, match) : undefined,
  };
}

/** The entity names that documents use most. Other names are LaTeX and stay as they are. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  (
    'nbsp \u00a0|ndash –|mdash —|hellip …|dots …|to →|rarr →|larr ←|uarr ↑|darr ↓|times ×|deg °|copy ©|reg ®|euro €|pound £|sect §|para ¶|plusmn ±|' +
    'alpha α|beta β|gamma γ|delta δ|epsilon ε|zeta ζ|eta η|theta θ|iota ι|kappa κ|lambda λ|mu μ|nu ν|xi ξ|pi π|rho ρ|sigma σ|tau τ|upsilon υ|phi φ|chi χ|' +
    'psi ψ|omega ω|Gamma Γ|Delta Δ|Theta Θ|Lambda Λ|Xi Ξ|Pi Π|Sigma Σ|Phi Φ|Psi Ψ|Omega Ω|infin ∞|le ≤|ge ≥|ne ≠|approx ≈|auml ä|ouml ö|uuml ü|szlig ß|' +
    'under _|asciicirc ^|dollar $|vert \u007c'
  )
    .split('|')
    .map((pair) => [pair.slice(0, -2), pair.slice(-1)] as const),
);

function endsOf(lines: MarkupLines): ReadonlyMap<number, number> {
  return blockEnds(lines, (text) => {
    if (HEADLINE.test(text)) return 'barrier';
    const [, way, name = ''] = /^\s*#\+(begin|end)(?=[_:\s]|$)(\S{0,80})/i.exec(text) ?? [];
    const drawer = DRAWER.exec(text.trim())?.[1]?.toUpperCase();
    if (drawer !== undefined) return { name: ':', begins: drawer !== 'END', ends: drawer === 'END' };
    const begins = way?.toUpperCase() === 'BEGIN';
    return way === undefined ? undefined : { name: name.toUpperCase().replace(/:$/, ''), begins, ends: !begins };
  });
}

function keywordsIn(lines: MarkupLines): ReadonlySet<string> {
  const keywords = new Set(['TODO', 'DONE']);
  for (let line = 0; line < lines.count; line++) {
    const [, words] = /^#\+(?:TODO|SEQ_TODO|TYP_TODO):[ \t]+([^]*)/i.exec(lines.textOf(line)) ?? [];
    for (const word of words?.split(/[\s|]+/) ?? []) keywords.add(word.endsWith(')') ? word.replace(/\([^]*/, '') : word);
  }
  return keywords;
}

/** A headline without its keyword, priority, cookies and tags. One that is marked as a comment hides what is below it. */
function headline(walk: Walk, at: Line, [marker, stars = '']: RegExpExecArray): number | undefined {
  const { lines, state, writer } = walk;
  const { line, start, text } = at;
  if (lines.indentOf(line) > 0) return undefined;
  let from = marker.length;
  const [keywordAndBlanks = '', word = ''] = /^(\S+)(?:[ \t]+|$)/.exec(text.slice(from)) ?? [];
  if (state.keywords.has(word)) from += keywordAndBlanks.length;
  from += /^\[#[A-Za-z0-9]{1,2}\][ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
  if (/^COMMENT(?:[ \t]|$)/.test(text.slice(from))) {
    let next = line + 1;
    while (next < lines.count && (HEADLINE.exec(lines.textOf(next))?.[1]?.length ?? Infinity) > stars.length) next++;
    return next;
  }
  const tags = /[ \t]:(?:[\p{L}\p{N}_@#%]+:)+$/u.exec(text.slice(from));
  const to = tags === null ? text.length : from + blanksBefore(text.slice(from), tags.index);
  const words = new Stretches(walk.source);
  for (const cookie of text.slice(0, to).matchAll(/\[(?:\d{0,5}%|\d{0,5}\/\d{0,5})\]/g)) {
    words.add(start + from, start + blanksBefore(text, cookie.index, from));
    from = Math.max(from, cookie.index + cookie[0].length);
  }
  writer.heading(stars.length, words.add(start + from, start + to));
  return line + 1;
}

/** `#+BEGIN_NAME`. A block without an end is only its first line. */
function block(walk: Walk, at: Line, [, written = '']: RegExpExecArray): number {
  const { region, line } = at;
  const end = walk.state.ends.get(line);
  const name = written.toUpperCase();
  if (end === undefined || /^(?:COMMENT|EXPORT)$/.test(name)) return (end ?? line) + 1;
  walk.writer.flushTerm();
  // Org escapes text that would be markup with a comma.
  const unescaped = (_: number, start: number): number =>
    /^,+(?:\*|#\+)/.test(walk.source.text.slice(start, start + 10)) ? start + 1 : start;
  if (/^(?:SRC|EXAMPLE)$/.test(name)) walk.code(line + 1, end, unescaped);
  else
    walk.blocks({
      ...region,
      first: line + 1,
      end,
      firstStart: undefined,
      kind: /^(?:QUOTE|VERSE)$/.test(name) ? 'quote' : region.kind,
      depth: region.depth + 1,
    });
  return end + 1;
}

/** `#+NAME: value`. */
function keyword(walk: Walk, at: Line, [marker, written = '']: RegExpExecArray): number {
  const { line, start, text } = at;
  const name = written.toUpperCase();
  const value = text.slice(marker.length);
  const words = walk.part(at, marker.length);
  if (name === 'TITLE') walk.state.titles.push(...(value === '' ? [] : [walk.writer.read(words)?.text ?? '']));
  else if (name === 'CAPTION' || name === 'SUBTITLE') walk.writer.text(at.region.kind, words);
  else if (METADATA.has(name)) walk.metadata.add({ start: start + 2, end: start + 2 + written.length }, [walk.writer.read(words)]);
  else if (/^(?:NAME|LABEL|TBLNAME)$/.test(name) && value !== '') walk.outline.anchor({ kind: 'label', name: value, offset: start });
  else if (/^(?:INCLUDE|SETUPFILE|BIBLIOGRAPHY)$/.test(name)) {
    // The first word of the value, with or without quotes, is a file.
    const [, mark = '', quoted, plain = ''] = /^(?:(")([^"]+)"|(\S+))/.exec(value) ?? [];
    const file = quoted ?? plain;
    const from = start + marker.length + mark.length;
    if (file !== '')
      walk.outline.link({ ...pathTarget(file.replace(/::.*$/s, ''), walk.state.path), start: from, end: from + file.length });
  }
  return line + 1;
}

/** Settings that say something about the document. */
const METADATA: ReadonlySet<string> = new Set('AUTHOR DATE DESCRIPTION KEYWORDS EMAIL FILETAGS ALIASES STATUS VERSION CREATED'.split(' '));

/** Ids of the headline above, or of the document, and the document's other names. */
function properties({ lines, outline }: Walk, first: number, end: number): void {
  const whole = outline.isEmpty ? { headings: [] } : {};
  for (let line = first; line < end; line++) {
    const [marker, name = '', value = ''] = /^:(\S{1,60}):[ \t]+(\S[^]*)$/.exec(lines.trimmedOf(line)) ?? [];
    const offset = lines.contentOf(line);
    if (marker === undefined) continue;
    if (/^(?:CUSTOM_ID|ID)$/i.test(name)) outline.anchor({ kind: 'label', name: value, offset, ...whole }, 'above');
    else if (/^ROAM_REFS$/i.test(name) && outline.isEmpty)
      for (const key of value.match(/(?<=^|\s)@\S+/g) ?? []) outline.anchor({ kind: 'citation', name: key.slice(1), offset, ...whole });
    else if (/^(?:ROAM_)?ALIAS(?:ES)?$/i.test(name) && outline.isEmpty)
      for (const [, quoted, plain = ''] of value.matchAll(/"([^"]+)"|(\S+)/g)) outline.alias(quoted ?? plain);
  }
}

function isBullet({ lines }: Walk, { line, text }: Pick<Line, 'line' | 'text'>): boolean {
  return BULLET.test(text) && !(text.startsWith('*') && lines.indentOf(line) === 0);
}

/** The line after an item: two blank lines end it, and so does a line that is not indented below the bullet. */
function itemEnd(walk: Walk, { region, line }: Line): number {
  const indent = walk.lines.indentOf(line);
  let end = line + 1;
  for (; end < region.end; end++) {
    if (walk.lines.isBlank(end) ? walk.lines.isBlank(end - 1) : walk.lines.indentOf(end) <= indent) break;
  }
  return end;
}

/** Reads a paragraph whose first line begins `marker` characters after its start. */
function textFrom(walk: Walk, at: Line, marker: number): number {
  const { region, line, start } = at;
  const end = walk.runEnd(region, line, (next) => !interrupts(walk, next));
  walk.writer.text(
    at.region.kind,
    walk.lines.stretches(line, end, (of) => (of === line ? start + marker : walk.lines.contentOf(of))),
  );
  return end;
}

/** True when the line ends the paragraph above it. */
function interrupts(walk: Walk, at: Line): boolean {
  const isOutermost = walk.lines.indentOf(at.line) === 0;
  return (
    /^(?:#\+|#(?:[ \t]|$)|\||-{5,}$|CLOCK:[ \t]*\[|:[\p{L}\p{N}_-]{1,80}:$)/u.test(at.text) ||
    FIXED_WIDTH.test(at.text) ||
    isBullet(walk, at) ||
    (isOutermost && (HEADLINE.test(at.text) || FOOTNOTE.test(at.text)))
  );
}

/**
 * What `[[target]]` refers to: a file with or without a place in it (`file:a.org::*Heading`), an id, a heading or id of this document, an
 * address, or the name of a target, heading or element.
 */
function orgTarget(written: string, path: string): LinkTarget | undefined {
  const target = written.replace(/\\(?=[[\]\\])/g, '').trim();
  if (target === '') return undefined;
  if (/^[*#]/.test(target)) return { kind: 'path', target: path, fragment: target.slice(1).trim() };
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w+-]{1,20}):([^]*)$/.exec(target) ?? [];
  if (scheme === 'file' || (scheme === '' && /^(?:~|\.{0,2}\/)/.test(target))) {
    // What follows `::` is a heading, an id, a line, or text to search for.
    const [file = '', place = ''] = (scheme === '' ? target : rest).split('::', 2);
    const fragment = place.replace(/^[*#]/, '').trim();
    return { ...pathTarget(file, path), ...(fragment === '' || /^\d+$/.test(fragment) ? {} : { fragment }) };
  }
  if (scheme === 'id') return { kind: 'label', target: rest };
  if (scheme === 'roam' || scheme === 'denote') return { kind: 'wiki', target: rest };
  if (/^\w{0,20}cite\w{0,20}$/.test(scheme)) return { kind: 'citation', target: rest.replace(/^&/, '') };
  return scheme === '' ? { kind: 'label', target } : addressTarget(target, path);
}
