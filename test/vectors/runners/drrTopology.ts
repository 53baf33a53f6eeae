import assert from 'node:assert/strict';
import * as z from 'zod';
import { topologyOf } from '../../../src/pipelines/drr/topology.ts';

const topologyCase = z.object({
  ids: z.array(z.string()),
  deps: z.record(z.string(), z.array(z.string())),
  expected: z.union([
    z.strictObject({ levels: z.array(z.array(z.string())), fifoOrder: z.array(z.string()) }),
    z.strictObject({ error: z.string(), ids: z.array(z.string()) }),
  ]),
});

/** Runs one case of `drr_topology.json`. */
export function runDrrTopologyCase(input: unknown): void {
  const { ids, deps, expected } = topologyCase.parse(input);
  const topology = topologyOf(ids, new Map(Object.entries(deps)));
  assert.deepEqual('error' in topology ? topology : { levels: topology.levels, fifoOrder: topology.queue }, expected);
}
