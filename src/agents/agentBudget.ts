/** What agents may ask of a chat model: in one session, and on one day by all servers of a folder, also after a restart. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { holdingFileLock } from '../base/fileLock.ts';
import { replaceFile } from '../base/replaceFile.ts';
import type { AgentCallLimits } from '../protocol/agentRequests.ts';

export interface AgentLimits extends AgentCallLimits {
  /** Sentences that say how the user raises each of them on this surface. */
  readonly raise: { readonly session: string; readonly day: string };
}

export interface AgentBudgetOptions {
  /** Where the calls of the day are kept; several processes write it. */
  readonly file: string;
  readonly limits: AgentLimits;
  readonly nowMs?: () => number;
}

/** In the storage of a folder; all surfaces share it. */
export const callsFile = 'agent-calls.json';

/** A question that names no limit gets so many calls at most, so that one does not use up a session. */
const callsPerQuestion = 50;

/** By run: calls made, or set aside while it runs. What a killed process has set aside counts as made. */
const dayCalls = z.object({ day: z.string(), runs: z.record(z.string(), z.int().min(0)) });
type DayCalls = z.infer<typeof dayCalls>;

export class AgentBudget {
  readonly #file: string;
  readonly #limits: AgentLimits;
  readonly #nowMs: () => number;
  readonly #session = new Map<string, number>();

  constructor({ file, limits, nowMs = Date.now }: AgentBudgetOptions) {
    this.#file = file;
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /**
   * Sets calls aside for a run, so that runs at the same time share what is left.
   * @returns how many calls the run may make, at most `most`
   * @throws AriadneError `agent-limit` where none is left, with what was spent and how to raise the limit
   */
  reserve(runId: string, most = callsPerQuestion): Promise<number> {
    return this.#change((runs) => {
      const { callsPerSession, callsPerDay, raise } = this.#limits;
      const [inSession, onDay] = [sum(this.#session.values()), sum(Object.values(runs))];
      if (inSession >= callsPerSession) throw refused(inSession, callsPerSession, 'in this session', raise.session);
      if (onDay >= callsPerDay) throw refused(onDay, callsPerDay, 'today (UTC)', raise.day);
      const calls = Math.min(most, callsPerSession - inSession, callsPerDay - onDay);
      this.#session.set(runId, calls);
      runs[runId] = calls;
      return calls;
    });
  }

  /** What the run has really used replaces what was set aside. */
  settle(runId: string, calls: number): Promise<void> {
    return this.#change((runs) => {
      this.#session.set(runId, calls);
      runs[runId] = calls;
    });
  }

  #change<T>(change: (runs: DayCalls['runs']) => T): Promise<T> {
    const held = (): Error => new AriadneError('agent-limit', 'Another process is writing what agents have spent today. Ask again.');
    return holdingFileLock(`${this.#file}.lock`, held, async () => {
      const day = new Date(this.#nowMs()).toISOString().slice(0, 10);
      const stored = await this.#read();
      const runs = stored?.day === day ? stored.runs : {};
      const result = change(runs);
      replaceFile(this.#file, JSON.stringify({ day, runs } satisfies DayCalls));
      return result;
    });
  }

  async #read(): Promise<DayCalls | undefined> {
    try {
      return dayCalls.parse(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw new AriadneError(
        'agent-limit',
        `Cannot read what agents have spent today. Check ${this.#file}, or delete it to start from 0.`,
        {
          cause: error,
        },
      );
    }
  }
}

function sum(calls: Iterable<number>): number {
  return [...calls].reduce((all, one) => all + one, 0);
}

function refused(spent: number, limit: number, when: string, raise: string): AriadneError {
  return new AriadneError(
    'agent-limit',
    `Agents have used ${spent} of ${limit} model calls ${when}, including calls set aside for questions that are still running. ariadne_search and ariadne_verify_quote need none. ${raise}`,
  );
}
