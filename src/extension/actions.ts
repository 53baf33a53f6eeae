/** What users can do. Each command, and each message of the panel, has one handler, which its feature registers here. */
import { commands, type Disposable } from 'vscode';
import type { Logger } from '../base/logger.ts';
import type { FromPanel } from '../protocol/panel.ts';
import type { CommandId } from './contributions.ts';
import type { WorkspaceFolders } from './folders/workspaceFolders.ts';
import { report } from './report.ts';
import type { InnerCommandId } from './viewIds.ts';

/** The page's requests that are not about the panel itself. */
export type PanelAction = Exclude<FromPanel, { readonly kind: 'ready' | 'focus' | 'drawn' | 'dismiss-problem' | 'take-way' }>;
type Kind = PanelAction['kind'];
export type Message<K extends Kind> = Extract<PanelAction, { readonly kind: K }>;

/** Menus of the explorer also pass all that is selected there. The result goes to callers of `executeCommand`. */
type Perform = (argument: unknown, selected?: unknown) => unknown;

export class Actions implements Disposable {
  readonly #logger: Logger;
  readonly #folders: WorkspaceFolders;
  readonly #registered: Disposable[] = [];
  readonly #answers = new Map<string, (message: PanelAction) => unknown>();

  constructor(logger: Logger, folders: WorkspaceFolders) {
    this.#logger = logger;
    this.#folders = folders;
  }

  /** A command's failure is shown in a notification. VS Code refuses a second handler. */
  commands(handlers: { readonly [I in CommandId | InnerCommandId]?: Perform }): void {
    for (const [id, perform] of Object.entries(handlers)) {
      const command = async (argument: unknown, selected?: unknown): Promise<unknown> => {
        try {
          return await this.#folders.within(this.#folders.ofArgument(argument), () => perform(argument, selected));
        } catch (error) {
          report(this.#logger, error);
          return undefined;
        }
      };
      this.#registered.push(commands.registerCommand(id, command));
    }
  }

  /** A failure is shown in the panel, which awaits the answer. @throws Error for a second handler */
  messages(handlers: { readonly [K in Kind]?: (message: Message<K>) => unknown }): void {
    for (const [kind, answer] of Object.entries(handlers)) {
      if (this.#answers.has(kind)) throw new Error(`The message "${kind}" has a handler.`);
      // The type of `handlers` ensures that each message reaches the handler of its kind.
      this.#answers.set(kind, answer as (message: PanelAction) => unknown);
    }
  }

  /** @param shownId the run that the panel shows, which its links are of */
  async answer(message: PanelAction, shownId?: string): Promise<void> {
    const answer = this.#answers.get(message.kind);
    if (!answer) throw new Error(`Nothing handles the message "${message.kind}".`);
    const about = message.kind === 'open-source' || message.kind === 'open-citation' ? shownId : message;
    await this.#folders.within(this.#folders.ofArgument(about), () => answer(message));
  }

  dispose(): void {
    for (const registered of this.#registered) registered.dispose();
  }
}
