/** Where the documents of a folder disagree, and what the user thinks of it. */
import { join } from 'node:path';
import type { RowSet } from '../../base/rowSet.ts';
import type { FolderIndex } from '../../folder/folderIndex.ts';
import type { RequiredIndex } from '../../folder/folderIndexOptions.ts';
import type { DisagreementVerdict, FolderDisagreement } from '../../protocol/disagreements.ts';
import { findDisagreements, type DisagreementWalk } from './findDisagreements.ts';
import { Verdicts } from './verdicts.ts';

interface FolderParts {
  readonly folder: string;
  readonly storage: string;
  readonly index: Pick<FolderIndex, 'reading'>;
  /** The passages that a scope names; undefined without one. */
  readonly partOf: (
    scope: string | undefined,
    required: RequiredIndex,
    signal: AbortSignal,
  ) => Promise<{ readonly rows: RowSet } | undefined>;
}

interface Asked extends Pick<DisagreementWalk, 'onProgress' | 'signal'> {
  readonly scope?: string | undefined;
}

export class FolderDisagreements {
  readonly #parts: FolderParts;

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  /** See `findDisagreements`. @throws AriadneError `index-missing`, `verdicts-broken`; as `resolveScope` */
  find({ scope, signal, onProgress }: Asked): Promise<readonly FolderDisagreement[]> {
    const { folder, storage, index, partOf } = this.#parts;
    return index.reading(async (required) => {
      const part = await partOf(scope, required, signal);
      const walk = { verdicts: new Verdicts(folder), keysFile: join(storage, 'statements.bin'), onProgress, signal };
      return findDisagreements({ index: required.index, among: part?.rows, ...walk });
    });
  }

  /** See `Verdicts.settle`. */
  settle(found: Pick<FolderDisagreement, 'sides'>, verdict: DisagreementVerdict | null): Promise<void> {
    return Verdicts.settle(this.#parts.folder, found, verdict);
  }
}
