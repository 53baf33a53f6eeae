/**
 * Prepares a fresh clone and runs one of our scripts, on whichever Node started it: installs npm packages when the lock file has changed,
 * installs a Node that is new enough, installs system packages where it may, builds when sources have changed. Plain JavaScript without
 * packages, because nothing is installed yet.
 *
 * usage: node scripts/bootstrap.mjs [--build] [SCRIPT [arguments]]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = '22.18';
const stamps = join(root, 'node_modules', '.ariadne');

const args = process.argv.slice(2);
const wantsBuild = args[0] === '--build';
const [script, ...rest] = wantsBuild ? args.slice(1) : args;

installPackages();
const node = newEnoughNode();
if (wantsBuild) build();
process.exit(script === undefined ? 0 : run(node, [join(root, script), ...rest]));

function installPackages() {
  const wanted = digest([readFileSync(join(root, 'package-lock.json'))]);
  if (stamp('packages') === wanted) return;
  if (!hasWhatIsLocked()) {
    say('Installing npm packages (once)…');
    // Windows does not delete a program that runs, and `npm ci` deletes this Node where it is the project's.
    const how = process.platform === 'win32' && process.execPath.startsWith(root) ? 'install' : 'ci';
    must(run('npm', [how, '--no-audit', '--no-fund'], 'quiet'), 'npm could not install the packages; the lines above say why.');
  }
  setStamp('packages', wanted);
}

/**
 * Whether npm has already installed what the lock file lists, as after `npm install`. npm records what it installed in a lock file inside
 * node_modules.
 */
function hasWhatIsLocked() {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const { packages: locked = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed = {} } = JSON.parse(readFileSync(note, 'utf8'));
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    // Packages for other platforms are not installed.
    if (found === undefined || !existsSync(join(root, path))) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

/** Our scripts are TypeScript, which Node runs since 22.18. npm's `node` package provides one if the machine's is older. */
function newEnoughNode() {
  // If the project's Node runs this, installing packages may have removed it.
  if (process.features.typescript && existsSync(process.execPath)) return process.execPath;
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(own)) {
    say('Fetching a new enough Node for this project only…');
    must(
      run('npm', ['rebuild', 'node', '--ignore-scripts=false'], 'quiet'),
      `Ariadne needs Node ${oldestNode} or newer. Install it from nodejs.org.`,
    );
  }
  return own;
}

function build() {
  const wanted = digest(['src', 'lab', 'webview-ui', 'media', 'scripts', 'package-lock.json'].flatMap(fingerprints));
  if (stamp('build') === wanted && existsSync(join(root, 'dist', 'cli.js'))) return;
  say('Building…');
  must(run(node, [join(root, 'scripts', 'build.ts')]), 'The build failed; the lines above say why.');
  setStamp('build', wanted);
}

function fingerprints(name) {
  const path = join(root, name);
  const facts = statSync(path);
  if (!facts.isDirectory()) return [readFileSync(path)];
  return readdirSync(path)
    .sort()
    .flatMap((child) => fingerprints(join(name, child)));
}

function digest(parts) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function stamp(name) {
  const file = join(stamps, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function setStamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

/** @param [quiet] shows the command's output only if it fails: npm prints many warnings that users cannot act on */
function run(command, parameters, quiet) {
  const shell = process.platform === 'win32' && command === 'npm';
  const options = {
    cwd: root,
    shell,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: pathWithOwnNode() },
  };
  const { status, error, stdout, stderr } = spawnSync(command, parameters, options);
  if (quiet && status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  if (error) console.error(error.message);
  return status ?? 1;
}

/** Makes our scripts start the Node that runs them under the name `node`. */
function pathWithOwnNode() {
  const own = join(root, 'node_modules', 'node', 'bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  return existsSync(own) ? `${own}${separator}${process.env.PATH}` : process.env.PATH;
}

function must(status, otherwise) {
  if (status === 0) return;
  console.error(otherwise);
  process.exit(status);
}

function say(line) {
  console.error(line);
}
