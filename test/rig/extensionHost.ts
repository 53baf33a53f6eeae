// Runs a test module inside the extension host of real VS Code, where `vscode` is the real API.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Writable } from 'node:stream';

import type { Page } from 'playwright-core';

import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { launchBrowser } from './browser.ts';
import { ensureCodeServer } from './codeServer.ts';
import { noGallery, quietSettings } from './profile.ts';
import { freePort, HOST, serverEnvironment, startServer, tail } from './server.ts';
import type { Server } from './server.ts';

/**
 * Environment variable with the path of the report, to which the test module appends one JSON object per line for each test: see
 * `TestRecord`.
 */
const REPORT_VARIABLE = 'ARIADNE_TEST_REPORT';

/** One line of the report. */
interface TestRecord {
  readonly name: string;
  /** Why it failed, or null. */
  readonly error: string | null;
}

export interface ExtensionHostOptions {
  /** Folder of the built extension under test. The desktop editor gets the package that is made of it. */
  readonly extensionDevelopmentPath: string;
  /** Folders of other extensions to install. */
  readonly others?: readonly string[];
  /** A JavaScript file (.cjs or .mjs) that exports `run(): Promise<void>`; a rejection fails the run. */
  readonly testsPath: string;
  /** The folder to open. */
  readonly folder: string;
  readonly timeoutMs?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether the folder is trusted. Default: it is. */
  readonly isTrusted?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

export interface ExtensionHostResult {
  /** In the order in which the tests ran. */
  readonly tests: readonly TestRecord[];
  /** The test module's `console` output, mixed with lines of the editor. */
  readonly output: string;
}

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  /** The editor's output, for the error when no test has run. */
  readonly editorLog: string;
}

interface Run {
  readonly options: ExtensionHostOptions;
  readonly timeoutMs: number;
  readonly scratch: string;
  readonly report: string;
}

function testEnvironment(run: Run): Record<string, string> {
  return { ...run.options.env, [REPORT_VARIABLE]: run.report };
}

function installOthers(run: Run): string {
  const extensions = join(run.scratch, 'extensions');
  for (const folder of run.options.others ?? []) cpSync(folder, join(extensions, basename(folder)), { recursive: true });
  return extensions;
}

async function writeSettings(run: Run, userFolder: string): Promise<void> {
  await mkdir(userFolder, { recursive: true });
  const trust = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
  const settings = { ...quietSettings, ...(run.options.isTrusted === false && trust), ...run.options.settings };
  await writeFile(join(userFolder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
}

async function startTestServer(run: Run): Promise<Server> {
  const codeServer = await ensureCodeServer(run.options.log === undefined ? {} : { log: run.options.log });
  const data = join(run.scratch, 'data');
  await writeSettings(run, join(data, 'User'));
  const port = await freePort();
  return startServer({
    command: codeServer.node,
    args: [
      codeServer.serverMain,
      '--host',
      HOST,
      '--port',
      String(port),
      '--without-connection-token',
      '--accept-server-license-terms',
      // Without it, the server ignores the payload in the address, which names the tests.
      '--enable-smoke-test-driver',
      ...(run.options.isTrusted === false ? [] : ['--disable-workspace-trust']),
      '--disable-telemetry',
      '--server-data-dir',
      join(run.scratch, 'server'),
      '--user-data-dir',
      data,
      '--extensions-dir',
      installOthers(run),
    ],
    cwd: run.scratch,
    env: serverEnvironment({ EXTENSIONS_GALLERY: noGallery, ...testEnvironment(run) }),
    port,
    readyPath: '/version',
  });
}

function addressOf(server: Server, options: ExtensionHostOptions): string {
  const remote = (path: string): string => `vscode-remote://${new URL(server.url).host}${resolve(path)}`;
  const address = new URL(server.url);
  address.searchParams.set('folder', resolve(options.folder));
  const payload = [
    ['extensionDevelopmentPath', remote(options.extensionDevelopmentPath)],
    ['extensionTestsPath', remote(options.testsPath)],
  ];
  address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}

/** The workbench calls these two functions on its window: one with the log output of the tests, one with their exit code. */
async function openTests(page: Page, address: string, onLog: (line: string) => void): Promise<number> {
  let finish: (code: number) => void = () => undefined;
  const exit = new Promise<number>((done) => (finish = done));
  await page.exposeFunction('codeAutomationLog', (kind: string, values: readonly unknown[]) => {
    onLog(`${kind === 'error' || kind === 'warn' ? `${kind}: ` : ''}${values.map(String).join(' ')}`);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => finish(code));
  await page.goto(address, { timeout: 180_000 });
  return exit;
}

async function limited<Value>(work: Promise<Value>, timeoutMs: number, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what} took longer than ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function runInBrowser(run: Run): Promise<Outcome> {
  const server = await startTestServer(run);
  const lines: string[] = [];
  const browserLines: string[] = [];
  const editorLog = (): string => `${tail(server.log())}\n${tail(browserLines.join('\n'))}`;
  const context = await launchBrowser({ profile: join(run.scratch, 'browser') });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('console', (message) => browserLines.push(message.text()));
    const tests = openTests(page, addressOf(server, run.options), (line) => lines.push(line));
    const exitCode = await limited(tests, run.timeoutMs, 'The test run');
    return { exitCode, output: lines.join('\n'), editorLog: editorLog() };
  } catch (error) {
    throw new Error(`The tests did not end.\n${tail(lines.join('\n'))}\n${editorLog()}`, { cause: error });
  } finally {
    await context.close();
    await server.stop();
  }
}

/** Installs the packaged extension in the desktop editor, and runs the tests with it. */
async function runOnDesktop(run: Run, executable: string): Promise<Outcome> {
  const { runTests, TestRunFailedError } = await import('@vscode/test-electron');
  const data = join(run.scratch, 'data');
  const extensions = join(run.scratch, 'extensions');
  await writeSettings(run, join(data, 'User'));
  const places = ['--user-data-dir', data, '--extensions-dir', extensions];
  await installOnDesktop(executable, [...places, '--install-extension', packagedExtension(), '--force']);
  const said: string[] = [];
  const keep = new Writable({ write: (chunk: Buffer, _, done) => (said.push(chunk.toString()), done()) });
  const tests = runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: (run.options.others ?? []).map((folder) => resolve(folder)),
    extensionTestsPath: resolve(run.options.testsPath),
    extensionTestsEnv: testEnvironment(run),
    launchArgs: [resolve(run.options.folder), ...places],
    stdout: keep,
    stderr: keep,
  });
  // Fails for every exit code but 0; the failures are in the report.
  const exitCode = await limited(tests, run.timeoutMs, 'The test run').catch((error: unknown) => {
    if (error instanceof TestRunFailedError) return error.code ?? 1;
    throw error;
  });
  return { exitCode, output: said.join(''), editorLog: '' };
}

async function installOnDesktop(executable: string, args: readonly string[]): Promise<void> {
  const { resolveCliPathFromVSCodeExecutablePath } = await import('@vscode/test-electron');
  // On Windows the command is a .cmd file, which only a shell starts. Root starts Electron only without a sandbox.
  const shell = process.platform === 'win32';
  const words = [resolveCliPathFromVSCodeExecutablePath(executable), ...args, '--no-sandbox'].map((word) => (shell ? `"${word}"` : word));
  const { status, stdout, stderr, error } = spawnSync(words[0] ?? '', words.slice(1), { shell, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The packaged extension was refused: ${error?.message ?? `${stdout}${stderr}`}`);
}

function isTestRecord(value: unknown): value is TestRecord {
  if (typeof value !== 'object' || value === null) return false;
  return 'name' in value && typeof value.name === 'string' && 'error' in value;
}

async function readReport(file: string): Promise<readonly TestRecord[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const values = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
  const wrong = values.find((value) => !isTestRecord(value));
  if (wrong !== undefined) throw new Error(`The tests reported what is no test: ${JSON.stringify(wrong)}`);
  return values.filter(isTestRecord);
}

async function resultOf(run: Run, outcome: Outcome): Promise<ExtensionHostResult> {
  const tests = await readReport(run.report);
  if (tests.length === 0 || (outcome.exitCode !== 0 && tests.every(({ error }) => error === null))) {
    const what = tests.length === 0 ? 'reported no test' : 'failed without naming a test';
    const said = `${tail(outcome.output)}\n${outcome.editorLog}`;
    throw new Error(`The test module ${what} (exit code ${outcome.exitCode}).\n${said}`);
  }
  return { tests, output: outcome.output };
}

/**
 * Runs the tests in code-server's extension host, or in the desktop VS Code whose executable ARIADNE_DESKTOP names: `npm run test:desktop`
 * sets it. Resolves with the results of the tests; rejects when the run itself failed.
 */
export async function runInExtensionHost(options: ExtensionHostOptions): Promise<ExtensionHostResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'ariadne-'));
  const run = { options, timeoutMs: options.timeoutMs ?? 600_000, scratch, report: join(scratch, 'report.jsonl') };
  try {
    const { ARIADNE_DESKTOP: desktop } = process.env;
    const outcome = await (desktop === undefined ? runInBrowser(run) : runOnDesktop(run, desktop));
    return await resultOf(run, outcome);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
