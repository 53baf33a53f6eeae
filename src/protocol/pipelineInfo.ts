/** What is known of a pipeline before it runs. */
import * as z from 'zod';
import { sentence } from './sentence.ts';

const pipelineParameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  /** Absent if no value has the same meaning as leaving the parameter out. */
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  choices: z.array(z.string()).optional(),
});
export const pipelineInfo = z.object({
  id: z.string(),
  title: z.string(),
  description: sentence,
  paper: z.string(),
  parameters: z.array(pipelineParameter),
  /** The parameters that say how many passages are read at once; absent where none are read. */
  passages: z.array(z.string()).optional(),
});
export type PipelineInfo = Readonly<z.infer<typeof pipelineInfo>>;
