import type { MarkupLines } from './markupLines.ts';
import type { Stretches } from './stretches.ts';

/**
 * The kind of a directive's content. Unlisted directives contain running text, including their first argument.
 * @param argument its first line; `class` may document a Python class or style what follows
 */
export function directiveKind(name: string, argument: string): DirectiveKind {
  if (name === 'class' && /^[\w.]*[A-Z(]/.test(argument)) return 'signature';
  return KINDS.get(name) ?? (name.startsWith('auto') ? 'dropped' : name.includes(':') ? 'signature' : 'text');
}

/**
 * - `dropped`: content for the program that makes the pages.
 * - `code`: verbatim.
 * - `labeled`: running text labeled with the directive's name.
 * - `content`: the argument is not for readers.
 * - `signature`: the argument is code.
 */
export type DirectiveKind =
  | 'dropped'
  | 'code'
  | 'labeled'
  | 'content'
  | 'signature'
  | 'text'
  | 'quote'
  | 'image'
  | 'figure'
  | 'title'
  | 'csvTable'
  | 'listTable';

const KINDS: ReadonlyMap<string, DirectiveKind> = new Map([
  ...named(
    'dropped',
    'raw toctree contents include literalinclude index highlight meta role default-role sectnum target-notes graphviz digraph graph inheritance-diagram uml ' +
      'plantuml mermaid currentmodule module tabularcolumns bibliography sectionauthor codeauthor date',
  ),
  ...named(
    'code',
    'code code-block sourcecode parsed-literal doctest testcode testoutput testsetup testcleanup prompt console ipython productionlist math jupyter-execute plot',
  ),
  ...named(
    'labeled',
    'note warning tip hint important caution danger error attention seealso todo versionadded versionchanged versionremoved deprecated',
  ),
  ...named('content', 'class rst-class cssclass container only ifconfig compound grid hlist tab-set tabs glossary list-group'),
  ...named('quote', 'epigraph highlights pull-quote'),
  ...named('image', 'image'),
  ...named('figure', 'figure'),
  ...named('title', 'title'),
  ...named('csvTable', 'csv-table'),
  ...named('listTable', 'list-table'),
]);

function named(kind: DirectiveKind, names: string): readonly (readonly [string, DirectiveKind])[] {
  return names.split(' ').map((name) => [name, kind] as const);
}

/** The options of a directive, the `:name: value` lines directly below it. */
export class DirectiveLines {
  readonly #lines: MarkupLines;

  constructor(lines: MarkupLines) {
    this.#lines = lines;
  }

  optionsEnd(first: number, end: number): number {
    let line = first;
    let isOption = false;
    for (; line < end && !this.#lines.isBlank(line); line++) {
      isOption = OPTION.test(this.#lines.trimmedOf(line)) || (isOption && this.#lines.indentOf(line) > this.#lines.indentOf(first));
      if (!isOption) return line;
    }
    return line;
  }

  argumentEnd(line: number, end: number): number {
    let next = line + 1;
    while (next < end && !this.#lines.isBlank(next) && !OPTION.test(this.#lines.trimmedOf(next))) next++;
    return next < end && !this.#lines.isBlank(next) ? next : line + 1;
  }

  option(name: string, first: number, end: number): Stretches | undefined {
    for (let line = first; line < end; line++) {
      const marker = OPTION.exec(this.#lines.trimmedOf(line));
      if (marker?.[1] !== name) continue;
      let last = line + 1;
      while (last < end && !OPTION.test(this.#lines.trimmedOf(last))) last++;
      return this.#lines.stretches(line, last, (at) => this.#lines.contentOf(at) + (at === line ? marker[0].length : 0));
    }
    return undefined;
  }
}

const OPTION = /^:([\w -]{1,60}):(?:[ \t]+|$)/;
