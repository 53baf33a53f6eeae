/** Chooses the citation syntax for a document. */
import { extensionOf } from '../../protocol/documentFormats.ts';
import { asciidocSyntax } from './asciidoc.ts';
import { commentsWith, commentSyntax, type CommentSigns } from './comments.ts';
import { htmlSyntax } from './html.ts';
import { latexSyntax } from './latex.ts';
import { markdownSyntax } from './markdown.ts';
import { orgSyntax } from './org.ts';
import { plainTextSyntax } from './plainText.ts';
import { restructuredTextSyntax } from './restructuredText.ts';
import type { CitationSyntax } from './syntax.ts';

/**
 * The syntax by file extension, then by the editor's language id; undefined for a document that cannot contain prose, such as data or a
 * notebook file.
 */
export function syntaxOf(path: string, languageId?: string): CitationSyntax | undefined {
  const extension = extensionOf(path);
  const known = byExtension.get(extension) ?? (languageId === undefined ? undefined : byLanguage.get(languageId));
  if (known) return known;
  if (dataExtensions.has(extension) || (languageId !== undefined && dataLanguages.has(languageId))) return undefined;
  const signs = languageId === undefined ? undefined : signsOf.get(languageId);
  if (signs) return commentsWith(signs);
  return languageId === undefined ? commentSyntax : plainTextSyntax;
}

/** File extensions and language ids of the editor, by syntax. */
const named: readonly (readonly [CitationSyntax, extensions: string, languages: string])[] = [
  [markdownSyntax, '.md .markdown .mdown .mkd .mdx .qmd .rmd', 'markdown quarto rmd'],
  [htmlSyntax, '.html .htm .xhtml .vue .svelte', 'html'],
  [latexSyntax, '.tex .ltx .latex', 'latex tex'],
  [restructuredTextSyntax, '.rst .rest', 'restructuredtext'],
  [asciidocSyntax, '.adoc .asciidoc .asc', 'asciidoc'],
  [orgSyntax, '.org', 'org'],
  [plainTextSyntax, '.txt .text', 'plaintext'],
];
const byExtension = new Map(named.flatMap(([syntax, extensions]) => extensions.split(' ').map((one) => [one, syntax] as const)));
/** Of files that people write in. Lowercase, with the dot. */
export const proseExtensions: readonly string[] = [...byExtension.keys()];
const byLanguage = new Map(named.flatMap(([syntax, , languages]) => languages.split(' ').map((one) => [one, syntax] as const)));

const dataExtensions: ReadonlySet<string> = new Set('.ipynb .json .jsonl .csv .tsv .bib .lock .svg'.split(' '));
const dataLanguages: ReadonlySet<string> = new Set('json jsonl csv tsv bibtex log diff git-commit search-result'.split(' '));

/** How the editor's languages comment lines. */
const commented: readonly (readonly [CommentSigns, languages: string])[] = [
  [
    { line: '//' },
    'c cpp cuda-cpp csharp dart fsharp go groovy java javascript javascriptreact jsonc kotlin less objective-c objective-cpp php rust ' +
      'scala scss solidity swift typescript typescriptreact zig proto3',
  ],
  [
    { line: '#' },
    'coffeescript dockerfile elixir ini julia makefile nim perl powershell properties python r ruby shellscript toml yaml dockercompose ' +
      'gitignore ignore dotenv',
  ],
  [{ line: '--' }, 'haskell lua sql ada vhdl elm'],
  [{ line: ';;' }, 'clojure lisp scheme racket'],
  [{ line: '%' }, 'erlang matlab prolog octave'],
  [{ line: "'" }, 'vb vba'],
  [{ line: 'REM' }, 'bat'],
  [{ line: '"' }, 'viml'],
  [{ line: '!' }, 'fortran FortranFreeForm'],
  [{ open: '/*', line: ' *', close: ' */' }, 'css'],
  [{ open: '(*', line: ' *', close: ' *)' }, 'ocaml'],
];
const signsOf = new Map(commented.flatMap(([signs, languages]) => languages.split(' ').map((one) => [one, signs] as const)));

export const allSyntaxes: readonly CitationSyntax[] = [...named.map(([syntax]) => syntax), commentSyntax];
