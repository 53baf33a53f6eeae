/** The page that lists where documents disagree: walks the index, opens places, keeps verdicts. */
import { t } from '@vscode/l10n';
import { type Disposable, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { messageOf } from '../../base/errors.ts';
import type { FolderDisagreement } from '../../protocol/disagreements.ts';
import { fromDisagreementView, type FromDisagreementView, type ToDisagreementView } from '../../protocol/disagreementView.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { logFailure } from '../failures.ts';
import { pageHtml } from '../panel/pageHtml.ts';
import type { Uses } from '../parts.ts';
import { report } from '../report.ts';
import { disagreementsViewType } from '../viewIds.ts';

export interface DisagreementApp extends Uses<'engine' | 'logger'>, SourceOpener {
  readonly extensionUri: Uri;
}

export class DisagreementPanel implements Disposable {
  readonly #app: DisagreementApp;
  readonly #subscription: Disposable;
  #panel: WebviewPanel | undefined;
  #walk: AbortController | undefined;
  #found: readonly FolderDisagreement[] = [];
  #last: ToDisagreementView = { kind: 'walking', progress: null };

  constructor(app: DisagreementApp) {
    this.#app = app;
    this.#subscription = app.engine.notifications.on('disagreementProgress', (progress) => {
      if (this.#walk) this.#post({ kind: 'walking', progress });
    });
  }

  /** Looks through the documents as they are now. */
  show(): void {
    if (this.#panel) this.#panel.reveal();
    else this.#open();
    void this.#look();
  }

  #open(): void {
    const page = Uri.joinPath(this.#app.extensionUri, 'dist/webview');
    const panel = window.createWebviewPanel(disagreementsViewType, t('Disagreements'), ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [page],
      retainContextWhenHidden: true,
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#walk?.abort();
    });
    panel.webview.html = pageHtml(panel.webview, page, 'disagreements');
    this.#panel = panel;
  }

  async #receive(message: unknown): Promise<void> {
    try {
      const parsed = fromDisagreementView.safeParse(message);
      if (parsed.success) await this.#perform(parsed.data);
    } catch (error) {
      report(this.#app.logger, error);
    }
  }

  async #perform(message: FromDisagreementView): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.#post(this.#last);
      case 'open':
        return this.#app.openCitation({ ...message.place, linesHash: '', beside: true });
      case 'walk':
        return this.#look();
      case 'stop':
        return this.#walk?.abort();
      case 'settle': {
        const found = this.#found.find(({ id }) => id === message.id);
        if (!found) return;
        await this.#app.engine.request('settleDisagreement', { found, verdict: message.verdict });
        const { verdict: _, ...open } = found;
        const settled = message.verdict === null ? open : { ...open, verdict: message.verdict };
        this.#show(this.#found.map((one) => (one === found ? settled : one)));
      }
    }
  }

  async #look(): Promise<void> {
    this.#walk?.abort();
    const walk = (this.#walk = new AbortController());
    this.#post({ kind: 'walking', progress: null });
    try {
      const { found } = await this.#app.engine.request('disagreements', {}, { signal: walk.signal });
      if (walk === this.#walk) this.#show(found);
    } catch (error) {
      if (walk !== this.#walk) return;
      if (!isAbort(error)) logFailure(this.#app.logger, error);
      this.#post({ kind: 'problem', message: isAbort(error) ? t('Stopped. What was read is kept for the next time.') : messageOf(error) });
    } finally {
      if (walk === this.#walk) this.#walk = undefined;
    }
  }

  #show(found: readonly FolderDisagreement[]): void {
    this.#found = found;
    this.#post({ kind: 'found', found: [...found] });
  }

  #post(message: ToDisagreementView): void {
    this.#last = message;
    void this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#walk?.abort();
    this.#subscription.dispose();
    this.#panel?.dispose();
  }
}
