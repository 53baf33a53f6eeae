/**
 * Imported first, so that an older Node gets a sentence instead of an error from a file that it cannot run. The Node of VS Code, which runs
 * the engine, runs this, too.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (process.versions['electron'] === undefined && (major < 22 || (major === 22 && minor < 18))) {
  process.stderr.write(`Ariadne needs Node 22.18 or newer; this is ${process.versions.node}. Install a newer one from nodejs.org.\n`);
  process.exit(3);
}
