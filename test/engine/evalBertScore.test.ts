/** BERTScore in `ariadne eval`: with the local embedder, and with a model that fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import { root } from '../support/cli.ts';
import { embedderFolder, failingEncoderFolder } from '../support/models/roleFolders.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

const score = z.object({ precision: z.number(), recall: z.number(), f: z.number() });
const resultsJson = z.object({
  bertscore: z.union([
    z.strictObject({ encoder: z.string(), layer: z.literal('last'), idf: z.literal(false), rescaled: z.literal(false) }),
    z.strictObject({ failure: z.string() }),
  ]),
  pipelines: z.array(z.object({ f1: z.number(), scored: z.number(), bertscore: score.optional() })),
});

test('a local embedder also computes BERTScore, named in every report; when a named model fails, the other results are kept', async (t) => {
  const [out, cache] = [tempFolder(t), tempFolder(t)];
  const env = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const shared = ['eval', join(root, 'samples'), '--out', out, '--pipelines', 'retrieve-read', '--limit', '3', '--json'];
  const args = [...shared, '--embedder', `folder:${embedderFolder(t, ['barrage', 'engineer', 'kelmouth'])}`];
  const { code, stdout, stderr } = await runWarmCli(args, { env });
  assert.equal(code, 0, stderr);
  const { bertscore, pipelines } = resultsJson.parse(JSON.parse(stdout));
  assert.ok('encoder' in bertscore, stderr);
  const { encoder } = bertscore;
  assert.match(encoder, /^folder:[^/]+#fp32\/[0-9a-f]{12}$/);
  const { precision, recall, f } = pipelines[0]?.bertscore ?? assert.fail();
  assert.ok(
    [precision, recall, f].every((value) => value > 0 && value <= 1 + 1e-9),
    `${precision} ${recall} ${f}`,
  );
  assert.match(stderr, /BERTScore: (\d) of \1 pairs of answers\n/);
  const markdown = readFileSync(join(out, 'RESULTS.md'), 'utf8');
  assert.match(
    markdown,
    /### BERTScore with folder:.*\n\n\| system \| precision \| recall \| F \| 95 % interval of F \|\n.*\n\| retrieve-read \| [\d.]+ \|/,
  );
  assert.ok(readFileSync(join(out, 'report.html'), 'utf8').includes(`BERTScore with ${encoder}, in percent`));

  const failing = await runWarmCli([...args, '--bertscore', `folder:${failingEncoderFolder(t, 'kelmouth')}`], { env });
  assert.equal(failing.code, 0, failing.stderr);
  assert.match(failing.stderr, /BERTScore is left out\. .* Rerun the command to add it\.\n/);
  const kept = resultsJson.parse(JSON.parse(failing.stdout));
  assert.ok('failure' in kept.bertscore);
  assert.deepEqual(kept.pipelines, [{ f1: pipelines[0]?.f1, scored: 3 }]);
  assert.match(readFileSync(join(out, 'RESULTS.md'), 'utf8'), /BERTScore is missing: .*not numbers/);

  const missing = await runWarmCli([...shared, '--bertscore', 'folder:nowhere'], { env });
  assert.deepEqual([missing.code, missing.stdout], [3, '']);
  assert.match(missing.stderr, /^folder:nowhere: the folder .* does not exist\. Check the path\.\n$/m);
});
