/** What the product's pipelines are measured against. Nobody selects them for work over documents, so the editor does not offer them. */
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import { registerPipeline } from '../../src/pipelines/registry.ts';
import { autoRagLite } from './autoRagLite.ts';
import { chainOfThought, chainOfThoughtFewShot } from './chainOfThought.ts';
import { direct } from './direct.ts';
import { efficientRagLite } from './efficientRagLite.ts';
import { gearLite } from './gearLite.ts';
import { genRead } from './genRead.ts';
import { iterRetGen } from './iterRetGen.ts';
import { r2agLite } from './r2agLite.ts';
import { refeed } from './refeed.ts';
import { retrieveCot } from './retrieveCot.ts';
import { selfRagLite } from './selfRagLite.ts';

export const baselines: readonly AnyPipeline[] = [
  direct,
  chainOfThought,
  chainOfThoughtFewShot,
  genRead,
  retrieveCot,
  refeed,
  iterRetGen,
  selfRagLite,
  r2agLite,
  gearLite,
  efficientRagLite,
  autoRagLite,
];

/** @returns a function that removes them */
export function registerBaselines(): () => void {
  const removals = baselines.map(registerPipeline);
  return () => removals.forEach((remove) => remove());
}
