import { lm } from 'vscode';
import type { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { agentTools, type AgentTool } from '../../protocol/agentTools.ts';
import type { AgentApp } from './agentCalls.ts';
import { languageModelTool } from './tools.ts';

export interface AgentsParts extends AgentApp {
  readonly owned: DisposableStore;
  readonly logger: Logger;
}

/** What agents in and beside VS Code reach Ariadne by. */
export function registerAgents(parts: AgentsParts): void {
  const { owned } = parts;
  for (const tool of Object.keys(agentTools) as AgentTool[]) owned.add(lm.registerTool(tool, languageModelTool(parts, tool)));
}
