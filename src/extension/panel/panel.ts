/** The host side of the research panel: the webview panel and its page. `PanelLink` defines their messages. */
import { t } from '@vscode/l10n';
import { commands, Uri, ViewColumn, window, type Disposable, type WebviewPanel } from 'vscode';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { DisposableStore } from '../../base/disposable.ts';
import { AriadneError } from '../../base/errors.ts';
import { PanelLink, type PanelLinkOptions, type ShowOptions } from './panelLink.ts';
import { pageHtml } from './pageHtml.ts';
import { panelViewType } from '../viewIds.ts';

export interface ResearchPanelOptions extends Omit<PanelLinkOptions, 'post' | 'take'> {
  readonly extensionUri: Uri;
}

/**
 * A hidden page that stays alive is back in 0.35 s instead of 0.75 s on two busy cores (1.2 s when it also waited for the host), and takes
 * less memory: every page created again left some 20 MB behind for a while. Nothing depends on it, because a new page says so and receives
 * everything.
 */
const panelOptions = { enableFindWidget: true, retainContextWhenHidden: true };

interface PanelShowOptions extends ShowOptions {
  /** Leaves the focus where it is, like a click on a file in a list. */
  readonly keepsFocus?: boolean;
}

export class ResearchPanel implements Disposable {
  readonly #options: ResearchPanelOptions;
  readonly #subscriptions = new DisposableStore();
  readonly link: PanelLink;
  #panel: WebviewPanel | undefined;

  constructor(options: ResearchPanelOptions) {
    this.#options = options;
    this.link = this.#subscriptions.add(
      new PanelLink({
        ...options,
        post: (message) => void this.#panel?.webview.postMessage(message),
        take: async ({ command, argument }) => void (await commands.executeCommand(command, argument)),
      }),
    );
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

  get isActive(): boolean {
    return this.#panel?.active ?? false;
  }

  get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  /** Opens the panel or brings it to the front, and shows this run, or the one shown last. */
  show(runId?: string, { keepsFocus = false, ...options }: PanelShowOptions = {}): void {
    this.link.show(runId, options);
    // VS Code would take the focus from where it is in the page, and with it what is typed meanwhile.
    if (this.#panel?.visible && this.link.hasFocus) return;
    if (this.#panel) return this.#panel.reveal(undefined, keepsFocus);
    const viewColumn = window.activeTextEditor ? ViewColumn.Beside : ViewColumn.Active;
    this.#adopt(window.createWebviewPanel(panelViewType, 'Ariadne', { viewColumn, preserveFocus: keepsFocus }, panelOptions));
  }

  /** A graph as PNG. Pictures are drawn by the page. @throws AriadneError `not-drawn` */
  async draw(runId: string, svg: string): Promise<Uint8Array> {
    this.show(runId, { keepsFocus: true });
    const png = await Promise.race([this.link.draw(svg), setTimeout(drawingMs, undefined)]);
    if (!png)
      throw new AriadneError(
        'not-drawn',
        t('The picture could not be drawn. Open the panel, then export again, or export the graph as SVG.'),
      );
    return png;
  }

  /** Opens the panel with a question that could not be asked, and the reason unless the user stopped it. */
  giveBack(question: string, error: unknown): void {
    this.show();
    this.link.giveBack(question, error);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }

  #adopt(panel: WebviewPanel): void {
    const { extensionUri } = this.#options;
    this.#panel?.dispose();
    this.#panel = panel;
    this.link.stop();
    panel.iconPath = {
      light: Uri.joinPath(extensionUri, 'media/panel-light.svg'),
      dark: Uri.joinPath(extensionUri, 'media/panel-dark.svg'),
    };
    const page = Uri.joinPath(extensionUri, 'dist/webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [page] };
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.link.stop();
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void this.link.receive(message));
    panel.webview.html = pageHtml(panel.webview, page, 'main');
  }
}

/** The page may have to open first. */
const drawingMs = 30_000;

const savedState = z.object({ runId: z.string().optional() });
