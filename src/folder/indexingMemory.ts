/** What outlives the engine of how a folder is indexed, in a file of the storage folder. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isSystemError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { replaceFile } from '../base/replaceFile.ts';

const kept = z.object({
  /** The user has confirmed indexing of this large folder. */
  isLargeConfirmed: z.boolean().optional(),
  /** The user has stopped indexing, so a partial index stays partial. */
  isStopped: z.boolean().optional(),
  /** The settings of the last pass over the folder. */
  indexedWith: z.string().optional(),
});
export type Kept = Readonly<z.infer<typeof kept>>;

export interface IndexingMemory {
  readonly kept: Kept;
  keep(changes: Kept): void;
}

/** A file that is lost or damaged counts as none: then the user is asked again. */
export function indexingMemory(file: string, logger: Logger): IndexingMemory {
  let now = read(file, logger);
  return {
    get kept() {
      return now;
    },
    keep(changes) {
      const next = { ...now, ...changes };
      if (JSON.stringify(next) === JSON.stringify(now)) return;
      now = next;
      try {
        replaceFile(file, JSON.stringify(now));
      } catch (error) {
        logger.log('warn', 'index', messageOf(error));
      }
    },
  };
}

function read(file: string, logger: Logger): Kept {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) logger.log('warn', 'index', messageOf(error));
    return {};
  }
}
