/** The tools of agents for the host of an engine. One for all of its calls, since what agents may spend is limited in a session. */
import { join } from 'node:path';
import { agentCallLimits } from '../protocol/agentRequests.ts';
import type { EngineParams } from '../protocol/engine.ts';
import type { AskRequest } from '../protocol/runRequests.ts';
import { AgentBudget, callsFile } from './agentBudget.ts';
import { AgentService, type AgentServiceOptions } from './agentService.ts';

interface AgentCallsOptions extends Pick<AgentServiceOptions, 'engine' | 'folder' | 'storage' | 'reader'> {
  readonly unindexed: () => AskRequest['unindexed'];
  readonly discovery: () => AgentServiceOptions['discovery'];
}

const raise = {
  session: 'The user restarts Ariadne, or raises the setting “ariadne.agents.limits”.',
  day: 'The user raises the setting “ariadne.agents.limits”.',
};

export class AgentCalls {
  readonly #of: AgentCallsOptions;
  /** The user may change them between calls. */
  readonly #limits = { ...agentCallLimits.parse({}), raise };
  readonly #budget: AgentBudget;

  constructor(options: AgentCallsOptions) {
    this.#of = options;
    this.#budget = new AgentBudget({ file: join(options.storage, callsFile), limits: this.#limits });
  }

  /** @throws as `AgentService.call` */
  call(params: EngineParams<'agentTool'>, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { tool, input, runId, models, budget, context } = params;
    const { engine, folder, storage, reader, unindexed, discovery } = this.#of;
    Object.assign(this.#limits, params.limits);
    const runs: AgentServiceOptions['engine']['runs'] = {
      store: engine.runs.store,
      ask: (request, stop) => engine.runs.ask({ ...request, unindexed: unindexed(), budget: within(budget, request.budget) }, stop),
    };
    const service = new AgentService({
      engine: {
        runs,
        search: (...asked) => engine.search(...asked),
        reading: (...asked) => engine.reading(...asked),
        explain: (...asked) => engine.explain(...asked),
        sourceText: (...asked) => engine.sourceText(...asked),
      },
      ...{ folder, storage, reader, models, context, discovery: discovery(), budget: this.#budget, newRunId: () => runId },
    });
    return service.call(tool, input, signal);
  }
}

/** The user's limits, with fewer calls where an agent may make no more. */
function within(budget: AskRequest['budget'] = {}, agent: AskRequest['budget'] = {}): AskRequest['budget'] {
  const llmCalls = Math.min(budget.llmCalls ?? Number.POSITIVE_INFINITY, agent.llmCalls ?? Number.POSITIVE_INFINITY);
  const limits = Number.isFinite(llmCalls) ? { ...budget, llmCalls } : budget;
  return Object.keys(limits).length === 0 ? undefined : limits;
}
