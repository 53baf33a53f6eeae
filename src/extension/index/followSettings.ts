import { workspace } from 'vscode';
import type { Disposable } from 'vscode';
import type { EngineClient } from '../engineProcess/engineClient.ts';
import type { IndexMirror } from './indexMirror.ts';
import type { AutoIndexer } from './autoIndexer.ts';
import type { Logger } from '../../base/logger.ts';
import { inBackground } from '../report.ts';
import { excludeSettings } from '../settings.ts';
import type { Settings } from '../settings.ts';

/** After a change of settings, repeats exactly the work that they affect, in the background. The old index is used until then. */
export function followSettings(app: {
  readonly engine: EngineClient;
  readonly index: IndexMirror;
  readonly autoIndexer: AutoIndexer;
  readonly settings: () => Settings;
  readonly logger: Logger;
}): Disposable {
  let before = app.settings();
  const follow = (): void => {
    const after = app.settings();
    const was = before;
    before = after;
    // The engine receives these when it starts.
    if (atStart(after) !== atStart(was)) app.engine.invalidate();
    if (after.indexUri !== was.indexUri) {
      app.autoIndexer.reset();
      inBackground(
        app.logger,
        app.index.forget().then(() => app.index.refresh()),
      );
      return;
    }
    if (!isSameIndex(after, was) || (after.isWatching && !was.isWatching)) app.autoIndexer.checkAll();
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

/** Whether the same files are indexed in the same way. The other models only read the index. */
function isSameIndex(a: Settings, b: Settings): boolean {
  return JSON.stringify([a.discovery, a.models.embedder]) === JSON.stringify([b.discovery, b.models.embedder]);
}
