import { AriadneError } from '../base/errors.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { pipelines } from '../pipelines/registry.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';

/**
 * Rejects a pipeline if the reasoner lacks what makes it the method (pipelines.md 1.11).
 * @throws AriadneError `reasoner-lacking`, naming what to choose instead
 */
export function requireServed({ title, needs = [] }: AnyPipeline, reasoner: Pick<Reasoner, 'serves'>): void {
  if (needs.every((role) => reasoner.serves(role))) return;
  const others = pipelines.filter((pipeline) => (pipeline.needs ?? []).every((role) => reasoner.serves(role))).map(({ id }) => id);
  throw new AriadneError('reasoner-lacking', `${title} needs a language model. Choose one, or another pipeline: ${others.join(', ')}.`);
}
