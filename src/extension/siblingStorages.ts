/** VS Code's storage that all windows share. */
export interface Memory {
  get<T>(key: string, byDefault: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'storages';
const maxKept = 50;

/** Storage folders of folders opened before, newest first: one may hold the index of another worktree. Adds `own` as the newest. */
export function siblingStorages(memory: Memory, own: string): readonly string[] {
  const others = memory.get<readonly string[]>(key, []).filter((storage) => storage !== own);
  void memory.update(key, [own, ...others].slice(0, maxKept));
  return others;
}
