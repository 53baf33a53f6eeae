/** Makes once what all tests of editors share: the editor that runs without a desktop, and the packaged extension. */
import { ensureCodeServer } from '../test/rig/codeServer.ts';
import { packagedExtension } from './packagedExtension.ts';

await ensureCodeServer({ log: (line) => process.stderr.write(`${line}\n`) });
packagedExtension();
