/** What there is to know of pipelines and their answers without a folder. */
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
