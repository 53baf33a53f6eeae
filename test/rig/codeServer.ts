// Real VS Code without a desktop: npm's code-server contains the unmodified workbench and extension host.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ensureSystemPackages } from '../../scripts/systemPackages.mjs';

const CODE_SERVER_VERSION = '4.139.1';
/** code-server rejects every other major version of Node. */
const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';
const LOCK_WAIT_MS = 15 * 60_000;

const repository = resolve(import.meta.dirname, '..', '..');
const home = join(repository, '.vscode-test', 'code-server', CODE_SERVER_VERSION);

export interface CodeServer {
  readonly version: string;
  /** The folder that it is installed in. */
  readonly home: string;
  /** The Node binary that runs it. */
  readonly node: string;
  /** code-server's entry: the editor with its settings and extensions on disk. */
  readonly entry: string;
  /** The VS Code server inside it, which runs a test module in the extension host. */
  readonly serverMain: string;
}

export interface InstallOptions {
  readonly log?: (line: string) => void;
}

function codeServerAt(node: string): CodeServer {
  const root = join(home, 'node_modules', 'code-server');
  return {
    version: CODE_SERVER_VERSION,
    home,
    node,
    entry: join(root, 'out', 'node', 'entry.js'),
    serverMain: join(root, 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

function majorOf(node: string): number | undefined {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0]);
  if (!existsSync(node)) return undefined;
  return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
}

function nodeOnHand(): string | undefined {
  const candidates = [
    process.execPath,
    join(repository, 'node_modules', 'node', 'bin', 'node'),
    join(home, 'runtime', 'node_modules', 'node', 'bin', 'node'),
  ];
  return candidates.find((candidate) => majorOf(candidate) === NODE_MAJOR);
}

/** The folder whose `include/node` belongs to this binary, so that node-gyp need not download the headers. */
function headersOf(node: string): string | undefined {
  const binary = realpathSync(node);
  const prefix = dirname(dirname(binary));
  // npm's `node` package has the whole distribution, including headers, in a nested package.
  const nested = join(prefix, 'node_modules');
  const distributions = existsSync(nested)
    ? readdirSync(nested)
        .filter((name) => name.startsWith('node-'))
        .map((name) => join(nested, name))
    : [];
  return [prefix, ...distributions].find((folder) => {
    const header = join(folder, 'include', 'node', 'node_version.h');
    return existsSync(header) && readFileSync(header, 'utf8').includes(`define NODE_MAJOR_VERSION ${NODE_MAJOR}\n`);
  });
}

/**
 * The npm settings to keep. Others in npm's environment variables would affect the npm started here: the repository's `ignore-scripts`
 * would leave code-server half installed. Only the settings for package sources are needed.
 */
const keptNpmSetting = /^npm_config_(?:registry|_?proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|cache|userconfig)$/i;

function npmEnvironment(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || keptNpmSetting.test(name));
  const env = Object.fromEntries(kept);
  const headers = headersOf(node);
  return {
    ...env,
    // npm's launcher uses the first `node` on PATH, and code-server's install script checks which one it was.
    PATH: [dirname(node), env.PATH ?? ''].join(delimiter),
    npm_config_ignore_scripts: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    // Most of the install is the compilation of native modules: on all cores, and none of them needs to be fast.
    JOBS: 'max',
    CFLAGS: '-O0',
    CXXFLAGS: '-O0',
    ...(headers === undefined ? {} : { npm_config_nodedir: headers }),
  };
}

function npmInstall(folder: string, node: string): Promise<void> {
  return new Promise((done, fail) => {
    const args = ['install', '--no-package-lock', '--foreground-scripts'];
    const npm = spawn('npm', args, { cwd: folder, env: npmEnvironment(node), stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    const keep = (chunk: Buffer): number => said.push(chunk.toString());
    npm.stdout.on('data', keep);
    npm.stderr.on('data', keep);
    npm.once('error', fail);
    npm.once('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`npm install failed in ${folder}:\n${said.join('').split('\n').slice(-40).join('\n')}`));
    });
  });
}

async function writePackage(
  folder: string,
  name: string,
  dependencies: Readonly<Record<string, string>>,
  scripts: readonly string[],
): Promise<void> {
  const allowScripts = Object.fromEntries(scripts.map((script) => [script, true]));
  await mkdir(folder, { recursive: true });
  const manifest = { name, private: true, dependencies, allowScripts };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function installNode(): Promise<string> {
  const folder = join(home, 'runtime');
  await writePackage(folder, 'ariadne-rig-node', { node: NODE_VERSION }, ['node']);
  await npmInstall(folder, process.execPath);
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

function ensureBuildTools(): void {
  if (process.platform !== 'linux') return;
  ensureSystemPackages([
    { command: 'make', package: 'make' },
    { command: 'g++', package: 'g++' },
    { command: 'python3', package: 'python3' },
    { file: '/usr/include/gssapi/gssapi.h', package: 'libkrb5-dev' },
  ]);
}

async function install(log: (line: string) => void): Promise<void> {
  ensureBuildTools();
  const started = performance.now();
  log(`Installing code-server ${CODE_SERVER_VERSION} (once; about two minutes, 620 MB)…`);
  await rm(join(home, 'node_modules'), { recursive: true, force: true });
  const node = nodeOnHand() ?? (await installNode());
  await writePackage(home, 'ariadne-rig', { 'code-server': CODE_SERVER_VERSION }, ['code-server', 'argon2']);
  await npmInstall(home, node);
  const { entry, serverMain } = codeServerAt(node);
  // npm succeeds even if a setting of the machine disables scripts, but then code-server lacks native modules.
  const built = join(dirname(dirname(serverMain)), 'node_modules', '@vscode', 'spdlog', 'build', 'Release');
  for (const needed of [entry, serverMain, built]) {
    if (!existsSync(needed)) throw new Error(`npm installed code-server without ${needed}`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  // Written last: without it, the next run treats this as an incomplete installation and starts over.
  await writeFile(markerFile(), `${JSON.stringify({ version: CODE_SERVER_VERSION, seconds })}\n`);
  log(`code-server is installed (${seconds} s).`);
}

function markerFile(): string {
  return join(home, 'installed.json');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function dropDeadLock(lock: string): Promise<void> {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
  // An empty file is a lock whose owner is about to write its number.
  if (owner === 0 || isRunning(owner)) return;
  const aside = `${lock}.${process.pid}`;
  // Of several waiting processes, only one can rename the file.
  const mine = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (mine) await rm(aside, { force: true });
}

async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${home}.lock`;
  await mkdir(dirname(lock), { recursive: true });
  const deadline = performance.now() + LOCK_WAIT_MS;
  while (!(await takeLock(lock))) {
    if (performance.now() > deadline) throw new Error(`Another process has held ${lock} for too long; delete it.`);
    await dropDeadLock(lock);
    await pause(250);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Finds code-server on this machine; the first call installs it. */
export async function ensureCodeServer({ log = () => undefined }: InstallOptions = {}): Promise<CodeServer> {
  if (process.platform === 'win32') {
    throw new Error(
      'VS Code in a browser cannot be served on Windows. Install VS Code for the desktop; for tests, run npm run test:desktop.',
    );
  }
  if (!existsSync(markerFile())) {
    await withLock(async () => {
      if (!existsSync(markerFile())) await install(log);
    });
  }
  const node = nodeOnHand() ?? (await withLock(installNode));
  return codeServerAt(node);
}
