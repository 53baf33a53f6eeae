import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createCorpus, writeCorpus } from './corpus.ts';
import { atMost, withTempFolder, type Bench } from './harness.ts';
import { measureInside } from './insideExtensionHost.ts';

const maxActivationMs = 200;
const maxBlockedMs = 50;
/** An empty extension takes about a millisecond, so the ratio of two runs may differ by half. */
const maxTimesEmpty = 100;

/** The output of `test/extension/measure/main.ts`. */
const measured = z.object({ activationCpuMs: z.number(), emptyActivationCpuMs: z.number(), blockedMs: z.number() });

export const extensionHost: Bench = {
  name: 'extension-host',
  describe:
    'in real VS Code: processor time of activation, also in times of an empty extension’s, and the longest time for which indexing holds the extension host',
  run: ({ quick, signal, log }) =>
    withTempFolder(async (scratch) => {
      const folder = join(scratch, 'folder');
      const corpus = createCorpus({ seed: 1, textBytes: quick ? 250_000 : 3_900_000 });
      writeCorpus(corpus, folder);
      signal.throwIfAborted();
      log(`indexing ${corpus.documents} documents in VS Code`);
      const others = [0, 1].map((number) => emptyExtension(scratch, number));
      const { activationCpuMs, emptyActivationCpuMs, blockedMs } = measured.parse(
        await measureInside('main.ts', scratch, { others, folder }),
      );
      const timesEmpty = activationCpuMs / emptyActivationCpuMs;
      return {
        columns: ['what', 'ms'],
        rows: [
          ['activation, processor time', activationCpuMs],
          ['activation of an empty extension', emptyActivationCpuMs],
          ['longest block while indexing', blockedMs],
        ],
        checks: [
          atMost('activation, ms of processor time', activationCpuMs, maxActivationMs),
          atMost('activation, times that of an empty extension', timesEmpty, maxTimesEmpty),
          atMost('longest block while indexing, ms', blockedMs, maxBlockedMs),
        ],
        json: { documents: corpus.documents, activationCpuMs, emptyActivationCpuMs, blockedMs },
      };
    }),
};

/** @returns its folder */
function emptyExtension(scratch: string, number: number): string {
  const folder = join(scratch, `ariadne-rig.empty${number}-1.0.0`);
  const manifest = {
    name: `empty${number}`,
    publisher: 'ariadne-rig',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.cjs',
  };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  writeFileSync(join(folder, 'main.cjs'), 'exports.activate = () => undefined;\n');
  return folder;
}
