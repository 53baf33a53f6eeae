/** The research panel's host side: one webview panel, told everything it shows, in messages parsed on both sides. */
import { randomBytes } from 'node:crypto';
import { Uri, ViewColumn, window } from 'vscode';
import type { Disposable, Webview, WebviewPanel } from 'vscode';
import * as z from 'zod';
import { DisposableStore } from '../base/disposable.ts';
import { messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { RunEvent } from '../protocol/events.ts';
import { fromPanel } from '../protocol/panel.ts';
import type { FromPanel, PanelState, ToPanel } from '../protocol/panel.ts';
import { panelViewType } from './contributions.ts';
import type { RunStore } from './runStore.ts';

export interface ResearchPanelOptions {
  readonly extensionUri: Uri;
  readonly logger: Logger;
  readonly runs: RunStore;
  readonly state: () => PanelState;
  /** Called when the page begins to listen, before it is told anything that may need the engine. */
  readonly wake: () => Promise<void>;
  /** Does what a button of the page asks for; what it throws is shown in the page. */
  readonly act: (message: Exclude<FromPanel, { kind: 'ready' }>) => Promise<void>;
}

/** Events come one by one and fast; the page redraws once per batch. */
const BATCH_MS = 40;

export class ResearchPanel implements Disposable {
  readonly #options: ResearchPanelOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #pending: RunEvent[] = [];
  #panel: WebviewPanel | undefined;
  #isListening = false;
  #selectNode: string | undefined;
  #sender: NodeJS.Timeout | undefined;

  constructor(options: ResearchPanelOptions) {
    this.#options = options;
    this.#subscriptions.add(options.runs.onDidAddEvents.on(({ runId, events }) => this.#queue(runId, events)));
    this.#subscriptions.add(
      window.registerWebviewPanelSerializer(panelViewType, {
        deserializeWebviewPanel: (panel, saved) => {
          const state = savedState.safeParse(saved);
          if (state.success && state.data.runId !== undefined) options.runs.show(state.data.runId);
          this.#adopt(panel);
          return Promise.resolve();
        },
      }),
    );
  }

  get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  /** Opens the panel or brings it to the front; shows this run, or the one shown last. */
  show(runId?: string, selectNode?: string): void {
    if (runId !== undefined) this.#options.runs.show(runId);
    this.#selectNode = selectNode;
    if (this.#panel) {
      this.#panel.reveal(undefined, false);
      if (this.#isListening && runId !== undefined) void this.#sendRun(0);
      return;
    }
    const column = window.activeTextEditor ? ViewColumn.Beside : ViewColumn.Active;
    this.#adopt(window.createWebviewPanel(panelViewType, 'Ariadne', column, { enableFindWidget: true }));
  }

  /** Something around the runs has changed. */
  refresh(): void {
    if (this.#panel && this.#isListening) this.#post({ kind: 'state', state: this.#options.state() });
  }

  dispose(): void {
    clearTimeout(this.#sender);
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }

  #adopt(panel: WebviewPanel): void {
    const { extensionUri } = this.#options;
    this.#panel?.dispose();
    this.#panel = panel;
    this.#isListening = false;
    panel.iconPath = {
      light: Uri.joinPath(extensionUri, 'media/panel-light.svg'),
      dark: Uri.joinPath(extensionUri, 'media/panel-dark.svg'),
    };
    const page = Uri.joinPath(extensionUri, 'dist/webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [page] };
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    // A hidden page is gone: when it is shown again it says from which event on it wants to hear.
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#isListening = false;
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.webview.html = pageHtml(panel.webview, page);
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = fromPanel.safeParse(message);
    if (!parsed.success) {
      this.#options.logger.log('error', 'panel', `unreadable message: ${parsed.error.message}`);
      return;
    }
    try {
      if (parsed.data.kind === 'ready') await this.#begin(parsed.data.runId, parsed.data.next ?? 0);
      else await this.#options.act(parsed.data);
    } catch (error) {
      this.#problem(error);
    }
  }

  async #begin(hasRun: string | undefined, next: number): Promise<void> {
    await this.#options.wake();
    this.#isListening = true;
    this.refresh();
    const { runs } = this.#options;
    // The run shown before a reload may have been deleted since, or the folder may not be trusted: then there is nothing to ask the engine for.
    if (runs.runs.some((run) => run.runId === runs.shownId)) await this.#sendRun(hasRun === runs.shownId ? next : 0);
  }

  async #sendRun(from: number): Promise<void> {
    const runId = this.#options.runs.shownId;
    if (runId === undefined) return;
    try {
      const events = await this.#options.runs.events(runId, from);
      if (this.#options.runs.shownId !== runId) return;
      // What is pending is part of `events`, which were read in one step.
      this.#pending.length = 0;
      const selectNode = this.#selectNode;
      this.#selectNode = undefined;
      this.#post({ kind: 'show-run', runId, ...(selectNode === undefined ? {} : { selectNode }) });
      this.#post({ kind: 'events', runId, events: [...events] });
    } catch (error) {
      this.#problem(error);
    }
  }

  #queue(runId: string, events: readonly RunEvent[]): void {
    if (!this.#isListening || runId !== this.#options.runs.shownId) return;
    this.#pending.push(...events);
    this.#sender ??= setTimeout(() => {
      this.#sender = undefined;
      if (this.#pending.length > 0) this.#post({ kind: 'events', runId, events: this.#pending.splice(0) });
    }, BATCH_MS);
  }

  #problem(error: unknown): void {
    this.#options.logger.log('error', 'panel', messageOf(error));
    this.#post({ kind: 'problem', message: messageOf(error) });
  }

  #post(message: ToPanel): void {
    if (this.#panel && this.#isListening) void this.#panel.webview.postMessage(message);
  }
}

const savedState = z.object({ runId: z.string().optional() });

function pageHtml(webview: Webview, page: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (name: string): string => webview.asWebviewUri(Uri.joinPath(page, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${asset('main.css')}" id="vscode-codicon-stylesheet" />
    <title>Ariadne</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" nonce="${nonce}" src="${asset('main.js')}"></script>
  </body>
</html>
`;
}
