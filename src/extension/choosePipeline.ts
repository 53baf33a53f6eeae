import { window } from 'vscode';
import type { App } from './app.ts';
import { writeSetting } from './settings.ts';

/** `ariadne.choosePipeline`: the pipelines the engine knows, the current one first. */
export async function choosePipeline(app: Pick<App, 'engine' | 'settings'>): Promise<void> {
  const current = app.settings().pipeline;
  const pipelines = await app.engine.request('pipelines', {});
  const items = pipelines
    .toSorted((a, b) => Number(b.id === current) - Number(a.id === current))
    .map(({ id, title, description, paper }) => ({
      id,
      label: title,
      description: id === current ? `${id} · current` : id,
      detail: paper === '' ? description : `${description} (${paper})`,
    }));
  const chosen = await window.showQuickPick(items, {
    title: 'Pipeline',
    placeHolder: 'How should questions be answered?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen && chosen.id !== current) await writeSetting('ariadne.pipeline', chosen.id);
}
