/** Downloads of models: the question before them, their progress, and stopping them. */
import { t } from '@vscode/l10n';
import { env, Uri, type Progress } from 'vscode';
import { isAriadneError, messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { ChosenModels, DownloadOffer, DownloadProgress, NamedRole } from '../../protocol/modelLibrary.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { amountText, offerDetail, offerTitle } from './downloadWords.ts';
import { messageText } from '../messageText.ts';
import { showDialog, showMessage } from '../messages.ts';
import { withSignal } from '../withSignal.ts';

export interface DownloadsOptions {
  readonly engine: EngineRequests;
  /** The hub's address. */
  readonly hubUrl: () => string;
  readonly logger: Logger;
}

interface Shown {
  readonly end: () => void;
  readonly show: (progress: DownloadProgress) => void;
}

export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #agreed = new Set<string>();
  readonly #shown = new Map<string, Shown>();

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /**
   * Downloads those of these models that are not on this computer, after one question for all.
   * @returns false when the user declined or stopped it
   * @throws the errors of `pullModel`
   */
  async obtain(models: ChosenModels): Promise<boolean> {
    const { engine, hubUrl } = this.#options;
    // Without models of the hub this asks nobody.
    const title = t('Looking for the models on {0}…', new URL(hubUrl()).host);
    const { downloads: found = [] } = await withSignal(title, (signal) =>
      engine.request('models', { models, withOffers: true }, { signal }),
    );
    // Two roles may have one model.
    const offers = [...new Map(found.map((offer) => [keyOf(offer), offer])).values()];
    if (offers.length === 0) return true;
    if (!(await this.#agree(offers))) return false;
    for (const offer of offers) this.#agreed.add(keyOf(offer));
    try {
      for (const [role, id] of Object.entries(models)) {
        if (id?.startsWith('hf:') !== true) continue;
        await engine.request('pullModel', { id, role: role as NamedRole });
      }
      return true;
    } catch (error) {
      if (!isAriadneError(error, 'model-declined')) throw error;
      void showMessage('information', error.message);
      return false;
    } finally {
      for (const offer of offers) this.#agreed.delete(keyOf(offer));
    }
  }

  /** Answers the engine, which needs a model that is not on this computer. */
  async consent(offer: DownloadOffer): Promise<boolean> {
    return this.#agreed.has(keyOf(offer)) || this.#agree([offer]);
  }

  progress(progress: DownloadProgress): void {
    const { name, isOver } = progress;
    if (isOver) {
      this.#shown.get(name)?.end();
      this.#shown.delete(name);
      return;
    }
    const shown = this.#shown.get(name) ?? this.#open(name);
    this.#shown.set(name, shown);
    shown.show(progress);
  }

  /** The engine has ended, and its downloads with it. */
  endAll(): void {
    for (const { end } of this.#shown.values()) end();
    this.#shown.clear();
  }

  async #agree(offers: readonly DownloadOffer[]): Promise<boolean> {
    const yes = t('Download');
    const page = t('Show Its Page');
    for (;;) {
      const chosen = await showDialog('information', offerTitle(offers), offerDetail(offers), yes, page);
      if (chosen !== page) return chosen === yes;
      const { hubUrl } = this.#options;
      for (const { name } of offers) await env.openExternal(Uri.parse(`${hubUrl().replace(/\/+$/, '')}/${name}`));
    }
  }

  #open(name: string): Shown {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let reported = 0;
    let shown: Progress<{ message?: string; increment?: number }> | undefined;
    void withSignal(messageText(t('Downloading {0}', name)), (signal, progress) => {
      shown = progress;
      signal.addEventListener('abort', () => this.#stop(name));
      return ended;
    });
    return {
      end,
      show: (progress) => {
        const { doneBytes, totalBytes } = progress;
        const share = totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes;
        shown?.report({ message: messageText(amountText(progress)), increment: Math.max(0, share - reported) });
        reported = Math.max(reported, share);
      },
    };
  }

  #stop(name: string): void {
    const { engine, logger } = this.#options;
    engine.request('stop', { download: name }).catch((error: unknown) => logger.log('warn', 'models', messageOf(error)));
  }
}

/** The same files, whatever part of them is here. */
function keyOf({ name, revision, dtype }: DownloadOffer): string {
  return `${name}@${revision}#${dtype}`;
}
