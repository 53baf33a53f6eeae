import type { RunSummary } from '../../protocol/engine.ts';
import type { Uses } from '../parts.ts';
import type { FolderRunsOptions } from './folderRuns.ts';

/** The runs of all folders as one list, which is a new one when that of a folder is; undefined until an engine has listed its own. */
export function runsOfAll(engines: Uses<'engines'>['engines'], { onDidChange }: Uses<'index'>['index']): FolderRunsOptions['state'] {
  let parts: readonly (readonly RunSummary[])[] = [];
  let all: readonly RunSummary[] | undefined;
  return {
    onDidChange,
    get runs() {
      const now = engines.all.flatMap(({ index }) => (index.runs ? [index.runs] : []));
      if (now.length !== parts.length || now.some((list, i) => list !== parts[i])) {
        parts = now;
        all = now.length === 0 ? undefined : now.flat();
      }
      return all;
    },
  };
}
