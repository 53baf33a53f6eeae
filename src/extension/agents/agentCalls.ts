/** Performs the tools of agents for this window, on the folder that Ariadne works on. */
import { randomUUID } from 'node:crypto';
import { workspace } from 'vscode';
import { untilAborted } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import { agentTools, type AgentTool } from '../../protocol/agentTools.ts';
import { builtinModels, chatModels, pricedSpec } from '../../protocol/runSpec.ts';
import { estimateSentence } from '../asking/estimateSentence.ts';
import type { EngineClient } from '../engineProcess/engineClient.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import { whereText } from '../index/indexCommand.ts';
import { noDocuments, whatIsRead } from '../index/indexSentences.ts';
import { isOnThisComputer } from '../modelChoice/serverPresets.ts';
import { answeredBy } from '../modelChoice/modelWords.ts';
import { requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import type { FolderRuns } from '../runs/folderRuns.ts';
import type { Settings } from '../settings.ts';

export interface AgentApp {
  readonly engine: EngineClient;
  readonly index: FolderState;
  readonly runs: FolderRuns;
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
}

/** Performs a tool. @param told hears the sub-questions of a question */
export type CallTool = (
  tool: AgentTool,
  input: unknown,
  signal: AbortSignal,
  told?: (text: string) => void,
) => Promise<Readonly<Record<string, unknown>>>;

export interface Question {
  readonly title: string;
  readonly message: string;
}

/** In a workspace with several folders, which one is searched. */
export function whichFolder(folder: OpenFolder | undefined): string | undefined {
  return (workspace.workspaceFolders?.length ?? 0) > 1 ? folder?.name : undefined;
}

/**
 * @throws AriadneError `no-folder`, `virtual-folder`, `untrusted`, `index-empty`, and those of `AgentService.call` and `FolderState.run`
 * @throws AbortError
 */
export async function callTool(app: AgentApp, ...[tool, input, signal, told]: Parameters<CallTool>): ReturnType<CallTool> {
  const { engine, runs, settings } = app;
  const folder = requireOpenFolder(app.folder());
  if (!workspace.isTrusted)
    throw new AriadneError('untrusted', 'This folder is not trusted. Its user has to trust it before agents read it.');
  await untilIndexed(app, folder, signal);
  const { models, agentContext: context, agentLimits: limits } = settings();
  const perform = async (runId: string, stop: AbortSignal): Promise<Record<string, unknown>> => {
    const hearing = engine.notifications.on('runEvent', ({ runId: of, event }) => {
      if (of === runId && event.kind === 'node-added' && event.node.kind === 'sub_question')
        told?.(event.node.resolvedText ?? event.node.text);
    });
    try {
      return await engine.request(
        'agentTool',
        { tool, input, runId, models, budget: settings().budget(), limits, context },
        { signal: stop },
      );
    } finally {
      hearing.dispose();
    }
  };
  const asked = tool === 'ariadne_ask' ? agentTools.ariadne_ask.input.safeParse(input) : undefined;
  const result = asked?.success
    ? await runs.during({ question: asked.data.question, pipeline: asked.data.pipeline ?? 'sunar-nar' }, perform, signal)
    : await perform(randomUUID(), signal);
  const where = whichFolder(folder);
  return where === undefined ? result : { folder: where, ...result };
}

/** What its user has to agree to before a tool is performed: that the folder is indexed, or that money may be spent. */
export async function questionBefore(app: AgentApp, tool: AgentTool, input: unknown): Promise<Question | undefined> {
  const { engine, index, settings } = app;
  const folder = app.folder();
  // What else is missing, the call says.
  if (!folder?.isOnDisk || !workspace.isTrusted) return undefined;
  if (index.readiness !== 'ready' && !index.isIndexing) await index.refresh();
  if (index.readiness === 'no-index') {
    return { title: `Index “${folder.name}” first?`, message: `It has no complete index. Indexing reads the documents. ${whereText(app)}` };
  }
  const asked = tool === 'ariadne_ask' ? agentTools.ariadne_ask.input.safeParse(input) : undefined;
  if (!asked?.success || !maySpend(settings())) return undefined;
  const { maxCalls } = asked.data;
  const { models, budget } = settings();
  const estimate = await engine.request('estimate', {
    ...pricedSpec.parse({ pipeline: 'sunar-nar', ...asked.data, params: {} }),
    models: { ...builtinModels, chat: models.chat },
  });
  const limit = Math.min(budget().llmCalls ?? Number.POSITIVE_INFINITY, maxCalls ?? Number.POSITIVE_INFINITY);
  const sentence = estimateSentence(estimate, Number.isFinite(limit) ? { llmCalls: limit } : {});
  return {
    title: `Ask “${folder.name}” with a language model?`,
    message: `${answeredBy(settings())} It gets the question and passages of the documents. ${sentence}`,
  };
}

function maySpend({ models, baseUrl }: Settings): boolean {
  return chatModels(models).some((id) => id.startsWith('vscode:') || (id.startsWith('openai:') && !isOnThisComputer(baseUrl)));
}

/** A call that is stopped leaves the index to be finished, since others wait for it, too. */
async function untilIndexed({ index }: AgentApp, { name }: OpenFolder, signal: AbortSignal): Promise<void> {
  if (index.readiness !== 'ready' && !index.isIndexing) await index.refresh();
  if (index.readiness === 'ready') return;
  const documents = await untilAborted(
    index.run().then((summary) => summary.documents),
    signal,
  );
  if (documents === 0) throw new AriadneError('index-empty', `${noDocuments(name)} ${whatIsRead}`);
}
