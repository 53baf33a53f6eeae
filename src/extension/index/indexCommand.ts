import { t } from '@vscode/l10n';
import { commands } from 'vscode';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import type { IndexSummary } from '../../protocol/indexStatus.ts';
import type { CommandId } from '../contributions.ts';
import { offer, showDialog } from '../messages.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { doneSentence, noDocuments, olderIndex, whatIsRead } from './indexSentences.ts';
import { isOnThisComputer } from '../modelChoice/serverPresets.ts';
import { viewIds } from '../viewIds.ts';
import { count } from '../../base/amounts.ts';
import type { Uses } from '../parts.ts';
import { confirm } from '../inputs.ts';

export type IndexApp = Uses<'folder' | 'settings' | 'index' | 'isPanelVisible'>;

/** `ariadne.index`: indexes and reports the result. */
export async function indexCommand(app: IndexApp): Promise<IndexSummary | undefined> {
  const summary = await indexFolder(app);
  if (!summary) return undefined;
  const sentence = doneSentence(summary, requireOpenFolder(app.folder()).name, app.index.isLearning);
  const ask = { label: t('Ask a Question'), command: 'ariadne.ask' satisfies CommandId };
  // Without a sentence, the index view shows what goes on.
  if (sentence !== undefined) offer('information', sentence, summary.documents === 0 ? [] : [ask]);
  return summary;
}

/**
 * Brings the index up to date, or joins a pass in progress. If the panel is visible, it shows the progress and can stop it; otherwise this
 * opens the index view, which shows details. There is no notification, because VS Code's guidelines reserve them for progress that no view
 * can show. An unusually large folder needs one confirmation.
 * @returns undefined when the user declined
 * @throws AbortError when stopped; stored work is kept
 */
export async function indexFolder(app: IndexApp): Promise<IndexSummary | undefined> {
  try {
    return await indexVisibly(app);
  } catch (error) {
    if (!isAriadneError(error, 'folder-large')) throw error;
    return (await confirm(error.message, undefined, t('Index It'))) ? indexVisibly(app, true) : undefined;
  }
}

async function indexVisibly({ folder, index, isPanelVisible }: IndexApp, confirmed = false): Promise<IndexSummary> {
  requireOpenFolder(folder());
  if (!isPanelVisible()) await commands.executeCommand(`${viewIds.index}.focus`, { preserveFocus: true });
  return index.run({ confirmed });
}

/**
 * Makes sure that there is an index to ask, after one confirmation if it must be built.
 * @returns false when the user declined
 */
export async function ensureIndex(app: IndexApp): Promise<boolean> {
  const { name } = requireOpenFolder(app.folder());
  const { index } = app;
  if (index.readiness !== 'ready' && !index.isIndexing) await index.refresh();
  if (index.readiness === 'ready') return true;
  if (index.readiness === 'empty') throw new AriadneError('index-empty', `${noDocuments(name)} ${whatIsRead}`);
  if (index.isIndexing) return (await indexFolder(app)) !== undefined;
  if (index.status.state === 'indexing') {
    throw new AriadneError('indexed-elsewhere', t('Another window is indexing "{0}". Ask again when it finishes.', name));
  }
  const isPartial = index.status.state === 'partial';
  const yes = t('Index, Then Ask');
  const anyway = t('Ask What Is Indexed');
  const sentence = isPartial
    ? t('Only part of "{0}" is indexed: {1}.', name, count(index.status.documents, 'document'))
    : index.status.outdated === true
      ? olderIndex(name)
      : t('"{0}" has no index yet.', name);
  const detail = t('Indexing reads the documents. {0}', whereText(app));
  const chosen = await showDialog('information', sentence, detail, yes, ...(isPartial ? [anyway] : []));
  if (chosen !== yes) return chosen === anyway;
  const summary = await indexFolder(app);
  if (summary?.documents === 0) throw new AriadneError('index-empty', `${noDocuments(name)} ${whatIsRead}`);
  return summary !== undefined;
}

/** What indexing sends, and where the index is kept if not in the editor's storage. */
export function whereText({ settings }: Pick<IndexApp, 'settings'>): string {
  const { indexUri, models, baseUrl } = settings();
  const isSent = models.embedder.startsWith('openai:') && !isOnThisComputer(baseUrl);
  const sent = isSent
    ? t('The search model at {0} gets the text of all passages.', new URL(baseUrl).host)
    : t('Nothing leaves this machine.');
  if (indexUri === undefined) return sent;
  return t('{0}The index is kept at {1}.', isSent ? `${sent} ` : '', indexUri);
}
