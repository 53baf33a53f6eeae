import { QuickPickItemKind, window } from 'vscode';
import type { App } from './app.ts';
import { pipelineGroups } from './pipelineGroups.ts';
import { writeSetting } from './settings.ts';

const needs = { yes: '$(sparkle) needs a language model', partly: '$(sparkle) partly needs a language model', no: '' } as const;

/** `ariadne.choosePipeline`: the pipelines the engine knows, the current one first. */
export async function choosePipeline(app: Pick<App, 'engine' | 'settings'>): Promise<void> {
  const current = app.settings().pipeline;
  const groups = pipelineGroups(await app.engine.request('pipelines', {}), current);
  const items = groups.flatMap(({ label, pipelines }) => [
    { id: '', label, kind: QuickPickItemKind.Separator },
    ...pipelines.map(({ id, title, description, needsModel }) => ({
      id,
      label: title,
      description: needs[needsModel],
      detail: description,
    })),
  ]);
  const chosen = await window.showQuickPick(items, {
    title: 'Pipeline',
    placeHolder: 'How should questions be answered?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen && chosen.id !== current) await writeSetting('ariadne.pipeline', chosen.id);
}
