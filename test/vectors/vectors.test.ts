import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { runners } from './runners/allRunners.ts';

/** The folder whose vectors are run; `npm run test:vectors -- DIR` names another than ours. */
const folder = process.env['ARIADNE_VECTORS'] ?? import.meta.dirname;
const vectors = z.object({ format: z.literal(1), cases: z.array(z.looseObject({ id: z.string().optional() })) });

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const run = runners[file];
  if (!run) continue;
  describe(file, () => {
    const { cases } = vectors.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    assert.ok(cases.length > 0, `${file} has no cases`);
    for (const [i, input] of cases.entries()) test(input.id ?? `case ${i}`, () => run(input));
  });
}
