/** Finds the references in documentation, and in comments that cite it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

export const repositoryRoot = join(import.meta.dirname, '..', '..');

/** A text of the repository; `path` is relative to its root. */
export interface RepositoryText {
  readonly path: string;
  readonly text: string;
}

export interface Citation {
  readonly path: string;
  /** For example `pipelines.md`. */
  readonly document: string;
  /** For example `2.14`. */
  readonly section: string;
}

/** @param patterns globs relative to the root of the repository */
export function repositoryTexts(...patterns: readonly string[]): readonly RepositoryText[] {
  const paths = globSync([...patterns], { cwd: repositoryRoot }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));
}

/** Numbers of the headings: `1`, `1.1`. */
export function sectionsOf(markdown: string): ReadonlySet<string> {
  return new Set([...markdown.matchAll(/^#{1,3} (\d+(?:\.\d+)?)[. ]/gm)].flatMap(([, section]) => section ?? []));
}

/**
 * Finds citations such as `pipelines.md 1.5`, `pipelines.md 7.2, 7.3` and `metrics.md 1 to 3`, even across lines of a comment, and in the
 * documents' links.
 */
export function citationsIn({ path, text }: RepositoryText, documents: readonly string[]): readonly Citation[] {
  const flowing = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
  const section = String.raw`\d+(?:\.\d+)?(?![\d%])`;
  const names = documents.map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
  const cited = new RegExp(String.raw`(${names})[)\x60]* ((?:${section}(?:, | and | to |–))*${section})`, 'gi');
  return [...flowing.matchAll(cited)].flatMap(([, document = '', sections = '']) =>
    [...sections.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => ({ path, document: document.toLowerCase(), section: number })),
  );
}

/**
 * Links and images to files, or headings of pages, that do not exist, as `document: target`. Ignores addresses and Markdown in comments.
 */
export function brokenLinks({ path, text }: RepositoryText): readonly string[] {
  const inHtml = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].flatMap(([, target]) => target ?? []);
  const targets = [...nodesOf(fromMarkdown(text))].flatMap((node) =>
    node.type === 'link' || node.type === 'image' || node.type === 'definition' ? node.url : [],
  );
  const local = [...targets, ...inHtml].flatMap((target) => target.split(', ')).filter((target) => !/^[a-z]+:/i.test(target));
  const broken = local.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const at = file === '' ? join(repositoryRoot, path) : join(repositoryRoot, dirname(path), decodeURI(file));
    if (file !== '' && !existsSync(at)) return true;
    if (anchor === undefined || !/\.md$/.test(file === '' ? path : file)) return false;
    return !anchorsOf(file === '' ? text : readFileSync(at, 'utf8')).has(decodeURIComponent(anchor));
  });
  return broken.map((target) => `${path}: ${target}`);
}

/** As GitHub makes them of headings. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = words;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${words}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

const topFolders = ['src', 'webview-ui', 'test', 'scripts', 'bench', 'docs', 'media', 'samples'];

/**
 * Files and folders of the repository that are named in code but do not exist, as `document: name`. A name with a placeholder is ignored.
 */
export function missingFiles({ path, text }: RepositoryText): readonly string[] {
  const code = [...nodesOf(fromMarkdown(text))].flatMap((node) => (node.type === 'inlineCode' || node.type === 'code' ? node.value : []));
  const named = new RegExp(String.raw`(?<![\w./-])(?:${topFolders.join('|')})/[\w./@-]*(?![\w<*{])`, 'g');
  const names = code.flatMap((value) => [...value.matchAll(named)].map(([name]) => name.replace(/[.]$/, '')));
  // A folder's own page names the files beside it.
  const beside = path.endsWith('/README.md') ? code.filter((value) => /^[\w/]+\.tsx?$/.test(value)) : [];
  const folders = [repositoryRoot, join(repositoryRoot, dirname(path))];
  const missing = [...new Set([...names, ...beside])].filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return missing.map((name) => `${path}: ${name}`);
}

/** Names that do not exist in the preceding file, as in `file` · `Class.name`; returned as `document: file name`. */
export function missingNames({ path, text }: RepositoryText): readonly string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))` · `([\w.#]+)`/g)].flatMap(([, file = '', name = '']) => {
    const source = join(repositoryRoot, file);
    const words = existsSync(source) ? readFileSync(source, 'utf8').split(/[^\w#]+/) : [];
    return name.split('.').every((part) => words.some((word) => word === part || word === `#${part}`)) ? [] : [`${path}: ${file} ${name}`];
  });
}

/**
 * Names in backticks in comments that no code has, as `path: name`: those with a capital inside, and members (`Engine.ask`) of what the
 * code declares. Only comments that begin a line are looked at, so that no text in quotes passes for one.
 */
export function staleNames(texts: readonly RepositoryText[]): readonly string[] {
  const words = new Set<string>();
  const declared = new Map<string, Set<string>>();
  for (const { text } of texts) {
    const code = text.replace(comments, '');
    const here = code.match(/[\w$]+/g) ?? [];
    for (const word of here) words.add(word);
    for (const [, name = ''] of code.matchAll(/^(?:export )?(?:abstract )?(?:class|interface|type) (\w+)/gm)) {
      declared.set(name, new Set([...(declared.get(name) ?? []), ...here]));
    }
  }
  const isStale = (name: string): boolean => {
    const [owner = '', member] = name.split('.');
    return member === undefined ? !words.has(name) : declared.get(owner)?.has(member) === false;
  };
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(comments)]
      .flatMap(([comment]) => [...comment.matchAll(/`(\w*[a-z\d][A-Z]\w*|[A-Z]\w*\.#?\w+)(?:\(\))?`/g)])
      .flatMap(([, name = '']) => (isStale(name.replace('#', '')) ? `${path}: ${name}` : [])),
  );
}

const comments = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm;

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}
