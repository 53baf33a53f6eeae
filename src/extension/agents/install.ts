/** *Install for Agents…*: shows the files that agents beside VS Code read, writes them after a confirmation, and takes them back. */
import { execFile } from 'node:child_process';
import { lstat, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { t } from '@vscode/l10n';
import { commands, Uri, window, workspace, type ExtensionContext, type QuickPickItem, type WorkspaceFolder } from 'vscode';
import { count } from '../../base/amounts.ts';
import { AriadneError, isSystemError } from '../../base/errors.ts';
import type { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { CommandId } from '../contributions.ts';
import { pickText } from '../messageText.ts';
import { showMessage } from '../messages.ts';
import { readSettings } from '../settings.ts';
import { installScheme } from '../viewIds.ts';
import {
  agentKinds,
  plannedFiles,
  launcherFor,
  planInstall,
  uninstalled,
  type AgentKind,
  type PlannedFile,
  type Server,
} from './installPlan.ts';

export interface InstallApp {
  readonly context: ExtensionContext;
  readonly owned: DisposableStore;
  readonly logger: Logger;
}

/** What the preview shows, by the address of its document. */
const previewed = new Map<string, string>();

export function registerPreview({ owned }: InstallApp): void {
  owned.add(
    workspace.registerTextDocumentContentProvider(installScheme, { provideTextDocumentContent: (uri) => previewed.get(uri.toString()) }),
  );
}

/** @returns the paths that were written; undefined when the user declined */
export async function installForAgents(app: InstallApp): Promise<readonly string[] | undefined> {
  const folder = await chooseFolder();
  const kinds = (Object.keys(agentKinds) as AgentKind[]).map((agent) => {
    return { agent, label: agentKinds[agent].label, detail: plannedFiles(agent).join(', ') };
  });
  const chosen =
    folder && (await window.showQuickPick(kinds, { title: t('Install for Agents'), placeHolder: t('Which agent works in this folder?') }));
  if (!folder || !chosen) return undefined;
  const { context } = app;
  const root = folder.uri.fsPath;
  const launcher = join(context.globalStorageUri.fsPath, 'ariadne.mjs');
  const plan = await planInstall(chosen.agent, {
    server: await serverOf(app, folder, launcher, chosen.agent),
    skill: await readFile(context.asAbsolutePath('media/skills/ariadne/SKILL.md'), 'utf8'),
    version: (context.extension.packageJSON as { readonly version: string }).version,
    read: (path) => readInside(root, path),
  });
  const start = launcherFor(context.extensionPath);
  const [has, hasStart] = [new Map(installedIn(app, folder).map((file) => [file.path, file])), (await textOf(launcher)) === start];
  if (plan.length === 0 && hasStart) {
    void showMessage('information', t('{0} already finds Ariadne in “{1}”.', chosen.label, folder.name));
    return [];
  }
  await preview([
    ...plan.map((file) => ({ ...file, file: join(root, file.path) })),
    ...(hasStart ? [] : [{ file: launcher, after: start }]),
  ]);
  if (!(await isConfirmed(plan, launcher, hasStart))) return undefined;
  await mkdir(dirname(launcher), { recursive: true });
  await writeFile(launcher, start);
  for (const { path, after, ...file } of plan) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), after);
    // What an earlier installation wrote is not the user's.
    const earlier = has.get(path);
    const base = earlier ? uninstalled(earlier, file.before) : 'changed';
    has.set(path, { path, after, ...file, before: base === 'changed' ? file.before : base.text });
    await remember(app, folder, [...has.values()]);
  }
  void showMessage(
    'information',
    t('Ariadne is installed for {0}. Start the agent again in “{1}”.', chosen.label, folder.name),
    t('Undo'),
  ).then((undo) => {
    if (undo !== undefined) void commands.executeCommand('ariadne.removeFromAgents' satisfies CommandId);
  });
  return plan.map(({ path }) => path);
}

/** Takes back what was written, as far as it is unchanged. @returns the paths that were changed since, and stay */
export async function removeFromAgents(app: InstallApp): Promise<readonly string[] | undefined> {
  const folder = await chooseFolder();
  if (!folder) return undefined;
  const root = folder.uri.fsPath;
  const installed = installedIn(app, folder);
  const stay: string[] = [];
  for (const written of installed) {
    const file = join(root, written.path);
    const back = uninstalled(written, await readInside(root, written.path));
    if (back === 'changed') stay.push(written.path);
    else if (back.text !== undefined) await writeFile(file, back.text);
    else {
      await rm(file, { force: true });
      await removeEmpty(dirname(file), root);
    }
  }
  await remember(app, folder, []);
  const removed = t('{0} of Ariadne for agents removed from “{1}”.', count(installed.length - stay.length, 'file'), folder.name);
  const kept = stay.length === 0 ? '' : ` ${t('{0} changed since, and stays.', stay.join(', '))}`;
  void showMessage(
    'information',
    installed.length === 0 ? t('Nothing is installed for agents in “{0}”.', folder.name) : `${removed}${kept}`,
  );
  return stay;
}

/** @throws AriadneError `no-folder`, `untrusted` */
async function chooseFolder(): Promise<WorkspaceFolder | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0)
    throw new AriadneError('no-folder', t('No folder on a disk is open. Open the folder that contains your documents.'));
  if (!workspace.isTrusted)
    throw new AriadneError('untrusted', t('This folder is not trusted. Trust it before agents start programs in it.'));
  return folders.length === 1 ? folders[0] : window.showWorkspaceFolderPick({ placeHolder: t('The folder in which the agent works') });
}

/** @throws AriadneError `usage` when the agent needs a program that is missing */
async function serverOf({ logger }: InstallApp, { uri }: WorkspaceFolder, launcher: string, kind: AgentKind): Promise<Server> {
  const { agentContext } = readSettings(uri, logger);
  // By its full path: agents start the servers of plugins elsewhere.
  const args = [launcher, 'mcp', uri.fsPath, ...(agentContext === undefined ? [] : [`--about=${agentContext}`])];
  if (await hasNode()) return { command: 'node', args };
  // A plugin may only name a program on the PATH.
  if (kind === 'plugin')
    throw new AriadneError(
      'usage',
      t('A plugin starts Ariadne with Node, which was not found. Install Node 22.18 or newer from nodejs.org.'),
    );
  return { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

async function hasNode(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('node', ['--version'], { timeout: 5_000 });
    const [major = 0, minor = 0] = stdout.trim().slice(1).split('.').map(Number);
    return major > 22 || (major === 22 && minor >= 18);
  } catch {
    // There is none on the PATH.
    return false;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw new AriadneError('file-unreadable', t('Cannot read {0}.', file), { cause: error });
  }
}

/** @throws AriadneError `outside-folder` for a link, since its target may be anywhere */
async function readInside(root: string, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  for (let n = 1; n <= parts.length; n++) {
    const part = parts.slice(0, n).join('/');
    const found = await lstat(join(root, part)).catch(() => undefined);
    if (found?.isSymbolicLink())
      throw new AriadneError('outside-folder', t('{0} is a link. Ariadne does not write through it; replace it with a file.', part));
  }
  return textOf(join(root, path));
}

/** All files at once, beside what is there now. */
async function preview(
  files: readonly { readonly file: string; readonly path?: string; readonly before?: string; readonly after: string }[],
): Promise<void> {
  const shown = (side: string, { file, path }: (typeof files)[number], text: string): Uri => {
    // The time, since the editor keeps a document that it has shown.
    const uri = Uri.file(path ?? file).with({ scheme: installScheme, query: `${side} ${Date.now()}` });
    previewed.set(uri.toString(), text);
    return uri;
  };
  previewed.clear();
  const resources = files.map((one) => [
    Uri.file(one.file),
    one.before === undefined ? undefined : shown('before', one, one.before),
    shown('after', one, one.after),
  ]);
  await commands.executeCommand('vscode.changes', 'What Agents Get', resources);
}

/** A list at the top of the window, below which the files can be read. */
async function isConfirmed(plan: readonly PlannedFile[], launcher: string, hasStart: boolean): Promise<boolean> {
  const paths = [...plan.map(({ path }) => path), ...(hasStart ? [] : [t('{0} in VS Code’s storage', basename(launcher))])];
  const write: QuickPickItem = { label: t('Write {0}', count(paths.length, 'File')), detail: pickText(paths.join(', ')) };
  const title = t('Install for Agents: These Files Are Written');
  return (await window.showQuickPick([write, { label: t('Cancel') }], { title, ignoreFocusOut: true })) === write;
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let path = folder; relative(root, path) !== '' && path.startsWith(`${root}${sep}`); path = dirname(path)) {
    try {
      await rmdir(path);
    } catch (error) {
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
  }
}

const keyOf = ({ uri }: WorkspaceFolder): string => `agents:${uri.toString()}`;

function installedIn({ context }: InstallApp, folder: WorkspaceFolder): readonly PlannedFile[] {
  return context.workspaceState.get(keyOf(folder), []);
}

async function remember({ context }: InstallApp, folder: WorkspaceFolder, files: readonly PlannedFile[]): Promise<void> {
  await context.workspaceState.update(keyOf(folder), files.length === 0 ? undefined : files);
}
