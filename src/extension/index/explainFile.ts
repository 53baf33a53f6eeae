import { t } from '@vscode/l10n';
import { Range, TabInputCustom, TabInputText, Uri, commands, window, workspace } from 'vscode';
import { AriadneError, assertNever } from '../../base/errors.ts';
import type { EngineResult } from '../../protocol/engine.ts';
import type { DanglingLink } from '../../protocol/fileExplanation.ts';
import { extractedScheme } from '../viewIds.ts';
import type { CommandId } from '../contributions.ts';
import type { SettingId } from '../declaredSettings.ts';
import { pathOfItem } from './documentTree.ts';
import { isFolderRow } from './indexRows.ts';
import { openInEditor } from '../documents/documentEncoding.ts';
import { originalOf } from '../documents/extractedDocument.ts';
import { chooseFrom } from '../inputs.ts';
import { showMessage } from '../messages.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { excludeSettings } from '../settings.ts';
import type { Uses } from '../parts.ts';

type ExplainApp = Uses<'folder' | 'settings' | 'logger' | 'engine'>;
type Explanation = EngineResult<'explain'>;

interface Way {
  readonly label: string;
  readonly go: () => Thenable<unknown>;
}

const decidingSettings: readonly (SettingId | (typeof excludeSettings)[number])[] = [
  'ariadne.exclude',
  'ariadne.maxFileSizeMB',
  ...excludeSettings,
];

/**
 * `ariadne.explainFile`: says why a file is or is not in the index, and what can be done about it.
 * @param argument a file's address, or an item of the index view; of a folder's row a file is chosen; by default the open file
 * @returns undefined when none was chosen
 */
export async function explainFileCommand(app: ExplainApp, argument?: unknown): Promise<Explanation | undefined> {
  const folder = requireOpenFolder(app.folder());
  const file = isFolderRow(argument) ? await chooseFile(folder) : argument;
  if (file === undefined && argument !== undefined) return undefined;
  const path = pathOf(folder, file);
  const explanation = await app.engine.request('explain', { path });
  const ways = waysOn(app, folder, path, explanation);
  void showMessage('information', explanation.reason, ...ways.map(({ label }) => label)).then((chosen) => {
    return ways.find(({ label }) => label === chosen)?.go();
  });
  return explanation;
}

/**
 * @param argument a file's address, or an item of the index view; by default the open file
 * @throws AriadneError `no-file`, `file-outside`
 */
export function pathOf(folder: OpenFolder, argument: unknown): string {
  const ofItem = pathOfItem(argument);
  if (ofItem !== undefined) return ofItem;
  const uri = argument instanceof Uri ? argument : activeFile();
  if (!uri) throw new AriadneError('no-file', t('No file is open. Open a file, or select one in the Explorer.'));
  const path = pathIn(folder, uri.scheme === extractedScheme ? originalOf(uri) : uri);
  if (path === undefined)
    throw new AriadneError(
      'file-outside',
      t(
        '"{0}" is outside the folder "{1}", so it is not indexed. Open the folder that contains it.',
        uri.path.split('/').at(-1) ?? '',
        folder.name,
      ),
    );
  return path;
}

async function chooseFile({ uri, name }: OpenFolder): Promise<Uri | undefined> {
  const [file] = (await window.showOpenDialog({ defaultUri: uri, title: t('File of {0}', name), openLabel: t('Explain') })) ?? [];
  return file;
}

/** The active file, even if no text editor shows it. */
function activeFile(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText || input instanceof TabInputCustom) return input.uri;
  return window.activeTextEditor?.document.uri;
}

function waysOn(app: ExplainApp, folder: OpenFolder, path: string, explanation: Explanation): readonly Way[] {
  const { state, ignoreFile, danglingLinks = [] } = explanation;
  const uri = Uri.joinPath(folder.uri, path);
  switch (state) {
    case 'indexed': {
      const links = { label: t('Show Broken Links'), go: () => showLinks(app, uri, danglingLinks) };
      // With a button, the editor shows all of a long message.
      const ask = {
        label: t('Ask about This Document…'),
        go: () => commands.executeCommand('ariadne.askDocument' satisfies CommandId, uri),
      };
      return danglingLinks.length === 0 ? [ask] : [links, ask];
    }
    case 'missing':
      return [];
    case 'changed':
    case 'not-indexed':
      return [{ label: t('Index Now'), go: () => commands.executeCommand('ariadne.index' satisfies CommandId, folder.uri) }];
    case 'excluded': {
      if (ignoreFile === undefined) return [{ label: t('Open Settings'), go: openSettings }];
      const name = ignoreFile.split('/').at(-1) ?? ignoreFile;
      return [{ label: t('Open {0}', name), go: () => commands.executeCommand('vscode.open', Uri.joinPath(folder.uri, ignoreFile)) }];
    }
    default:
      return assertNever(state);
  }
}

/** The user chooses one, which opens at its line. */
async function showLinks(app: ExplainApp, uri: Uri, links: readonly DanglingLink[]): Promise<void> {
  const choices = links.map(({ target, startLine }) => ({ label: target, facts: [t('line {0}', startLine + 1)], choose: () => startLine }));
  const title = t('Links of {0} that lead nowhere', workspace.asRelativePath(uri, false));
  const chosen = links.length === 1 ? links[0]?.startLine : await chooseFrom(choices, { title });
  if (chosen === undefined) return;
  const line = new Range(chosen, 0, chosen, 0);
  // What no text editor shows opens as it does in the Explorer.
  await openInEditor(app, uri, { selection: line });
}

function openSettings(): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', `@id:${decidingSettings.join(',')}`);
}
