/** What the command line needs for an evaluation from layers below the engine; needs no folder. */
import { parseParameters, pipelineById } from '../pipelines/registry.ts';

export { isAbstention } from '../reasoning/abstention.ts';
export { promptVersion } from '../reasoning/prompts/blocks.ts';

/** All parameters of a pipeline, those not given with their defaults. @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
export function parametersFor(pipeline: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return parseParameters(pipelineById(pipeline), given);
}
