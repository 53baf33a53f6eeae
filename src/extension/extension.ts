import './configureZod.ts';
import './l10n.ts';
import type { ExtensionContext } from 'vscode';
import { registerAgents } from './agents/register.ts';
import { registerAsking } from './asking/register.ts';
import { createBasics } from './basics.ts';
import { registerChecking } from './checking/register.ts';
import { registerCiting } from './citing/register.ts';
import { registerContextKeys } from './contextKeys.ts';
import { registerDiagnostics } from './diagnostics/register.ts';
import { registerDisagreements } from './disagreements/register.ts';
import { registerEngine } from './engineProcess/register.ts';
import { registerIndex, type IndexFeature } from './index/register.ts';
import { registerModelChoice, type ModelChoiceFeature } from './modelChoice/register.ts';
import type { ResearchPanel } from './panel/panel.ts';
import { registerPanel } from './panel/register.ts';
import { registerPinned } from './pinned/register.ts';
import { registerRuns, type RunsFeature } from './runs/register.ts';
import { registerStatusBar } from './statusBar.ts';
import { registerTables } from './tables/register.ts';
import { inBackground } from './report.ts';
import { registerTestQuestions } from './testQuestions/register.ts';

/**
 * Builds each feature after those that it uses, and gives it what it uses. Starts no process and reads no file. If an earlier window has
 * left an index, the watcher soon has the engine check it.
 */
export function activate(context: ExtensionContext): void {
  const { extensionUri, secrets, languageModelAccessInformation: access } = context;
  const basics = createBasics(context);
  // Some features call ones that are built later, once all are.
  const host = registerEngine({
    ...basics,
    context,
    editorModels: { fetch: (request, signal) => models.editorModels.fetch(request, signal) },
    consent: (offer) => models.downloads.consent(offer),
    questions: () => asked.runs.runs,
  });
  /** Reads what earlier windows left (index, runs) of each folder if there is something and it is trusted; otherwise starts nothing. */
  const wake = async (): Promise<void> => {
    const meant = host.engines.meant;
    for (const other of host.engines.all) if (other !== meant) inBackground(basics.logger, other.wake());
    await meant.wake();
  };
  const indexed: IndexFeature = registerIndex({ ...basics, ...host, isPanelVisible: () => panel.isVisible, wake });
  const models: ModelChoiceFeature = registerModelChoice({ ...basics, ...host, ...indexed, access, secrets });
  const asked: RunsFeature = registerRuns({ ...basics, ...host, ...indexed, wake });
  const citing = registerCiting({ ...basics, ...host, ...indexed, ...asked, extensionUri });
  const { changedSources } = citing;
  registerChecking({ ...basics, ...host, ...indexed, ...asked, ...citing });
  const panel: ResearchPanel = registerPanel({ ...basics, ...host, ...indexed, ...asked, changedSources, extensionUri, wake });
  registerAsking({ ...basics, ...host, ...indexed, ...asked, panel, writers: models.writers });
  const tables = registerTables({ ...basics, ...host, ...indexed, ...citing, extensionUri });
  registerDisagreements({ ...basics, ...host, ...indexed, ...citing, extensionUri });
  registerPinned({ ...basics, ...host, ...indexed, ...asked, panel, tables });
  registerAgents({ ...basics, ...host, ...indexed, ...asked, context });
  registerTestQuestions({ ...basics, context });
  registerDiagnostics({ ...basics, ...host, ...indexed, ...asked, context });
  registerStatusBar({ ...basics, ...host, ...asked });
  registerContextKeys({ ...basics, ...host, ...asked });
}
