/** What a person does with Ariadne, at random. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordPath, type TableEdit } from '../../src/protocol/table.ts';
import { readRecord } from '../../src/table/recordFile.ts';
import type { EditedFolder } from '../../test/support/editedFolder.ts';
import type { Correction, Person } from './person.ts';
import type { Machine, Window } from './window.ts';

/** Its name, the work, and what is not known any more where its process is killed. */
export type Work = readonly [name: string, work: () => Promise<unknown>, unsure?: () => void];

/** What the windows share. */
export interface Desk {
  readonly folder: string;
  readonly edited: EditedFolder;
  readonly queries: readonly string[];
  /** Runs and tables that a window is changing: of two changes at once it is not known which one is the last. */
  readonly inHand: Set<string>;
  readonly switchEmbedder: () => Promise<unknown>;
}

const hourMs = 3_600_000;
const tableQuestions = ['Who is it about?', 'Which number does it have?', 'What is it of?', 'When was it written?', 'Is it late?'];

export class Deeds {
  readonly #desk: Desk;
  readonly #window: Window;
  readonly #person: Person;
  readonly #random: () => number;
  readonly #tablePrefix: string;
  /** Whether its process is never replaced. */
  readonly #stays: boolean;

  /** @param place the name of the place whose index the window uses */
  constructor(desk: Desk, window: Window, { person, place, random, stays }: DeedsOptions) {
    this.#desk = desk;
    this.#window = window;
    this.#person = person;
    this.#random = random;
    this.#tablePrefix = join(desk.folder, 'tables', place);
    this.#stays = stays;
  }

  chosen(): Work {
    const window = this.#window;
    const isFree = (name: string): boolean => !this.#desk.inHand.has(name);
    const [runs, deleted, tables] = [
      this.#person.runs.filter(isFree),
      this.#person.deleted.filter(isFree),
      this.#person.tables.filter(isFree),
    ];
    const run = this.#of(runs);
    const works: readonly (readonly [share: number, ...Work] | undefined)[] = [
      [28, 'edit', () => this.#edit(1 + this.#below(5))],
      [2, 'switch the branch', () => this.#edit(80)],
      [8, 'index', () => window.request('index', { confirmed: true })],
      [14, 'ask', () => this.#ask()],
      [12, 'search', () => window.request('findPassages', { question: this.#query(), models: window.models })],
      [3, 'check what holds', () => window.request('check', {})],
      [6, 'check citations', () => this.#checkText()],
      [4, 'fill a table', () => this.#fill()],
      [0.6, 'switch the embedder', () => this.#desk.switchEmbedder()],
      [3, 'settle a disagreement', () => this.#settle()],
      this.#stays ? undefined : [1, 'another machine', () => window.begin(this.#machine())],
      run === undefined ? undefined : [3, ...this.#refresh(run)],
      run === undefined ? undefined : [6, ...this.#note(run, { title: this.#query() })],
      run === undefined ? undefined : [5, ...this.#note(run, { isPinned: this.#below(2) === 0 })],
      run === undefined || runs.length < 5 ? undefined : [1, ...this.#note(run, { isDeleted: true })],
      deleted.length === 0 ? undefined : [1, ...this.#note(this.#of(deleted)!, { isDeleted: false })],
      tables.length === 0 ? undefined : [6, ...this.#correct(this.#of(tables)!)],
    ];
    const all = works.filter((work) => work !== undefined);
    let at = this.#random() * all.reduce((sum, [share]) => sum + share, 0);
    const [, ...chosen] = all.find(([share]) => (at -= share) < 0) ?? all[0]!;
    return chosen;
  }

  async #edit(count: number): Promise<void> {
    const paths = Array.from({ length: count }, () => this.#desk.edited.edit()).flat();
    await this.#window.request('changed', { paths });
  }

  async #ask(): Promise<void> {
    const question = `Where is the ${this.#query()}?`;
    const runId = randomUUID();
    await this.#window.request('ask', { runId, question, pipeline: 'sunar-nar', params: {}, models: this.#window.models });
    await this.#asked(runId);
  }

  /** The new run may take the pin of the old one. */
  #refresh(run: string): Work {
    const runId = randomUUID();
    const work = (): Promise<void> =>
      this.#holding(run, async () => {
        this.#person.unsure(run, ['isPinned']);
        await this.#window.request('ask', { runId, from: { runId: run }, edits: {}, searchesAgain: true, models: this.#window.models });
        await this.#asked(runId);
      });
    return ['refresh a question', work];
  }

  async #asked(runId: string): Promise<void> {
    const { trace } = await this.#window.request('snapshot', { runId });
    if (trace.status === 'ok' || trace.status === 'degraded') this.#person.asked(runId);
    else throw new Error(`the question ended ${trace.status}: ${trace.failure}`);
  }

  #checkText(): Promise<unknown> {
    const paths = readdirSync(this.#desk.folder, { recursive: true, encoding: 'utf8' });
    const path = this.#of(paths.filter((one) => one.endsWith('.md'))) ?? 'none.md';
    const text = `The ${this.#query()} [1](${path}#L1-L2 "ariadne:0123456789abcdef").\n`;
    return this.#window.request('checkText', { path: 'draft.md', text });
  }

  /** A new table, one that is brought up to date, or one with another question. */
  async #fill(): Promise<void> {
    const out = `${this.#tablePrefix}-${this.#below(5)}.csv`;
    const before = readRecord(recordPath(out))?.questions ?? tableQuestions.slice(0, 2);
    const questions = this.#below(3) === 0 ? [...new Set([...before, this.#of(tableQuestions)!])] : before;
    await this.#window.request('fillTable', { questions, out, scope: 'in:letters', models: this.#window.models });
    this.#person.filled(out);
  }

  async #settle(): Promise<void> {
    const settled = [`The ${this.#query()} is long.`, `The ${this.#query()} ${randomUUID()} is short.`] as const;
    const sides = settled.map((quote, i) => ({
      value: String(i),
      places: [{ path: `note-${i}.md`, title: '', startLine: 1, endLine: 1, quote, start: 0, end: 3, passageId: '' }],
    }));
    await this.#window.request('settleDisagreement', { found: { id: randomUUID(), kind: 'conflict', sides }, verdict: 'both-right' });
    this.#person.settled(settled);
  }

  #note(runId: string, note: Parameters<Person['noted']>[1]): Work {
    const names = Object.keys(note) as (keyof typeof note)[];
    const work = (): Promise<void> =>
      this.#holding(runId, async () => {
        await this.#window.request('noteRun', { runId, ...note });
        this.#person.noted(runId, note);
      });
    return [`note ${names.join()}`, work, () => this.#person.unsure(runId, names)];
  }

  /** A cell, or the heading of a column. */
  #correct(out: string): Work {
    const record = readRecord(recordPath(out));
    const row = this.#of(record?.rows ?? []);
    const question = this.#of(record?.questions ?? []) ?? '';
    const words = `${this.#query()} ${randomUUID()}`;
    const isHeading = this.#below(8) === 0;
    const edit: TableEdit & Correction = isHeading
      ? { kind: 'heading', question, heading: words }
      : { kind: 'cell', path: row?.path ?? '', question, answer: words };
    const before = isHeading ? undefined : row?.cells[record?.questions.indexOf(question) ?? -1]?.byHand?.answer;
    const work = (): Promise<void> =>
      this.#holding(out, async () => {
        await this.#window.request('editTable', { record: recordPath(out), edit });
        this.#person.corrected(out, edit, before);
      });
    return ['correct a table', work, () => this.#person.unsureCell(out, edit, before)];
  }

  async #holding(name: string, work: () => Promise<void>): Promise<void> {
    this.#desk.inHand.add(name);
    try {
      await work();
    } finally {
      this.#desk.inHand.delete(name);
    }
  }

  #machine(): Machine {
    return {
      clockMs: this.#of([-24 * hourMs, -hourMs, 0, 0, hourMs, 24 * hourMs]) ?? 0,
      timeZone: this.#of(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia']) ?? 'UTC',
      locale: this.#of(['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ja_JP.UTF-8']) ?? 'C',
    };
  }

  #query(): string {
    return this.#of(this.#desk.queries) ?? '';
  }

  #of<T>(values: readonly T[]): T | undefined {
    return values[this.#below(values.length)];
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

interface DeedsOptions {
  readonly person: Person;
  readonly place: string;
  readonly random: () => number;
  readonly stays: boolean;
}
