import { t } from '@vscode/l10n';
import { window } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import type { OtherFolder } from '../../protocol/runSpec.ts';
import { logFailure } from '../failures.ts';
import type { Uses } from '../parts.ts';

/** `ariadne.chooseFolders`: which folders of the workspace questions are asked of. */
export async function chooseFolders({ folders, engines }: Uses<'folders' | 'engines'>): Promise<void> {
  const { asked } = folders;
  const rows = folders.all
    .filter(({ isOnDisk }) => isOnDisk)
    .map((folder) => ({
      folder,
      label: folder.name,
      description: engines.of(folder).index.readiness === 'ready' ? '' : t('not indexed yet'),
      detail: folder.uri.fsPath,
      picked: asked.includes(folder),
    }));
  if (rows.length < 2) throw new AriadneError('usage', t('There is one folder to ask. Add another to the workspace.'));
  const chosen = await window.showQuickPick(rows, {
    title: t('Folders to Ask'),
    placeHolder: t('Questions are asked of the chosen folders. With one, of the folder of the active editor.'),
    canPickMany: true,
  });
  if (chosen && chosen.length > 0) folders.choose(chosen.map(({ folder }) => folder));
}

/**
 * Asks within the first folder to ask whose index opens, which then keeps the question. Its answer says which others were not searched, and
 * why. Where none opens, it is asked as of one folder.
 */
export async function withinAskable<T>(
  { folders, engines, logger }: Uses<'folders' | 'engines' | 'logger'>,
  ask: () => Promise<T>,
): Promise<T> {
  for (const folder of folders.asked.length > 1 ? folders.asked : []) {
    const { index } = engines.of(folder);
    try {
      if (index.readiness !== 'ready') await folders.within(folder, () => index.refresh());
    } catch (error) {
      logFailure(logger, error);
    }
    if (index.readiness === 'ready') return folders.within(folder, ask);
  }
  return ask();
}

/** The folders besides the one that keeps the question, for a request to ask. */
export function otherFolders({ folders, settingsOf }: Uses<'folders' | 'settingsOf'>): { readonly folders?: OtherFolder[] } {
  const others = folders.asked.slice(1).map((folder) => {
    const { indexUri } = settingsOf(folder);
    return { name: folder.name, folder: folder.uri.fsPath, storage: folder.storage, ...(indexUri === undefined ? {} : { indexUri }) };
  });
  return others.length === 0 ? {} : { folders: others };
}
