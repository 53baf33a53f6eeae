import { workspace, type Disposable } from 'vscode';
import { settingsToFollow } from '../engineProcess/engineTarget.ts';
import { inBackground } from '../report.ts';
import { excludeSettings, type Settings } from '../settings.ts';
import type { Uses } from '../parts.ts';

/** Sends the engine changed settings, from which it knows what to repeat. The old index is used until then. */
export function followSettings(app: Uses<'folder' | 'settings' | 'logger' | 'engine' | 'index'>): Disposable {
  let before = app.settings();
  const follow = (): void => {
    const after = app.settings();
    const was = before;
    before = after;
    // The engine receives these when it starts.
    if (atStart(after) !== atStart(was)) app.engine.invalidate();
    if (after.indexUri !== was.indexUri) {
      app.index.forget();
      inBackground(app.logger, app.index.refresh());
      return;
    }
    inBackground(app.logger, app.engine.tell('changed', { settings: settingsToFollow(app) }));
    app.index.announce();
  };
  const trusted = workspace.onDidGrantWorkspaceTrust(follow);
  const changed = workspace.onDidChangeConfiguration((change) => {
    if (['ariadne', ...excludeSettings].some((section) => change.affectsConfiguration(section))) follow();
  });
  return { dispose: () => [trusted, changed].forEach((listening) => void listening.dispose()) };
}

function atStart({ indexUri, baseUrl, hubUrl, isOffline, timeouts }: Settings): string {
  return JSON.stringify([indexUri, baseUrl, hubUrl, isOffline, timeouts]);
}
