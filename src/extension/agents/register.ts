import { lm } from 'vscode';
import { agentTools, type AgentTool } from '../../protocol/agentTools.ts';
import type { AgentApp } from './agentCalls.ts';
import { registerMcpServers, type ServersParts } from './mcpServers.ts';
import { languageModelTool } from './tools.ts';

export interface AgentsParts extends AgentApp, ServersParts {}

/** What agents in and beside VS Code reach Ariadne by. */
export function registerAgents(parts: AgentsParts): void {
  const { owned } = parts;
  for (const tool of Object.keys(agentTools) as AgentTool[]) owned.add(lm.registerTool(tool, languageModelTool(parts, tool)));
  registerMcpServers(parts);
}
