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

export const allSyntaxes: readonly CitationSyntax[] = [
  markdownSyntax,
  htmlSyntax,
  latexSyntax,
  restructuredTextSyntax,
  asciidocSyntax,
  orgSyntax,
  plainTextSyntax,
  commentSyntax,
];

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

const byExtension: ReadonlyMap<string, CitationSyntax> = new Map([
  ...['.md', '.markdown', '.mdown', '.mkd', '.mdx', '.qmd', '.rmd'].map((extension) => [extension, markdownSyntax] as const),
  ...['.html', '.htm', '.xhtml', '.vue', '.svelte'].map((extension) => [extension, htmlSyntax] as const),
  ...['.tex', '.ltx', '.latex'].map((extension) => [extension, latexSyntax] as const),
  ...['.rst', '.rest'].map((extension) => [extension, restructuredTextSyntax] as const),
  ...['.adoc', '.asciidoc', '.asc'].map((extension) => [extension, asciidocSyntax] as const),
  ['.org', orgSyntax],
  ...['.txt', '.text'].map((extension) => [extension, plainTextSyntax] as const),
]);

const byLanguage: ReadonlyMap<string, CitationSyntax> = new Map([
  ['markdown', markdownSyntax],
  ['html', htmlSyntax],
  ['latex', latexSyntax],
  ['tex', latexSyntax],
  ['restructuredtext', restructuredTextSyntax],
  ['asciidoc', asciidocSyntax],
  ['org', orgSyntax],
  ['plaintext', plainTextSyntax],
]);

const dataExtensions: ReadonlySet<string> = new Set(['.ipynb', '.json', '.jsonl', '.csv', '.tsv', '.bib', '.lock', '.svg']);
const dataLanguages: ReadonlySet<string> = new Set(['json', 'jsonl', 'csv', 'tsv', 'bibtex', 'log', 'diff', 'git-commit', 'search-result']);

const slashes = [
  'c',
  'cpp',
  'cuda-cpp',
  'csharp',
  'dart',
  'fsharp',
  'go',
  'groovy',
  'java',
  'javascript',
  'javascriptreact',
  'jsonc',
  'kotlin',
  'less',
];
const moreSlashes = [
  'objective-c',
  'objective-cpp',
  'php',
  'rust',
  'scala',
  'scss',
  'solidity',
  'swift',
  'typescript',
  'typescriptreact',
  'zig',
  'proto3',
];
const hashes = [
  'coffeescript',
  'dockerfile',
  'elixir',
  'ini',
  'julia',
  'makefile',
  'nim',
  'perl',
  'powershell',
  'properties',
  'python',
  'r',
  'ruby',
];
const moreHashes = ['shellscript', 'toml', 'yaml', 'dockercompose', 'gitignore', 'ignore', 'dotenv'];
const signsOf: ReadonlyMap<string, CommentSigns> = new Map([
  ...[...slashes, ...moreSlashes].map((id) => [id, { line: '//' }] as const),
  ...[...hashes, ...moreHashes].map((id) => [id, { line: '#' }] as const),
  ...['haskell', 'lua', 'sql', 'ada', 'vhdl', 'elm'].map((id) => [id, { line: '--' }] as const),
  ...['clojure', 'lisp', 'scheme', 'racket'].map((id) => [id, { line: ';;' }] as const),
  ...['erlang', 'matlab', 'prolog', 'octave'].map((id) => [id, { line: '%' }] as const),
  ...['vb', 'vba'].map((id) => [id, { line: "'" }] as const),
  ['bat', { line: 'REM' }],
  ['viml', { line: '"' }],
  ['fortran', { line: '!' }],
  ['FortranFreeForm', { line: '!' }],
  ['css', { open: '/*', line: ' *', close: ' */' }],
  ['ocaml', { open: '(*', line: ' *', close: ' *)' }],
]);
