import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import { isSystemError } from '../base/errors.ts';
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
      const { ignored, unignored, rule } = rules.test(isFolder ? `${inside}/` : inside);
      if (ignored) return { file, pattern: rule?.pattern ?? '' };
      if (unignored) return undefined;
    }
    return undefined;
  }

  /** The rules inside `folder`, whose entries are `listing`. Adds an ignore file that cannot be read to `skipped`. */
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
        const text = await readFile(join(root, path), 'utf8');
        added.push({
          folder,
          file: path,
          rules: ignore({ ignorecase: process.platform !== 'linux', allowRelativePaths: true }).add(text.replace(/^\ufeff/, '')),
        });
      } catch (error) {
        if (!isSystemError(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EIO')) throw error;
        skipped.push({
          path,
          reason: `cannot be read (${error.code ?? error.message}), so its rules are not applied; check its permissions`,
        });
      }
    }
    return added.length === 0 ? this : new IgnoreRules([...added, ...this.#levels]);
  }
}

interface Level {
  readonly folder: string;
  readonly file: string;
  readonly rules: Ignore;
}

/** Strongest first. */
export const IGNORE_FILES: readonly string[] = ['.ignore', '.gitignore'];
