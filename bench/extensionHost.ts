import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import { runInExtensionHost } from '../test/rig/extensionHost.ts';
import { createCorpus, writeCorpus } from './corpus.ts';
import { atMost, withTempFolder, type Bench } from './harness.ts';

const root = join(import.meta.dirname, '..');
const maxActivationMs = 200;
const maxBlockedMs = 50;

/** What `test/extension/measure/main.ts` writes. */
const measured = z.object({ activationCpuMs: z.number(), blockedMs: z.number() });

export const extensionHost: Bench = {
  name: 'extension-host',
  describe: 'in real VS Code: processor time of activation, and the longest time for which indexing holds the extension host',
  run: ({ quick, signal, log }) =>
    withTempFolder(async (scratch) => {
      const folder = join(scratch, 'folder');
      const corpus = createCorpus({ seed: 1, textBytes: quick ? 250_000 : 3_900_000 });
      writeCorpus(corpus, folder);
      const testsPath = join(scratch, 'measure.cjs');
      await build({
        entryPoints: [join(root, 'test', 'extension', 'measure', 'main.ts')],
        outfile: testsPath,
        bundle: true,
        platform: 'node',
        format: 'cjs',
        external: ['vscode'],
        logLevel: 'error',
      });
      const measures = join(scratch, 'measures.json');
      signal.throwIfAborted();
      log(`indexing ${corpus.documents} documents in VS Code`);
      const { failed } = await runInExtensionHost({
        extensionDevelopmentPath: root,
        testsPath,
        folder,
        env: { ARIADNE_MEASURES: measures },
      });
      const [failure] = failed;
      if (failure) throw new Error(failure.error);
      const { activationCpuMs, blockedMs } = measured.parse(JSON.parse(readFileSync(measures, 'utf8')));
      return {
        columns: ['what', 'ms'],
        rows: [
          ['activation, processor time', activationCpuMs],
          ['longest block while indexing', blockedMs],
        ],
        checks: [
          atMost('activation, ms of processor time', activationCpuMs, maxActivationMs),
          atMost('longest block while indexing, ms', blockedMs, maxBlockedMs),
        ],
        json: { documents: corpus.documents, activationCpuMs, blockedMs },
      };
    }),
};
