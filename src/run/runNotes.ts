/**
 * The user's notes on runs: a title, and whether a run is pinned. One file per fact, beside the logs, so that writing one cannot undo
 * another, even from a second window.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { namesIn } from '../base/namesIn.ts';
import { replaceFile } from '../base/replaceFile.ts';
import type { RunSummary } from '../protocol/engine.ts';

export type RunNote = Pick<RunSummary, 'title' | 'isPinned'>;

/** Maximum length of a title in UTF-16 code units. */
const longestTitle = 200;
const suffixes = { title: '.title', isPinned: '.pinned' } as const;

export class RunNotes {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** By run; runs without a note are left out. */
  all(): ReadonlyMap<string, RunNote> {
    const notes = new Map<string, RunNote>();
    const add = (runId: string, note: RunNote): unknown => notes.set(runId, { ...notes.get(runId), ...note });
    for (const name of namesIn(this.#folder)) {
      if (name.endsWith(suffixes.isPinned)) add(name.slice(0, -suffixes.isPinned.length), { isPinned: true });
      const title = name.endsWith(suffixes.title) ? titleIn(join(this.#folder, name)) : undefined;
      if (title !== undefined) add(name.slice(0, -suffixes.title.length), { title });
    }
    return notes;
  }

  /**
   * Keeps what is not named. An empty title removes the title.
   * @throws AriadneError `notes-unwritable`
   */
  set(runId: string, { title, isPinned }: RunNote): void {
    if (title !== undefined) this.#write(runId, 'title', titleOf(title));
    if (isPinned !== undefined) this.#write(runId, 'isPinned', isPinned ? 'on top' : '');
  }

  /** Deletes the notes of a run that was deleted permanently. */
  forget(runId: string): void {
    for (const suffix of Object.values(suffixes)) rmSync(join(this.#folder, `${runId}${suffix}`), { force: true });
  }

  #write(runId: string, fact: keyof typeof suffixes, text: string): void {
    const file = join(this.#folder, `${runId}${suffixes[fact]}`);
    try {
      if (text === '') rmSync(file, { force: true });
      else replaceFile(file, `${text}\n`);
    } catch (cause) {
      throw new AriadneError('notes-unwritable', `${file} cannot be written, so nothing was changed. Check that the disk is not full.`, {
        cause,
      });
    }
  }
}

/** The title on one line. */
function titleOf(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, longestTitle).trim();
}

function titleIn(file: string): string | undefined {
  try {
    return titleOf(readFileSync(file, 'utf8')) || undefined;
  } catch (error) {
    // Removed since the folder was listed.
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}
