import { posix } from 'node:path';
import type { ReadContext } from '../document.ts';
import { HEADING_LEVEL } from './latexWords.ts';

/** The document that a LaTeX file is a part of. */
export interface LatexRoot {
  readonly text: string;
  /** Headings above the place where the file is included, outermost first. */
  readonly headings: readonly PlacedHeading[];
}

interface PlacedHeading {
  readonly level: number;
  readonly text: string;
}

/**
 * Finds the root of a file without a `\documentclass`: the file that its `% !TEX root` names, or a file with a `\documentclass`, in the
 * same folder or one above, that includes it directly or through others. Undefined for a root itself, or when none is found among the first
 * files searched.
 * @param textOfArgument returns the text of the first braced argument of the macro at an offset
 */
export function rootOf(
  path: string,
  latex: string,
  context: ReadContext,
  textOfArgument: (latex: string, offset: number) => string,
): LatexRoot | undefined {
  const search = new RootSearch(path, context, textOfArgument);
  const named = MAGIC_ROOT.exec(latex.slice(0, MAGIC_CHARS))?.[1] ?? SUBFILE_ROOT.exec(latex)?.[1];
  if (named !== undefined) return search.rootAt(pathsFor(named, [folderOf(path)]));
  if (DOCUMENT_CLASS.test(latex)) return undefined;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    for (const name of likelyFirst(context.filesIn(folder))) {
      const root = search.rootIncluding(posix.join(folder, name));
      if (root !== undefined) return root;
    }
    if (folder === '') return undefined;
  }
}

const MAGIC_ROOT = /^[ \t]*%[ \t]*![ \t]*T[eE]X[ \t]+root[ \t]*=(.+)$/m;
const MAGIC_CHARS = 4000;
const SUBFILE_ROOT = /^[^%\r\n\u2028\u2029]*\\documentclass\s*\[([^\]\r\n]{1,300})\]\s*\{subfiles\}/m;
const DOCUMENT_CLASS = /^[^%\r\n\u2028\u2029]*\\documentclass\b/m;
const MAX_FILES = 50;
/** Limit of lookups, including names that do not exist. */
const MAX_LOOKS = 400;
const EXTENSIONS = ['.tex', '.ltx', '.latex'];

class RootSearch {
  readonly #path: string;
  readonly #context: ReadContext;
  readonly #textOfArgument: (latex: string, offset: number) => string;
  readonly #texts = new Map<string, string | undefined>();
  #fileCount = 0;

  constructor(path: string, context: ReadContext, textOfArgument: (latex: string, offset: number) => string) {
    this.#path = path;
    this.#context = context;
    this.#textOfArgument = textOfArgument;
  }

  /** A root that the file names. It need not include the file. */
  rootAt(paths: readonly string[]): LatexRoot | undefined {
    for (const path of paths) {
      const text = path === this.#path ? undefined : this.#read(path);
      if (text !== undefined) return { text, headings: this.#headingsAbove(path) ?? [] };
    }
    return undefined;
  }

  rootIncluding(path: string): LatexRoot | undefined {
    const text = path === this.#path ? undefined : this.#read(path);
    if (text === undefined || !DOCUMENT_CLASS.test(text)) return undefined;
    const headings = this.#headingsAbove(path);
    return headings && { text, headings };
  }

  /** Walks a document in reading order until it reaches the file; undefined when it does not. */
  #headingsAbove(root: string): readonly PlacedHeading[] | undefined {
    const seen = new Set<string>([root]);
    let above: readonly HeadingMark[] = [];
    const reaches = (path: string): boolean => {
      for (const mark of marksIn(this.#read(path) ?? '')) {
        if (mark.kind === 'heading') {
          above = [...above.filter(({ level }) => level < mark.level), mark];
          continue;
        }
        const targets = pathsFor(mark.target, mark.isRelative ? [folderOf(path)] : [folderOf(root), folderOf(path)]);
        if (targets.includes(this.#path)) return true;
        const next = targets.find((target) => this.#read(target) !== undefined);
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        if (reaches(next)) return true;
      }
      return false;
    };
    if (!reaches(root)) return undefined;
    return above.flatMap(({ level, latex, offset }) => {
      const text = this.#textOfArgument(latex, offset).replace(/\s+/g, ' ').trim();
      return text === '' ? [] : [{ level, text }];
    });
  }

  #read(path: string): string | undefined {
    if (!this.#texts.has(path) && this.#fileCount < MAX_FILES && this.#texts.size < MAX_LOOKS) {
      const text = this.#context.textOf(path);
      this.#texts.set(path, text);
      if (text !== undefined) this.#fileCount++;
    }
    return this.#texts.get(path);
  }
}

interface HeadingMark {
  readonly kind: 'heading';
  readonly level: number;
  readonly latex: string;
  readonly offset: number;
}

type Mark = HeadingMark | { readonly kind: 'include'; readonly target: string; readonly isRelative: boolean };

/** Headings and included files in reading order. Those in comments are left out. */
function* marksIn(latex: string): Generator<Mark> {
  for (const match of latex.matchAll(MARKS)) {
    const { heading, include, target, primitive, importer, folder, file } = match.groups ?? {};
    if (heading !== undefined) yield { kind: 'heading', level: HEADING_LEVEL.get(heading) ?? 1, latex, offset: match.index };
    else if (include !== undefined) yield { kind: 'include', target: target ?? primitive ?? '', isRelative: false };
    else if (importer !== undefined)
      yield { kind: 'include', target: `${folder ?? ''}/${file ?? ''}`, isRelative: importer.startsWith('sub') };
    else if (match[0] === '\\end{document}') return;
  }
}

const MARKS = new RegExp(
  [
    /%.*/,
    /\\(?<heading>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)(?![A-Za-z])/,
    /\\(?<include>input|include|subfile|subfileinclude)(?![A-Za-z])\s*(?:\{(?<target>[^{}\n]+)\}|(?<primitive>[^\s{}\\%]+))/,
    /\\(?<importer>(?:sub)?(?:import|includefrom|inputfrom))\*?\s*\{(?<folder>[^{}\n]*)\}\s*\{(?<file>[^{}\n]+)\}/,
    /\\end\{document\}/,
    /\\[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The paths that a name may refer to, as LaTeX resolves it from each of the folders; none outside the indexed folder. */
function pathsFor(name: string, folders: readonly string[]): readonly string[] {
  const bare = name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '/');
  const paths = folders.map((folder) => posix.join(folder, bare.replace(/^\/+/, ''))).filter((path) => !path.startsWith('../'));
  return [...new Set(paths.flatMap((path) => (EXTENSIONS.some((extension) => path.endsWith(extension)) ? [path] : [`${path}.tex`, path])))];
}

function likelyFirst(names: readonly string[]): readonly string[] {
  const isLikely = (name: string): boolean => /^(?:main|root|thesis|paper|book|report|article|manuscript|master)\./i.test(name);
  const ours = names.filter((name) => EXTENSIONS.some((extension) => name.endsWith(extension))).sort();
  return [...ours.filter(isLikely), ...ours.filter((name) => !isLikely(name))];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
