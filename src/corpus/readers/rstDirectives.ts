/** The kind of a directive's content. Unlisted directives contain running text, including their first argument. */
export function directiveKind(name: string): DirectiveKind {
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
  'dropped' | 'code' | 'labeled' | 'content' | 'signature' | 'text' | 'quote' | 'image' | 'figure' | 'title' | 'csvTable' | 'listTable';

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
