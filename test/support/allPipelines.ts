/** The pipelines of the product and of the laboratory. */
import { after, before } from 'node:test';
import { baselines, registerBaselines } from '../../lab/pipelines/baselines.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import { pipelineById, pipelines } from '../../src/pipelines/registry.ts';

export const allPipelines: readonly AnyPipeline[] = [...pipelines, ...baselines];

/** @throws AriadneError `pipeline-unknown` */
export function pipelineOf(id: string): AnyPipeline {
  return baselines.find((pipeline) => pipeline.id === id) ?? pipelineById(id);
}

/** For tests of one file or suite that name baselines by id: the registry has them as long as these run. */
export function withBaselines(): void {
  let remove = (): void => undefined;
  before(() => {
    remove = registerBaselines();
  });
  after(() => remove());
}
