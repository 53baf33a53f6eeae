/**
 * What the editor must know of files without reading them: which may be documents, and which have extracted text. Tests compare these lists
 * with src/corpus.
 */

/** Extensions of the formats whose ranges refer to extracted text, see `sourceRange`. Lowercase, with the dot. */
export const extractedExtensions: readonly string[] = ['.pdf', '.docx', '.docm', '.odt', '.ott', '.epub'];

/** Extensions of all documents, lowercase, with the dot. */
export const documentExtensions: readonly string[] = [
  ...extractedExtensions,
  ...['.md', '.markdown', '.mdown', '.mkd', '.qmd', '.rmd', '.txt', '.text', '.html', '.htm', '.xhtml', '.ipynb', '.tex', '.ltx', '.latex'],
  ...['.rst', '.rest', '.adoc', '.asciidoc', '.asc', '.org', '.bib', '.csv', '.tsv'],
  ...['.ts', '.mts', '.cts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.py', '.pyi', '.pyw', '.java', '.kt', '.kts'],
  ...['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.cu', '.cuh', '.m', '.mm', '.rs', '.go', '.zig', '.nim', '.swift'],
  ...['.php', '.cs', '.fs', '.vb', '.rb', '.pl', '.pm', '.lua', '.jl', '.r', '.dart', '.scala', '.clj', '.groovy', '.ex', '.exs'],
  ...['.erl', '.hs', '.ml', '.f90', '.sol', '.proto', '.sql', '.sh', '.bash', '.zsh', '.ps1'],
];

/** Names of the files whose lines exclude other files. */
export const ignoreFileNames: readonly string[] = ['.gitignore', '.ignore'];

/** Names of folders, at any depth, that contain no documents. */
export const closedFolderNames: readonly string[] = [
  '.git',
  '.hg',
  '.svn',
  '.vscode-test',
  'node_modules',
  'bower_components',
  'site-packages',
  '.ipynb_checkpoints',
];

/** Lowercase, with the dot; empty for a name without an extension, or with a dot only at its start. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}
