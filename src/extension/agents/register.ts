import { t } from '@vscode/l10n';
import { askedFormOf, inForm } from '../../protocol/writtenAnswer.ts';
import { chat, commands, lm } from 'vscode';
import { agentTools, type AgentTool } from '../../protocol/agentTools.ts';
import type { Actions } from '../actions.ts';
import { wantedNow } from '../answerForms.ts';
import { callsOfQuestion, confirmCalls } from '../asking/confirmCalls.ts';
import type { CommandId } from '../contributions.ts';
import { chatParticipantId } from '../viewIds.ts';
import { callTool, type AgentApp } from './agentCalls.ts';
import { installForAgents, registerPreview, removeFromAgents } from './install.ts';
import { registerMcpServers, type ServersParts } from './mcpServers.ts';
import { answerInChat, type ParticipantParts } from './participant.ts';
import { languageModelTool } from './tools.ts';

export interface AgentsParts extends AgentApp, ServersParts {
  readonly actions: Actions;
  readonly ensureIndex: () => Promise<boolean>;
}

/** What agents in and beside VS Code reach Ariadne by. */
export function registerAgents(parts: AgentsParts): void {
  const { owned } = parts;
  for (const tool of Object.keys(agentTools) as AgentTool[]) owned.add(lm.registerTool(tool, languageModelTool(parts, tool)));
  registerMcpServers(parts);
  registerPreview(parts);
  parts.actions.commands({
    'ariadne.installForAgents': () => installForAgents(parts),
    'ariadne.removeFromAgents': () => removeFromAgents(parts),
  });
  const answer = answerInChat(participant(parts));
  // The folder stays the same, whatever the user opens meanwhile.
  owned.add(chat.createChatParticipant(chatParticipantId, (...asked) => parts.folders.within(undefined, () => answer(...asked))));
}

function participant(parts: AgentsParts): ParticipantParts {
  const { folder, settings, ensureIndex } = parts;
  const wanted = () => ({ pipeline: settings().pipeline, ...inForm(askedFormOf(wantedNow(settings()))) });
  return {
    folder,
    call: (...called) => callTool(parts, ...called),
    ask: {
      wanted,
      async mayAsk() {
        if (!(await ensureIndex())) return false;
        const calls = await callsOfQuestion(parts, { params: {}, ...wanted() }, settings().models.chat);
        return confirmCalls(parts, calls, t('Ask'));
      },
    },
    fillTable: async (questions, out) => commands.executeCommand('ariadne.askEachDocument' satisfies CommandId, { questions, out }),
  };
}
