/** Makes once what all tests of editors share: the editor that runs without a desktop, and the packaged extension, installed in it. */
import { ensureCodeServer } from '../test/rig/codeServer.ts';
import { startedProfile } from '../test/rig/editorSession.ts';
import { installedExtension } from '../test/rig/editorServer.ts';
import { packagedExtension } from './packagedExtension.ts';

const codeServer = ensureCodeServer({ log: (line) => process.stderr.write(`${line}\n`) });
const vsix = packagedExtension();
await installedExtension(await codeServer, vsix);
await startedProfile(await codeServer);
