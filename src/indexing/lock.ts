/** Allows one writer per index, and one that learns from it, also across processes. */
import { join } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { takeFileLock, type FileLock } from '../base/fileLock.ts';
import { explainStorageFault } from './storageFault.ts';

export type WriteLock = FileLock;

/** Another process is writing. */
export class IndexLockedError extends AriadneError {
  /** The owner for the middle of a sentence: `process 12 on box`. */
  readonly owner: string;

  constructor(owner: string, advice: string) {
    super('index-locked', `${owner.charAt(0).toUpperCase()}${owner.slice(1)} is already indexing ${advice}`);
    this.owner = owner;
  }
}

/** What only one process at a time does. Who learns writes only at the end, so that updates of documents go on meanwhile. */
export type LockedWork = 'writer' | 'learner';

/**
 * Takes a lock of a storage folder, which is created if it does not exist. When it is taken over, `takeFileLock` says.
 * @throws AriadneError `index-locked` naming the owner; `storage-full`, `storage-unwritable`
 */
export async function lockForWriting(storage: string, work: LockedWork = 'writer'): Promise<WriteLock> {
  try {
    return await take(join(storage, `${work}.lock`));
  } catch (error) {
    throw explainStorageFault(error, { kind: 'local', uri: storage }) ?? error;
  }
}

async function take(file: string): Promise<WriteLock> {
  const attempt = await takeFileLock(file, lockLost);
  if (attempt.kind === 'taken') return attempt.lock;
  throw new IndexLockedError(attempt.owner, `this folder. Wait until it finishes. If it is not running, delete ${file}.`);
}

export function lockLost(): AriadneError {
  return new AriadneError('index-lock-lost', 'Lost the index lock (no heartbeat). Index again.');
}
