import { t } from '@vscode/l10n';
import { FileType, TabInputCustom, TabInputNotebook, TabInputText, Uri, window, workspace } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { pathTerm } from '../../protocol/scopeSyntax.ts';
import { askWithin, type AskApp } from './askCommand.ts';
import { originalOf } from '../documents/extractedDocument.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { extractedScheme } from '../viewIds.ts';

/** `ariadne.askAbout`: asks about the files and folders that are selected in the explorer. */
export async function askAbout(app: AskApp, selected: unknown): Promise<string | undefined> {
  const uris = [selected].flat().filter((one) => one instanceof Uri);
  return askAboutUris(app, uris);
}

/** `ariadne.askDocument`: asks about one document only: that of the tab whose menu was opened, otherwise that of the active editor. */
export function askDocument(app: AskApp, given: unknown): Promise<string | undefined> {
  const uris = given instanceof Uri ? [documentOf(given)] : urisOf(window.tabGroups.activeTabGroup.activeTab?.input);
  return askAboutUris(app, uris, t('this document'));
}

/** `ariadne.askOpenEditors`: asks about the documents in open editors. */
export function askOpenEditors(app: AskApp): Promise<string | undefined> {
  return askAboutUris(
    app,
    window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => urisOf(input))),
    t('the open editors'),
  );
}

function urisOf(input: unknown): readonly Uri[] {
  if (input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook) return [documentOf(input.uri)];
  return [];
}

function documentOf(uri: Uri): Uri {
  return uri.scheme === extractedScheme ? originalOf(uri) : uri;
}

/** @param what names the documents; by default, the first of them does */
async function askAboutUris(app: AskApp, uris: readonly Uri[], what?: string): Promise<string | undefined> {
  const folder = requireOpenFolder(app.folder());
  const named = await scopeOfUris(folder, uris);
  if (!named) throw new AriadneError('scope-empty', t('Nothing to ask about: no file of {0} is selected or open.', folder.name));
  const others = named.names.size - 1;
  const { outside } = named;
  const [first = ''] = named.names;
  const about = what ?? (others === 0 ? first : t('{0} and {1} more', first, others));
  return askWithin(app, named.scope, outside === 0 ? about : t('{0} (without {1} outside of {2})', about, outside, folder.name));
}

/** The terms that name files and folders, their names, and how many are not in the folder; undefined when none is. */
export async function scopeOfUris(
  folder: OpenFolder,
  uris: readonly Uri[],
): Promise<{ readonly scope: string; readonly names: ReadonlySet<string>; readonly outside: number } | undefined> {
  const terms = new Set<string>();
  const names = new Set<string>();
  const outside = new Set<string>();
  for (const uri of uris) {
    const path = uri.toString() === folder.uri.toString() ? '' : pathIn(folder, uri);
    if (path === undefined) {
      outside.add(uri.toString());
      continue;
    }
    const isFolder = path === '' || (await isDirectory(uri));
    terms.add(path === '' ? 'in:.' : pathTerm(path, isFolder));
    names.add(path === '' ? folder.name : `${path}${isFolder ? '/' : ''}`);
  }
  return terms.size === 0 ? undefined : { scope: [...terms].join(' '), names, outside: outside.size };
}

/** False for a file that an editor still shows and that is gone. */
async function isDirectory(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
