import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../base/errors.ts';
import { globMatcher } from '../base/glob.ts';
import type { SkippedFile } from './document.ts';

/** One line of an ignore file. */
export interface IgnoreLine {
  /** Path of the ignore file below the indexed folder. */
  readonly file: string;
  readonly pattern: string;
}

/**
 * Rules of the ignore files from the indexed folder down to one of its folders. As in git, a deeper file's rule wins over a higher one's,
 * and within a file the last matching line wins; `.ignore` wins over `.gitignore` in the same folder. An ignored folder is not entered, so
 * no rule can include a file inside it again.
 */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);
  /** Deepest and strongest first. */
  readonly #levels: readonly Level[];

  private constructor(levels: readonly Level[]) {
    this.#levels = levels;
  }

  /**
   * The line that rules a path out, if any.
   * @param path `/`-separated, below the indexed folder
   */
  lineAgainst(path: string, isFolder: boolean): IgnoreLine | undefined {
    for (const { folder, file, rules } of this.#levels) {
      const inside = path.slice(folder === '' ? 0 : folder.length + 1);
      const rule = rules.findLast(({ matches }) => matches(inside, isFolder));
      if (rule) return rule.isIncluded ? undefined : { file, pattern: rule.pattern };
    }
    return undefined;
  }

  /**
   * The rules inside `folder`, whose entries are `listing`. Adds an ignore file that cannot be read to `skipped`.
   * @throws the error of a drive that does not answer: what may be read is not known
   */
  async within(
    root: string,
    folder: string,
    listing: readonly { readonly name: string; readonly kind: string }[],
    skipped: SkippedFile[],
  ): Promise<IgnoreRules> {
    const added: Level[] = [];
    for (const name of IGNORE_FILES) {
      if (!listing.some((entry) => entry.name === name && entry.kind !== 'folder')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      try {
        const stats = await stat(join(root, path));
        // A link may lead to a pipe or a device, which can be read for ever.
        if (!stats.isFile() || stats.size > MAX_BYTES) {
          skipped.push(
            stats.isFile()
              ? { path, reason: 'is larger than 1 MB, so its rules are not applied; change or remove it' }
              : { path, reason: 'is not a regular file, so its rules are not applied; change or remove it' },
          );
          continue;
        }
        const text = await readFile(join(root, path), 'utf8');
        added.push({
          folder,
          file: path,
          rules: text
            .replace(/^\ufeff/, '')
            .split(/\r?\n/)
            .flatMap(ruleOf),
        });
      } catch (error) {
        if (!isSystemError(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP')) throw error;
        skipped.push({
          path,
          reason: `cannot be read (${error.code ?? error.message}), so its rules are not applied; check its permissions`,
        });
      }
    }
    return added.length === 0 ? this : new IgnoreRules([...added, ...this.#levels]);
  }
}

/** Those that people write have a few kilobytes. */
const MAX_BYTES = 1e6;

interface Level {
  readonly folder: string;
  readonly file: string;
  /** Those that win last. */
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly pattern: string;
  /** Begins with `!`. */
  readonly isIncluded: boolean;
  /** @param path below the folder of the ignore file */
  readonly matches: (path: string, isFolder: boolean) => boolean;
}

/** Git's format. */
function ruleOf(pattern: string): readonly Rule[] {
  const isIncluded = pattern.startsWith('!');
  const written = withoutBlanksAtEnd(isIncluded ? pattern.slice(1) : pattern);
  const isOfFolders = written.endsWith('/');
  const path = isOfFolders ? written.slice(0, -1) : written;
  // A backslash at the end has nothing to take the meaning from.
  if (pattern.startsWith('#') || path === '' || /(?<!\\)(?:\\\\)*\\$/.test(path)) return [];
  const isName = !path.includes('/');
  const matchesGlob = globMatcher(path.replace(/^\//, ''), { hasBraces: false, ignoresCase: process.platform !== 'linux' });
  return [
    {
      pattern,
      isIncluded,
      matches: (tested, isFolder) => (isFolder || !isOfFolders) && matchesGlob(isName ? tested.slice(tested.lastIndexOf('/') + 1) : tested),
    },
  ];
}

/** A backslash keeps a blank. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && /[ \t]/.test(line.charAt(end - 1)) && line.charAt(end - 2) !== '\\') end--;
  return line.slice(0, end);
}

/** Strongest first. */
export const IGNORE_FILES: readonly string[] = ['.ignore', '.gitignore'];
