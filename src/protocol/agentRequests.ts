/** The request of a host to perform a tool of `agentTools.ts`. */
import * as z from 'zod';
import { agentTools, type AgentTool } from './agentTools.ts';
import { runBudget } from './runOptions.ts';
import { modelIds } from './runSpec.ts';

/** Calls of chat models that agents may make in one session, and on one day (UTC). */
export const agentCallLimits = z.object({ callsPerSession: z.int().min(0).default(100), callsPerDay: z.int().min(0).default(500) });

export type AgentCallLimits = Readonly<z.infer<typeof agentCallLimits>>;

export const agentRequests = {
  /** Works with the index as it is. The result is the tool's `output`. */
  agentTool: {
    params: z.object({
      tool: z.enum(Object.keys(agentTools) as [AgentTool, ...AgentTool[]]),
      /** Of an agent, so of any type. */
      input: z.unknown(),
      /** Id of the run that `ariadne_ask` makes. */
      runId: z.string(),
      models: modelIds,
      /** The user's limits for a question, beside those of agents. */
      budget: runBudget,
      limits: agentCallLimits,
      /** One line about the folder, written by its user. */
      context: z.string().optional(),
    }),
    result: z.record(z.string(), z.unknown()),
  },
} as const;
