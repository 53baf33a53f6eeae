/** Citations by a key, a number or a footnote, as documents write them, and what a document itself defines them as. Pure. */
import { findIdentifiers } from '../language/identifiers.ts';
import type { Cited } from './citing.ts';
import type { TextRange } from './readText.ts';

export interface CitedKey {
  /** As it is written: with its sign where several share brackets, otherwise the whole citation. */
  readonly range: TextRange;
  /** The key alone, with its sign. */
  readonly name: TextRange;
  /** The key or number. */
  readonly key: string;
  readonly form: 'key' | 'number';
}

/** What is between one pair of brackets. */
export interface KeyGroup extends Cited {
  readonly isTextual: boolean;
  readonly keys: readonly CitedKey[];
  /** Whether it is a citation even where nothing defines its keys: `@name` may be a person, `<<name>>` a section. */
  readonly isSure: boolean;
  /** Whether it is a DOI or an arXiv id, or a link to one. */
  readonly isIdentifier?: true;
}

/** A way to cite. */
interface KeyPattern {
  /** With the group `keys`. */
  readonly citation: RegExp;
  /** Matches each key within; its first group that is set is the key. Default: what is between commas. */
  readonly key?: RegExp;
  readonly form?: 'number';
  readonly isTextual?: true | RegExp;
  readonly isUnsure?: true;
}

const sign = '@(?:\\{([^{}\\n]{1,200})\\}|([\\p{L}\\p{N}_][\\p{L}\\p{N}_]*(?:[:.#$%&+?~/-]+[\\p{L}\\p{N}_]+)*))';
const signedKey = new RegExp(`(?<![\\p{L}\\p{N}_@./])${sign}`, 'gu');
const listedKey = /(?<![^\s,])&?([^\s,&()[\]{}]{1,200})/g;
/** Between notes in braces: `{see}key{p. 3}`. */
const notedKey = /(?<![^\s,}])([^\s,&()[\]{}]{1,200})(?=\s{0,20}(?:,|$|\{[^{}]{0,200}\}\s{0,20}(?:,|$)))/g;
const numbers = '\\d{1,4}(?:\\s?[,;–—-]\\s?\\d{1,4}){0,40}';
const bracketed: KeyPattern = {
  // Not an image, a link, a definition or code.
  citation: new RegExp(
    `(?<![\\p{L}\\p{N}!\\]\\\\])\\[(?<keys>${numbers})\\](?![(:\\[])|(?<=[\\p{L}.,;)”"])\\[(?<more>${numbers})\\](?![(:\\[])`,
    'gu',
  ),
  form: 'number',
};

/** By the id of a `CitationSyntax`. */
const patterns: Readonly<Record<string, readonly KeyPattern[]>> = {
  markdown: [
    { citation: /(?<![!\\\]])\[(?<keys>[^[\]\\^][^[\]]{0,1500})\](?![([:{])/g, key: signedKey },
    {
      citation: new RegExp(`(?<keys>(?<![\\p{L}\\p{N}_@./\\\\:-])${sign})(?:\\s\\[[^\\][\\n]{1,80}\\])?`, 'gu'),
      key: signedKey,
      isTextual: true,
      isUnsure: true,
    },
    { citation: /(?<!\\)\[\^(?<keys>[^\]\s]{1,100})\](?!:)/g, key: /(.+)/g, form: 'number', isUnsure: true },
    bracketed,
  ],
  latex: [
    {
      citation:
        /\\(?<command>(?!nocite|citestyle|setcitestyle|citereset|bibcite|citealias)[A-Za-z]{0,20}?[Cc]ite[A-Za-z]{0,12})\*?(?:\s?\([^()\n]{0,200}\)){0,2}(?<keys>(?:(?:\s?\[[^\][]{0,300}\]){0,2}\s?\{[^{}]{1,2000}\}){1,20})/g,
      key: /(?<=[{,]\s{0,50})([^\s,{}[\]]{1,200})(?=\s{0,50}[,}])/g,
      isTextual: /^(?:[Tt]extcites?|[Cc]itet|[Cc]itealt|[Cc]iteauthor|[Cc]itetitle)$/,
    },
  ],
  org: [
    { citation: /\[cite(?:\/(?<command>[^:\][\s]{1,40}))?:(?<keys>[^\][]{1,1500})\]/g, key: signedKey, isTextual: /^t/ },
    {
      citation:
        /(?<![\p{L}\p{N}[/])(?:cite|citep|citet|autocite|parencite|textcite|footcite):(?<keys>&?[\p{L}\p{N}_:.-]{0,199}[\p{L}\p{N}_](?:[,;]&?[\p{L}\p{N}_:.-]{0,199}[\p{L}\p{N}_]){0,20})/gu,
    },
    { citation: /\[fn:(?<keys>[^\]\s:]{1,100})\](?!\s*$)/g, key: /(.+)/g, form: 'number', isUnsure: true },
    bracketed,
  ],
  asciidoc: [
    { citation: /\bcite(?:np)?:\[(?<keys>[^\][]{1,1000})\]/g },
    { citation: /<<(?<keys>[^<>,\s]{1,200})(?:,[^<>]{0,200})?>>/g, key: /(.+)/g, isUnsure: true },
  ],
  restructuredtext: [
    { citation: /:cite(?<command>:[a-z:]{1,20})?:`(?<keys>[^`]{1,1000})`/g, key: notedKey, isTextual: /^:(?:t|ct)/ },
    { citation: /\[(?<keys>#?[\p{L}\p{N}_][\p{L}\p{N}_.:+-]{0,100})\]_(?![\p{L}\p{N}])/gu, key: /(.+)/g, isUnsure: true },
    bracketed,
  ],
  plaintext: [bracketed],
  html: [bracketed],
};

/** In text order, without overlap. Citations shown as code are among them. */
export function keyGroups(text: string, syntax: string, definitions: Definitions): readonly KeyGroup[] {
  const found = (patterns[syntax] ?? []).flatMap((pattern) =>
    pattern === bracketed && !definitions.hasList ? [] : groupsOf(text, pattern),
  );
  const groups: KeyGroup[] = [];
  let end = 0;
  for (const group of [...found, ...identifierGroups(text, syntax, definitions)].toSorted((a, b) => a.range.start - b.range.start)) {
    if (group.range.start < end) continue;
    end = group.range.end;
    groups.push(group);
  }
  return groups;
}

function groupsOf(text: string, { citation, key = listedKey, form, isTextual, isUnsure }: KeyPattern): readonly KeyGroup[] {
  return [...text.matchAll(citation)].flatMap(({ 0: all, index: start, groups = {} }): readonly KeyGroup[] => {
    const written = groups['keys'] ?? groups['more'] ?? '';
    const at = start + all.indexOf(written);
    const range = { start, end: start + all.length };
    const parts = form === 'number' && key === listedKey ? numbersIn(written) : partsOf(written, key);
    const keys = parts.map((part) => {
      const name = { start: at + part.start, end: at + part.end };
      return { range: parts.length === 1 ? range : name, name, key: part.key, form: form ?? ('key' as const) };
    });
    const textual = typeof isTextual === 'object' ? isTextual.test(groups['command'] ?? '') : isTextual === true;
    return keys.length === 0 ? [] : [{ range, isTextual: textual, keys, isSure: isUnsure !== true }];
  });
}

/** What is before and after an address where it is a link; the group `label` is what a reader sees. */
const linked: Readonly<Record<string, readonly [before: RegExp, after: RegExp]>> = {
  markdown: [/(?:\[(?<label>[^\][\n]{0,300})\]\(<?|<)$/, /^>?(?:\s+"[^"\n]{0,300}")?\)?/],
  latex: [/\\(?:href|url|doi)\{$/, /^\}(?:\{(?<label>[^{}\n]{0,300})\})?/],
  org: [/\[\[$/, /^\](?:\[(?<label>[^\][\n]{0,300})\])?\]/],
  asciidoc: [/(?:)$/, /^\[(?<label>[^\][\n]{0,300})\]/],
  restructuredtext: [/`(?<label>[^`<\n]{0,300})<$/, /^>`__?/],
};

/** In a list of references they define something, and cite nothing. */
function identifierGroups(text: string, syntax: string, { listStart = Infinity }: Definitions): readonly KeyGroup[] {
  return findIdentifiers(text.slice(0, listStart)).map((found): KeyGroup => {
    const { id: key, ...name } = found;
    const [before, after] = linked[syntax] ?? [];
    const opening = before?.exec(text.slice(Math.max(0, name.start - longestLink), name.start));
    const closing = opening && after?.exec(text.slice(name.end, name.end + longestLink));
    const range = closing ? { start: name.start - opening[0].length, end: name.end + closing[0].length } : name;
    const label = closing ? (opening.groups?.['label'] ?? closing.groups?.['label'] ?? '') : '';
    const isWords = /\s/.test(label.trim()) && !/\b(?:1[89]|20)\d\d/.test(label);
    const at = isWords ? text.indexOf(label, range.start) : -1;
    const shown = at < 0 ? undefined : { start: at, end: at + label.length };
    return {
      ...{ range, isTextual: shown !== undefined, isSure: false, isIdentifier: true, ...(shown && { shown }) },
      keys: [{ range, name, key, form: 'key' }],
    };
  });
}

/** In characters. */
const longestLink = 320;

interface Part extends TextRange {
  readonly key: string;
}

function partsOf(written: string, key: RegExp): readonly Part[] {
  // Notes are in brackets within.
  const bare = written.replace(/\[[^\][]*\]/g, (note) => ' '.repeat(note.length));
  return [...bare.matchAll(key)].map((match) => {
    const name = match.slice(1).find((one) => one !== undefined) ?? '';
    return { key: name, start: match.index, end: match.index + match[0].length };
  });
}

/** `1, 3–5` are four. */
function numbersIn(written: string): readonly Part[] {
  return [...written.matchAll(/(\d{1,4})(?:\s?[–—-]\s?(\d{1,4}))?/g)].flatMap(
    ({ 0: all, 1: first = '', 2: last = first, index: start }) => {
      const count = Number(last) - Number(first) + 1;
      if (count < 1 || count > mostInRange) return [];
      return Array.from({ length: count }, (_, i) => ({ key: String(Number(first) + i), start, end: start + all.length }));
    },
  );
}

const mostInRange = 30;

/** What a document says its own keys and numbers are. */
export interface Definitions {
  readonly byKey: ReadonlyMap<string, TextRange>;
  /** Whether it has a list of references, so that numbers in brackets cite. */
  readonly hasList: boolean;
  /** Where its references begin, in a list or not. */
  readonly listStart?: number;
}

/** The first group is the key. */
const definitionStarts: Readonly<Record<string, RegExp>> = {
  markdown: /^ {0,3}\[\^([^\]\s]{1,100})\]:/gm,
  latex: /^[ \t]*\\bibitem\s?(?:\[[^\]\n]{0,300}\])?\s?\{([^{}\n]{1,200})\}/gm,
  org: /^\[fn:([^\]\s]{1,100})\]/gm,
  asciidoc: /^[ \t]*(?:[*-][ \t]+)?\[\[\[([^\],\s]{1,200})(?:,[^\]\n]{0,100})?\]\]\]/gm,
  restructuredtext: /^[ \t]*\.\.[ \t]+\[(#?[^\]\s]{1,100})\]/gm,
};
const listHeading = new RegExp(
  [
    String.raw`^[ \t]*(?:#{1,6}[ \t]+|=+[ \t]+|\*+[ \t]*|\\(?:sub)*section\*?\{|<h[1-6][^<>\n]{0,200}>)?(?:\d{1,2}(?:\.\d{1,2})*\.?[ \t]+)?`,
    '(?:references?|bibliography|works cited|literature(?: cited)?|sources|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|bibliographie|références|bibliografía|referencias|bibliografia|referências|riferimenti|literatuur(?:lijst)?|参考文献|引用文献|список литературы|литература)',
    String.raw`(?:[ \t]*(?:[}*:]{1,3}|#{1,6}|</h[1-6]>))?[ \t]*$`,
  ].join(''),
  'gimu',
);
const listItem = /^[ \t]*(?:[-*][ \t]+|<li>)?(?:\[(\d{1,4})\]|(\d{1,4})[.)])[ \t]+(?=\S)/gm;
const mostOfDefinition = 3000;

export function definitionsIn(text: string, syntax: string): Definitions {
  const byKey = new Map<string, TextRange>();
  const add = (starts: readonly RegExpExecArray[]): void => {
    starts.forEach((match, i) => {
      const key = match.slice(1).find((one) => one !== undefined) ?? '';
      const from = match.index + match[0].length;
      const rest = text.slice(from, Math.min(starts[i + 1]?.index ?? text.length, from + mostOfDefinition));
      // It goes on below a blank line where it is indented.
      const length = /\n[ \t]*\n(?![ \t]{2,}\S)/.exec(rest)?.index ?? rest.length;
      if (!byKey.has(key)) byKey.set(key, { start: match.index, end: from + length });
    });
  };
  const heading = [...text.matchAll(listHeading)].at(-1);
  const list = heading ? [...text.matchAll(listItem)].filter(({ index }) => index > heading.index) : [];
  const starts = definitionStarts[syntax];
  if (starts) add([...text.matchAll(starts)]);
  add(list);
  return { byKey, hasList: list.length > 0, ...(heading && { listStart: heading.index }) };
}

/** Names of the bibliographies that a document declares, as written. */
const declarations: Readonly<Record<string, RegExp>> = {
  markdown: /^bibliography:[ \t]*(\S[^\n]*|(?:\n[ \t]*-[ \t]+[^\n]+)+)/gm,
  latex: /\\(?:bibliography|addbibresource|addglobalbib)(?:\[[^\]\n]{0,200}\])?\{([^{}]{1,1000})\}/g,
  org: /^#\+bibliography:[ \t]*([^\n]+)/gim,
  asciidoc: /^:(?:bibtex-file|bibliography-database):[ \t]*([^\n]+)/gm,
  restructuredtext: /^[ \t]*\.\.[ \t]+bibliography::[ \t]*([^\n]+)/gm,
};

export function declaredBibliographies(text: string, syntax: string): readonly string[] {
  const declared = declarations[syntax];
  if (!declared) return [];
  return [...text.matchAll(declared)].flatMap(({ 1: names = '' }) =>
    names
      .split(syntax === 'org' ? /\n/ : /[\n,]|\s-\s/)
      .map((name) => name.replace(/^[\s\-['"]+|[\s\]'"]+$/g, ''))
      .filter((name) => name !== '')
      .map((name) => (syntax === 'latex' && !/\.\w+$/.test(name) ? `${name}.bib` : name)),
  );
}
