import type { LanguageModelAccessInformation } from 'vscode';
import { chooseModels, type ModelsApp, enterHubToken } from './chooseModels.ts';
import { Downloads } from './downloads.ts';
import { EditorModels } from './editorModels.ts';
import { manageModels } from './manageModels.ts';
import { testModelsCommand } from './testModels.ts';
import { Writers } from './writer.ts';
import type { Uses } from '../parts.ts';

export interface ModelChoiceParts extends Uses<'owned' | 'actions' | 'engine'>, Omit<ModelsApp, 'editorModels' | 'downloads'> {
  readonly access: LanguageModelAccessInformation;
}

export interface ModelChoiceFeature {
  readonly editorModels: EditorModels;
  readonly downloads: Downloads;
  readonly writers: Writers;
}

/** Choosing, downloading and testing models, and those that VS Code offers. */
export function registerModelChoice(parts: ModelChoiceParts): ModelChoiceFeature {
  const { access, owned, actions, engine, settings, door, logger } = parts;
  const editorModels = new EditorModels({ access, settings, ledger: door });
  const downloads = new Downloads({ engine, hubUrl: () => settings().hubUrl, logger });
  owned.add(engine.notifications.on('download', (progress) => downloads.progress(progress)));
  owned.add(engine.onDidEnd.on(() => downloads.endAll()));
  const app: ModelsApp = { ...parts, editorModels, downloads };
  actions.commands({
    'ariadne.chooseModels': () => chooseModels(app),
    'ariadne.manageModels': () => manageModels(app),
    'ariadne.testModels': () => testModelsCommand(app),
    'ariadne.enterHubToken': () => enterHubToken(app),
  });
  actions.messages({ 'choose-models': () => chooseModels(app) });
  return { editorModels, downloads, writers: new Writers(app) };
}
