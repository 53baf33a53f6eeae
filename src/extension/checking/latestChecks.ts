/** The latest check of each document that is watched. Does not use VS Code. */
import { failureUnder, isAbort, untilAborted } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { messageOf } from '../../base/errors.ts';
import type { Checked } from '../../citations/findings.ts';
import { shifted, type TextEdit } from './shifted.ts';

/** As a `TextDocument` of VS Code. */
export interface WatchedDocument {
  readonly uri: { toString(): string };
  readonly version: number;
}

export interface Findings {
  /** In text order. */
  readonly citations: readonly Checked[];
  /** Why the document was not checked, or not all of it. */
  readonly problem?: string | undefined;
}

interface LatestChecksOptions<D> {
  /** What is found in the document as it is. */
  readonly check: (document: D, signal: AbortSignal) => Promise<Findings>;
  /** How long nothing is typed before a check. Default: 0.4 seconds. */
  readonly delayMs?: number;
  /** Notified of a failure in the background. */
  readonly onFailure: (error: unknown) => void;
}

interface Watched<D> extends Findings {
  readonly document: D;
  /** Version of the document that was checked; undefined when something else may have changed. */
  readonly version?: number;
}

interface Running {
  readonly controller: AbortController;
  readonly version: number;
  readonly done: Promise<readonly Checked[]>;
}

const usualDelayMs = 400;

/**
 * Checks documents when nothing was typed for a moment. Until then, what was found moves along with the text, and what an edit touches is
 * dropped: nothing is ever shown at a wrong place. Listeners hear when something is found or dropped.
 */
export class LatestChecks<D extends WatchedDocument> implements Disposable {
  readonly onDidChange = new Emitter<D>();
  readonly #options: LatestChecksOptions<D>;
  readonly #watched = new Map<string, Watched<D>>();
  readonly #running = new Map<string, Running>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(options: LatestChecksOptions<D>) {
    this.#options = options;
  }

  /** Watches these documents and no others. */
  watch(documents: readonly D[]): void {
    const wanted = new Map(documents.map((document) => [document.uri.toString(), document]));
    for (const [id, { document }] of this.#watched) {
      if (wanted.get(id) === document) continue;
      this.#stop(id);
      this.#watched.delete(id);
      this.onDidChange.fire(document);
    }
    for (const [id, document] of wanted) {
      if (this.#watched.has(id)) continue;
      this.#watched.set(id, { document, citations: [] });
      this.#soon(id);
    }
  }

  /** What is known of a watched document now; undefined of others. */
  of(document: D): Findings | undefined {
    return this.#watched.get(document.uri.toString());
  }

  edited(document: D, edits: readonly TextEdit[]): void {
    const id = document.uri.toString();
    const known = this.#watched.get(id);
    if (!known || edits.length === 0) return;
    const citations = shifted(known.citations, edits);
    this.#watched.set(id, { ...known, citations });
    // The editor moves what it shows. All of it again takes too long for a keystroke.
    if (judgmentsOf(citations) < judgmentsOf(known.citations)) this.onDidChange.fire(document);
    this.#soon(id);
  }

  /** Something else has changed: documents, the index, settings. */
  checkAll(): void {
    for (const [id, { version: _version, ...known }] of this.#watched) {
      this.#watched.set(id, known);
      this.#soon(id);
    }
  }

  /** The citations of a document as it is now. @throws what `check` does; AbortError */
  now(document: D, signal?: AbortSignal): Promise<readonly Checked[]> {
    const known = this.#watched.get(document.uri.toString());
    if (known?.version === document.version) return Promise.resolve(known.citations);
    return untilAborted(this.#check(document), signal);
  }

  dispose(): void {
    for (const id of [...this.#watched.keys(), ...this.#running.keys()]) this.#stop(id);
    this.onDidChange.dispose();
  }

  #soon(id: string): void {
    this.#stop(id);
    const work = (): void => {
      const known = this.#watched.get(id);
      if (known) this.#check(known.document).catch((error: unknown) => isAbort(error) || this.#options.onFailure(error));
    };
    this.#timers.set(id, setTimeout(work, this.#options.delayMs ?? usualDelayMs));
  }

  #stop(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#running.get(id)?.controller.abort();
    this.#running.delete(id);
  }

  /** Joins a check of the same version. */
  #check(document: D): Promise<readonly Checked[]> {
    const id = document.uri.toString();
    const { version } = document;
    const running = this.#running.get(id);
    if (running?.version === version) return running.done;
    this.#stop(id);
    const controller = new AbortController();
    const done = this.#options
      .check(document, controller.signal)
      .then(
        (found) => {
          this.#found(document, { ...found, version }, controller);
          return found.citations;
        },
        (error: unknown) => {
          const failure = failureUnder(controller.signal, error);
          if (!isAbort(failure)) this.#found(document, { problem: messageOf(failure) }, controller);
          throw failure;
        },
      )
      .finally(() => {
        if (this.#running.get(id)?.controller === controller) this.#running.delete(id);
      });
    this.#running.set(id, { controller, version, done });
    return done;
  }

  #found(document: D, found: Partial<Watched<D>>, { signal }: AbortController): void {
    const id = document.uri.toString();
    const known = this.#watched.get(id);
    if (!known || signal.aborted) return;
    this.#watched.set(id, { document: known.document, citations: known.citations, ...found });
    this.onDidChange.fire(document);
  }
}

/** An edit drops citations, and takes what was found of their claims from others. */
function judgmentsOf(citations: readonly Checked[]): number {
  return citations.reduce((count, { claim }) => count + (claim ? 2 : 1), 0);
}
