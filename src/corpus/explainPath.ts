import { assertNever } from '../base/errors.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { realFolder } from './discover.ts';
import { isPathInside, PathLookup } from './pathLookup.ts';
import { formatOf } from './readers/formats.ts';

export interface PathExplanation {
  readonly state: 'document' | 'excluded' | 'missing';
  /** One clause with the file as its subject, for example `matches "*.txt" in docs/.gitignore`. */
  readonly reason: string;
  /** The ignore file with the line that rules the path out. */
  readonly ignoreFile?: string;
}

/**
 * Explains why a file is or is not indexed by naming the rule that `discover` follows for it.
 * @param path relative to the folder, `/`-separated
 * @throws AriadneError like `discover`
 */
export async function explainPath(folder: string, path: string, options: DiscoveryOptions): Promise<PathExplanation> {
  const root = await realFolder(folder);
  if (path !== '' && !isPathInside(path)) {
    return { state: 'excluded', reason: 'is not a path relative to the indexed folder with / as the separator' };
  }
  const { verdict, at } = await new PathLookup(root, options).verdictOn(path);
  switch (verdict.kind) {
    case 'document':
      return { state: 'document', reason: `is read as ${formatOf(path)?.name ?? 'a document'}` };
    case 'folder':
      return { state: 'excluded', reason: 'is a folder; choose one of its files' };
    case 'missing':
      return { state: 'missing', reason: 'does not exist' };
    case 'hidden':
    case 'skipped': {
      const reason = at === path ? verdict.reason : `is in ${at}, which ${verdict.reason}`;
      const ignoreFile = verdict.kind === 'hidden' ? verdict.ignoreFile : undefined;
      return { state: 'excluded', reason, ignoreFile };
    }
    default:
      return assertNever(verdict);
  }
}
