import type { Disposable } from '../../base/disposable.ts';
import type { OpenFolder } from '../openFolder.ts';
import type { WorkspaceFolders } from './workspaceFolders.ts';

/** Something that there is once for each folder of the workspace, as long as it is in it; without a folder, once. */
export class PerFolder<T extends object> implements Disposable {
  readonly #folders: WorkspaceFolders;
  readonly #create: (folder: OpenFolder | undefined) => T;
  readonly #made = new Map<OpenFolder | undefined, T>();
  readonly #listening: Disposable;

  constructor(folders: WorkspaceFolders, create: (folder: OpenFolder | undefined) => T) {
    this.#folders = folders;
    this.#create = create;
    this.#listening = folders.onDidChange.on(() => this.#follow());
    this.#follow();
  }

  /** Of the folder that is meant. */
  get meant(): T {
    return this.of(this.#folders.meant);
  }

  get all(): readonly T[] {
    return [...this.#made.values()];
  }

  of(folder: OpenFolder | undefined): T {
    const made = this.#made.get(folder) ?? this.#create(folder);
    this.#made.set(folder, made);
    return made;
  }

  dispose(): void {
    this.#listening.dispose();
    for (const made of this.#made.values()) end(made);
    this.#made.clear();
  }

  #follow(): void {
    const now: readonly (OpenFolder | undefined)[] = this.#folders.all.length === 0 ? [undefined] : this.#folders.all;
    for (const [folder, made] of this.#made) {
      if (now.includes(folder)) continue;
      this.#made.delete(folder);
      end(made);
    }
    for (const folder of now) this.of(folder);
  }
}

function end(made: object): void {
  if ('dispose' in made) (made as Disposable).dispose();
}

/**
 * What features hold in place of something that there is for each folder: it is that of the folder that is meant when it is used.
 * @param own what is the same for all folders, such as events
 */
export function standIn<T extends object>(meant: () => T, own: Partial<T>): T {
  return new Proxy<T>(own as T, {
    get(_, name) {
      if (name in own) return own[name as keyof T];
      const target = meant();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
