import { describePipeline, pipelines } from '../pipelines/registry.ts';
import type { PipelineInfo } from '../protocol/engine.ts';

/** Every pipeline with its parameters; needs no folder. */
export function listPipelines(): readonly PipelineInfo[] {
  return pipelines.map(describePipeline);
}
