/** What there is to know of pipelines and their answers without a folder. */
import { planningRole } from '../protocol/runSpec.ts';
import { describePipeline, parseParameters, pipelineById, pipelines } from '../pipelines/registry.ts';
import type { PipelineInfo } from '../protocol/pipelineInfo.ts';

export { branchOf as selfDcBranch } from '../pipelines/selfDc.ts';
export { isAbstention } from '../reasoning/abstention.ts';
export { promptVersion } from '../reasoning/prompts/blocks.ts';

/** Every pipeline with its parameters. */
export function listPipelines(): readonly PipelineInfo[] {
  return pipelines.map(describePipeline);
}

/** All parameters of a pipeline, those not given with their defaults. @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
export function parametersFor(pipeline: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return parseParameters(pipelineById(pipeline), given);
}

/** What a run of a pipeline asks besides the model that answers. */
export interface PipelineUses {
  readonly reranker: boolean;
  readonly entailment: boolean;
  readonly [planningRole]: boolean;
}

/** @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
export function usesOf(id: string, given: Readonly<Record<string, unknown>>): PipelineUses {
  const pipeline = pipelineById(id);
  const { rerankPairs, nliPairs } = pipeline.bound(parseParameters(pipeline, given));
  return { reranker: rerankPairs > 0, entailment: nliPairs > 0, [planningRole]: pipeline.plans === true };
}
