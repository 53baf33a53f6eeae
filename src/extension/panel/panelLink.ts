/** The messages between the host and the page of the research panel, in order. Does not use VS Code. */
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { fromPanel, type FromPanel, type Gesture, type PanelState, type ToPanel } from '../../protocol/panel.ts';
import type { RunSnapshot } from '../../protocol/trace.ts';
import type { Writing } from '../../protocol/writing.ts';
import type { PanelAction } from '../actions.ts';
import { failureToShow, type Failure, type Way } from '../failures.ts';
import type { EngineClient } from '../engineProcess/engineClient.ts';
import type { FolderRuns } from '../runs/folderRuns.ts';

export interface PanelLinkOptions {
  /** Sends a message to the page. Messages from the page go to `receive`. */
  readonly post: (message: ToPanel) => void;
  readonly logger: Logger;
  readonly runs: FolderRuns;
  readonly engine: Pick<EngineClient, 'notifications'>;
  readonly state: () => PanelState;
  /** Reads what an earlier window left. The page shows meanwhile what is known. */
  readonly wake: () => Promise<void>;
  readonly take: (way: Way) => Promise<void>;
  /** Performs what the page requests. A failure is shown in the page. */
  readonly answer: (message: PanelAction) => Promise<void>;
}

export interface ShowOptions {
  readonly gesture?: Gesture;
  /** A run to compare with it. */
  readonly compareWith?: string;
}

/** Events and changes arrive in quick succession; the page redraws once per batch. */
const BATCH_MS = 40;

export class PanelLink implements Disposable {
  readonly #options: PanelLinkOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #pending: RunEvent[] = [];
  /** By node, the latest. */
  readonly #writings = new Map<string, Writing>();
  /** The number of the next event that the page lacks of the shown run; undefined while that is being read. */
  #next: number | undefined;
  /** What comes meanwhile. The engine may have read the log before it, so that the snapshot lacks it. */
  readonly #meanwhile: RunEvent[] = [];
  /** Counts readings of the shown run: only the last one is shown. */
  #readings = 0;
  #isListening = false;
  #hasFocus = false;
  /** Waits until the page has the run that it refers to. */
  #gesture: Gesture | undefined;
  #compareWith: string | undefined;
  /** Shown until the user dismisses it or asks again, also by a page created again. */
  #problem: Failure | undefined;
  /** A question that could not be asked and is not back in the box yet. */
  #returned: string | undefined;
  /** A picture that the page draws. */
  #drawing: { readonly svg: string; readonly done: (base64: string | undefined) => void } | undefined;
  #sender: NodeJS.Timeout | undefined;
  #refresher: NodeJS.Timeout | undefined;

  constructor(options: PanelLinkOptions) {
    this.#options = options;
    const {
      runs,
      engine: { notifications },
    } = options;
    this.#subscriptions.add(
      notifications.on('runEvent', ({ runId, event }) => {
        if (this.#isShown(runId)) this.#add(event);
      }),
    );
    this.#subscriptions.add(
      notifications.on('writing', ({ runId, ...writing }) => {
        if (this.#isShown(runId)) this.#queue(() => this.#writings.set(writing.node, writing));
      }),
    );
    this.#subscriptions.add(runs.onDidShow.on(() => this.#sendShown()));
  }

  /** Whether keys go to the page. */
  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** Called when the page is gone or being replaced. Nothing is sent until a page is ready. */
  stop(): void {
    this.#isListening = false;
    this.#hasFocus = false;
  }

  /** Shows this run, or the one shown last. */
  show(runId: string | undefined, { gesture, compareWith }: ShowOptions = {}): void {
    const { runs } = this.#options;
    this.#gesture = gesture;
    this.#compareWith = compareWith;
    if (runId !== undefined && runId !== runs.shownId) runs.show(runId);
    else if (gesture !== undefined || compareWith !== undefined) this.#sendShown();
  }

  /** Sends something that the page has requested. A new page requests it again. */
  tell(message: ToPanel): void {
    this.#post(message);
  }

  /** The SVG as PNG, drawn by the page as soon as there is one. Undefined where it cannot be drawn. */
  draw(svg: string): Promise<Uint8Array | undefined> {
    this.#drawing?.done(undefined);
    return new Promise((resolve) => {
      this.#drawing = { svg, done: (base64) => resolve(base64 === undefined ? undefined : Buffer.from(base64, 'base64')) };
      this.#post({ kind: 'draw', svg });
    });
  }

  /** Puts a question that could not be asked back into the box, with the reason unless the user stopped it. */
  giveBack(question: string, error: unknown): void {
    this.#returned = question;
    this.fail(error);
    this.#sendProblem();
  }

  /** Shows the failure of an action that the page requested. */
  fail(error: unknown): void {
    const failure = failureToShow(error, this.#options.logger);
    if (!failure) return;
    this.#problem = failure;
    this.#sendProblem();
  }

  /** Removes the last question's problem when a new question is asked. */
  clearProblem(): void {
    this.#problem = undefined;
    this.#post({ kind: 'problem-over' });
  }

  /** The state outside the runs has changed. Many changes at once are sent as one message. */
  refresh(): void {
    if (this.#isListening) this.#refresher ??= setTimeout(() => this.#sendState(), BATCH_MS);
  }

  /** Handles any message from the page. */
  async receive(message: unknown): Promise<void> {
    const parsed = fromPanel.safeParse(message);
    if (!parsed.success) {
      this.#options.logger.log('error', 'panel', `unreadable message: ${parsed.error.message}`);
      return;
    }
    try {
      await this.#do(parsed.data);
    } catch (error) {
      this.fail(error);
    }
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.#sender);
    clearTimeout(this.#refresher);
    this.#subscriptions.dispose();
  }

  async #do(message: FromPanel): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.#begin(message.runId, message.next ?? 0);
      case 'focus':
        this.#hasFocus = message.hasFocus;
        return;
      case 'drawn':
        this.#drawing?.done(message.base64);
        this.#drawing = undefined;
        return;
      case 'dismiss-problem':
        this.#problem = undefined;
        return;
      case 'take-way': {
        const way = this.#problem?.ways[message.n];
        return way && this.#options.take(way);
      }
      default:
        return this.#options.answer(message);
    }
  }

  /** Immediately sends the page what is known here, and then what only the engine knows. */
  async #begin(hasRun: string | undefined, next: number): Promise<void> {
    this.#isListening = true;
    this.#sendState();
    this.#sendProblem();
    if (this.#drawing) this.#post({ kind: 'draw', svg: this.#drawing.svg });
    await this.#sendRun(hasRun, next);
    await this.#options.wake();
    this.refresh();
  }

  #sendState(): void {
    clearTimeout(this.#refresher);
    this.#refresher = undefined;
    this.#post({ kind: 'state', state: this.#options.state() });
  }

  #sendShown(): void {
    this.#sendRun().catch((error: unknown) => this.fail(error));
  }

  /** @param hasRun the run that the page already has, up to event `next` */
  async #sendRun(hasRun?: string, next = 0): Promise<void> {
    const { runs, wake } = this.#options;
    const runId = runs.shownId;
    if (!this.#isListening) return;
    if (runId === undefined) return this.#post({ kind: 'show-none' });
    const known = runs.known(runId);
    const isUpToDate = hasRun === runId && known?.next === next;
    this.#postRun(runId, isUpToDate ? undefined : known);
    this.#next = known?.next;
    this.#meanwhile.length = 0;
    const reading = ++this.#readings;
    if (known) return this.#postWaiting(runId);
    await wake();
    if (reading !== this.#readings) return;
    // The run may have been deleted since it was last shown. In an untrusted folder, no runs are known.
    if (!runs.has(runId)) return runs.isKnown ? runs.show(undefined) : this.#post({ kind: 'show-none' });
    const snapshot = await runs.snapshot(runId);
    if (reading !== this.#readings) return;
    this.#postRun(runId, snapshot);
    this.#next = snapshot.next;
    for (const event of this.#meanwhile.splice(0)) this.#add(event);
    this.#postWaiting(runId);
  }

  #add(event: RunEvent): void {
    if (this.#next === undefined) return void this.#meanwhile.push(event);
    if (event.n < this.#next) return;
    if (event.n > this.#next) return this.#sendShown();
    this.#next++;
    this.#queue(() => this.#pending.push(event));
  }

  #postWaiting(runId: string): void {
    const [gesture, withId] = [this.#gesture, this.#compareWith];
    this.#gesture = undefined;
    this.#compareWith = undefined;
    if (gesture) this.#post({ kind: 'gesture', runId, gesture });
    if (withId !== undefined) this.#post({ kind: 'compare', runId, withId });
  }

  #postRun(runId: string, snapshot: RunSnapshot | undefined): void {
    // Pending events are part of the snapshot, or of another run.
    this.#pending.length = 0;
    this.#writings.clear();
    // The page takes a run's question from the state until the run's events contain it.
    if (this.#refresher) this.#sendState();
    this.#post({ kind: 'show-run', runId, snapshot });
  }

  #isShown(runId: string): boolean {
    return this.#isListening && runId === this.#options.runs.shownId;
  }

  #queue(add: () => void): void {
    add();
    this.#sender ??= setTimeout(() => {
      this.#sender = undefined;
      const runId = this.#options.runs.shownId;
      if (runId === undefined) return;
      if (this.#pending.length > 0) this.#post({ kind: 'events', runId, events: this.#pending.splice(0) });
      if (this.#writings.size > 0) this.#post({ kind: 'writing', runId, writings: [...this.#writings.values()] });
      this.#writings.clear();
    }, BATCH_MS);
  }

  #sendProblem(): void {
    if (!this.#isListening) return;
    const question = this.#returned;
    this.#returned = undefined;
    if (question !== undefined) this.#post({ kind: 'focus-question', text: question });
    if (!this.#problem) return;
    const { message, ways } = this.#problem;
    this.#post({ kind: 'problem', message, ways: ways.map(({ label }) => label) });
  }

  #post(message: ToPanel): void {
    if (this.#isListening) this.#options.post(message);
  }
}
