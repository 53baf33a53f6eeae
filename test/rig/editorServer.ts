// The server of VS Code in the browser, used by tests and by `npm start -- --editor` when there is no desktop VS Code.
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { messageOf } from '../../src/base/errors.ts';
import { ensureCodeServer } from './codeServer.ts';
import type { CodeServer } from './codeServer.ts';
import { noGallery, placesIn, prepareSettings } from './profile.ts';
import type { Places } from './profile.ts';
import { freePort, HOST, serverEnvironment, startServer } from './server.ts';
import type { Server } from './server.ts';

export interface EditorServerOptions {
  /** Environment variables of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly locale?: string;
  /** The server ends after this time without a browser, even if this process was killed. */
  readonly idleSeconds?: number;
}

export interface ServedEditor {
  /** Opens the folder; loopback only. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves a folder with one packaged extension installed. All data of the editor is deleted when it stops. */
export async function serveEditor(options: {
  readonly folder: string;
  readonly vsix: string;
  readonly log: (line: string) => void;
}): Promise<ServedEditor> {
  const codeServer = await ensureCodeServer({ log: options.log });
  const places = placesIn(await mkdtemp(join(tmpdir(), 'ariadne-editor-')));
  // Ctrl+C ends the process in the servers' handlers, so no later code would run.
  process.once('exit', () => rmSync(places.root, { recursive: true, force: true }));
  await prepareSettings(places, {});
  await installExtensions(codeServer, places, [options.vsix]);
  const server = await startEditorServer(codeServer, places, { idleSeconds: 24 * 3600 });
  return {
    url: `${server.url}/?folder=${encodeURIComponent(resolve(options.folder))}`,
    stop: () => server.stop(),
  };
}

function commonArguments(codeServer: CodeServer, places: Places): readonly string[] {
  return [
    codeServer.entry,
    // Without it, code-server writes a configuration with a password to the user's home folder.
    '--config',
    join(places.root, 'code-server.yaml'),
    '--user-data-dir',
    places.data,
    '--extensions-dir',
    places.extensions,
  ];
}

/** Installs packaged extensions in the extensions folder of `places`. */
async function installExtensions(codeServer: CodeServer, places: Places, files: readonly string[]): Promise<void> {
  const run = promisify(execFile);
  for (const file of files) {
    const args = [...commonArguments(codeServer, places), '--install-extension', resolve(file), '--force'];
    const env = serverEnvironment({ EXTENSIONS_GALLERY: noGallery });
    const { stdout, stderr } = await run(codeServer.node, args, { env, cwd: places.root });
    // The editor may reject an extension without exiting with an error.
    if (!stdout.includes('successfully installed')) throw new Error(`${file} was refused:\n${stdout}${stderr}`);
  }
}

/** Replaces what was installed beside `folder`. */
async function installAt(folder: string, codeServer: CodeServer, file: string): Promise<void> {
  const shared = dirname(folder);
  await mkdir(shared, { recursive: true });
  for (const earlier of await readdir(shared)) await rm(join(shared, earlier), { recursive: true, force: true });
  // Installed elsewhere and then renamed, since another process may be doing the same.
  const places = placesIn(await mkdtemp(join(dirname(shared), 'installing-')));
  await prepareSettings(places, {});
  await installExtensions(codeServer, places, [file]);
  await rename(places.extensions, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
  await rm(places.root, { recursive: true, force: true });
}

/**
 * The folder of a packaged extension as the editor installs it. Unpacking takes seconds, so all editors under test share it, until the
 * package changes.
 */
export async function installedExtension(codeServer: CodeServer, file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  const shared = join(dirname(codeServer.home), 'installed', basename(file));
  const folder = join(shared, `${size}-${mtimeMs}`);
  if (!existsSync(folder)) await installAt(folder, codeServer, file);
  const [name] = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (name === undefined) throw new Error(`${folder} has no extension; delete it.`);
  return join(folder, name);
}

/** Gives an editor under test packaged extensions. */
export async function linkExtensions(codeServer: CodeServer, places: Places, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const installed = await installedExtension(codeServer, file);
    const link = join(places.extensions, basename(installed));
    await rm(link, { force: true });
    await symlink(installed, link);
  }
}

/** VS Code's server on a loopback port, ready to be opened in a browser. */
export async function startEditorServer(codeServer: CodeServer, places: Places, options: EditorServerOptions): Promise<Server> {
  const port = await freePort();
  const args = [
    ...commonArguments(codeServer, places),
    '--auth',
    'none',
    '--bind-addr',
    `${HOST}:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
    '--idle-timeout-seconds',
    String(options.idleSeconds ?? 300),
    ...(options.locale === undefined ? [] : ['--locale', options.locale]),
  ];
  const env = serverEnvironment({ EXTENSIONS_GALLERY: noGallery, ...options.env });
  const start = (): Promise<Server> => startServer({ command: codeServer.node, args, cwd: places.root, env, port, readyPath: '/healthz' });
  // code-server gives up when its own second process takes longer than ten seconds to start, as it may on a busy machine.
  const startAgain = async (error: unknown): Promise<Server> => {
    if (!/error timed out/.test(messageOf(error))) throw error;
    return start();
  };
  return start().catch(startAgain).catch(startAgain);
}
