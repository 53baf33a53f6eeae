/**
 * What is kept beside the logs: titles that the user gave, pinned runs, and whether these still hold. One file per fact, so that writing
 * one cannot undo another, even from a second window.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { namesIn } from '../base/namesIn.ts';
import { replaceFile } from '../base/replaceFile.ts';
import type { RunSummary } from '../protocol/engine.ts';
import { noteSuffixes } from '../protocol/runFiles.ts';
import { standing, type Standing } from '../protocol/staleReason.ts';

export type RunNote = Pick<RunSummary, 'title' | 'isPinned'>;
type StoredNote = RunNote & Pick<RunSummary, 'standing'>;

/** Maximum length of a title in UTF-16 code units. */
const longestTitle = 200;
type Fact = keyof typeof noteSuffixes;

/** How files are changed, each in one step. */
interface NoteFiles {
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
}

const onDisk: NoteFiles = { write: replaceFile, remove: (file) => rmSync(file, { force: true }) };

export class RunNotes {
  readonly #folder: string;
  readonly #files: NoteFiles;

  constructor(folder: string, files = onDisk) {
    this.#folder = folder;
    this.#files = files;
  }

  /** By run; runs without a note are left out. */
  all(): ReadonlyMap<string, StoredNote> {
    const notes = new Map<string, StoredNote>();
    const add = (runId: string, note: StoredNote): unknown => notes.set(runId, { ...notes.get(runId), ...note });
    for (const runId of this.pinned().keys()) {
      const known = this.#standingOf(runId);
      add(runId, { isPinned: true, standing: known });
    }
    for (const runId of this.#runsWith('title')) {
      const title = titleOf(this.#read(runId, 'title') ?? '');
      if (title !== '') add(runId, { title });
    }
    return notes;
  }

  /** Pinned runs, each with its question where it was known when it was pinned. */
  pinned(): ReadonlyMap<string, string> {
    const all = this.#pins();
    // A process that was killed between the two steps of `takePin` has left the pin of the run that is replaced.
    const replaced = new Set([...all.keys()].map((runId) => replacedBy(runId, all)));
    const pins = [...all].filter(([runId]) => !replaced.has(runId));
    return new Map(pins.map(([runId, { question }]) => [runId, question]));
  }

  /**
   * Keeps what is not named. An empty title removes the title.
   * @param question kept with a pin, to name the run by if its log gets lost
   * @throws AriadneError `notes-unwritable`
   */
  set(runId: string, { title, isPinned }: RunNote, question = ''): void {
    if (title !== undefined) this.#write(runId, 'title', titleOf(title));
    if (isPinned === undefined) return;
    this.#finishTakingAll();
    this.#write(runId, 'isPinned', isPinned ? textOfPin(question) : '');
    if (!isPinned) this.#write(runId, 'standing', '');
  }

  /**
   * Has a run take the place of a pinned one, with its title. At every moment exactly one of the two is pinned, even if the process is
   * killed. Does nothing if the other is pinned no more.
   * @throws AriadneError `notes-unwritable`
   */
  takePin(from: string, to: string, question: string): void {
    if (from === to || !this.pinned().has(from)) return;
    this.#finishTakingAll();
    const title = titleOf(this.#read(from, 'title') ?? '');
    if (title !== '') this.#write(to, 'title', title);
    this.#write(to, 'isPinned', textOfPin(question, from));
    this.#finishTaking(to);
  }

  /** @throws AriadneError `notes-unwritable` */
  setStanding(runId: string, known: Standing): void {
    this.#write(runId, 'standing', JSON.stringify(known));
  }

  /** Deletes the notes of a run that was deleted permanently. */
  forget(runId: string): void {
    this.#finishTakingAll();
    for (const fact of Object.keys(noteSuffixes) as Fact[]) this.#write(runId, fact, '');
  }

  /** What processes that were killed have left. */
  #finishTakingAll(): void {
    const pins = this.#pins();
    for (const runId of pins.keys()) this.#finishTaking(runId, pins);
  }

  /** The rest of `takePin`. */
  #finishTaking(runId: string, pins = this.#pins()): void {
    const { insteadOf, question = '' } = pins.get(runId) ?? {};
    if (insteadOf === undefined) return;
    const replaced = replacedBy(runId, pins);
    if (replaced !== undefined) {
      this.#write(replaced, 'isPinned', '');
      this.#write(replaced, 'standing', '');
    }
    this.#write(runId, 'isPinned', textOfPin(question));
  }

  #pins(): ReadonlyMap<string, Pin> {
    return new Map(this.#runsWith('isPinned').map((runId) => [runId, parsePin(this.#read(runId, 'isPinned') ?? '')]));
  }

  /** Damaged: then it is found out again. */
  #standingOf(runId: string): Standing | undefined {
    return standing.safeParse(jsonOf(this.#read(runId, 'standing') ?? '')).data;
  }

  #runsWith(fact: Fact): readonly string[] {
    const suffix = noteSuffixes[fact];
    return namesIn(this.#folder).flatMap((name) => (name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : []));
  }

  #fileOf(runId: string, fact: Fact): string {
    return join(this.#folder, `${runId}${noteSuffixes[fact]}`);
  }

  #read(runId: string, fact: Fact): string | undefined {
    try {
      return readFileSync(this.#fileOf(runId, fact), 'utf8');
    } catch (error) {
      // Removed since the folder was listed. What cannot be read is as good as damaged, and no reason not to list the runs.
      if (isSystemError(error, 'ENOENT')) return undefined;
      if (error instanceof Error && 'syscall' in error) return '';
      throw error;
    }
  }

  #write(runId: string, fact: Fact, text: string): void {
    const file = this.#fileOf(runId, fact);
    try {
      if (text === '') this.#files.remove(file);
      else this.#files.write(file, `${text}\n`);
    } catch (cause) {
      throw new AriadneError('notes-unwritable', `${file} cannot be written, so nothing was changed. Check that the disk is not full.`, {
        cause,
      });
    }
  }
}

interface Pin {
  /** Empty when unknown. */
  readonly question: string;
  /** The pinned run whose place it has taken. */
  readonly insteadOf: string | undefined;
}

/** That the file is there means that the run is pinned, whatever is in it. */
function parsePin(text: string): Pin {
  const [, insteadOf] = /^instead of ([\w-]+)$/m.exec(text) ?? [];
  const [, question = ''] = /^asks (.+)$/m.exec(text) ?? [];
  return { question, insteadOf };
}

/** The run whose place this one has taken. Runs that have each other's, as in files that were merged, have taken none. */
function replacedBy(runId: string, pins: ReadonlyMap<string, Pin>): string | undefined {
  const first = pins.get(runId)?.insteadOf;
  const seen = new Set<string>();
  for (let next = first; next !== undefined && !seen.has(next); next = pins.get(next)?.insteadOf) {
    if (next === runId) return undefined;
    seen.add(next);
  }
  return first;
}

function textOfPin(question: string, insteadOf?: string): string {
  const asked = titleOf(question);
  const lines = ['on top', ...(insteadOf === undefined ? [] : [`instead of ${insteadOf}`]), ...(asked === '' ? [] : [`asks ${asked}`])];
  return lines.join('\n');
}

/** On one line. */
function titleOf(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, longestTitle).trim();
}
