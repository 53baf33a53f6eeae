import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The storage that all windows on a workspace share. In a browser or on a remote machine, two windows can have the same workspace; VS Code
 * then gives the second one a folder with a number after its name, where it would find no index and no runs. Ariadne's locks allow sharing.
 * @param own path of the extension's folder in the storage of this window's workspace
 */
export function sharedStorage(own: string): string {
  const first = /^(.*[^/\\])-[1-9]$/.exec(dirname(own))?.[1];
  return first !== undefined && existsSync(first) ? join(first, basename(own)) : own;
}

/** VS Code's storage that all windows share. */
export interface Memory {
  get<T>(key: string, byDefault: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'storages';
const maxKept = 50;

/**
 * Where the index and runs of a folder are: VS Code gives each workspace its own storage, and a folder can be in several workspaces. What
 * another workspace has stored for it is used, so that no folder is indexed twice.
 * @param own in the storage of this window's workspace
 */
export function knownStorage(memory: Memory, own: string): string {
  if (existsSync(own)) return own;
  const same = (storage: string): boolean => basename(storage) === basename(own) && existsSync(storage);
  return memory.get<readonly string[]>(key, []).find(same) ?? own;
}

/** Storage folders of folders opened before, newest first: one may hold the index of another worktree. Adds `own` as the newest. */
export function siblingStorages(memory: Memory, own: string): readonly string[] {
  const others = memory.get<readonly string[]>(key, []).filter((storage) => storage !== own);
  void memory.update(key, [own, ...others].slice(0, maxKept));
  return others;
}
