/**
 * What all runs of an engine share of the chat servers they ask: how many requests there are at once, and what is known of what each model
 * takes.
 */
import { readFileSync } from 'node:fs';
import pLimit, { type LimitFunction } from 'p-limit';
import * as z from 'zod';
import { isSystemError, messageOf } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import type { Logger } from '../../base/logger.ts';
import { replaceFile } from '../../base/replaceFile.ts';
import { usualRequestsAtOnce } from '../chat/serverConnection.ts';
import { RateLimit } from '../chat/rateLimit.ts';
import { fullShape, learned, requestShape, type RequestShape, type ShapeMemory } from '../chat/requestShape.ts';

export interface ChatServersOptions {
  /** Where what was learned outlives the engine. It may be lost or damaged: then it is learned again. */
  readonly file: string;
  readonly logger: Logger;
  readonly requestsAtOnce?: number;
  /** Unix time. */
  readonly nowMs?: () => number;
}

/** A server may learn what it did not take. */
const forgottenAfterMs = 30 * 24 * 60 * 60 * 1000;

const entry = z.object({ learnedAtUtc: z.iso.datetime(), shape: requestShape });
const fileFormat = z.object({ version: z.literal(1), models: z.record(z.string(), entry) });
type Entries = Readonly<Record<string, z.infer<typeof entry>>>;

export class ChatServers {
  readonly #options: Required<ChatServersOptions>;
  readonly #limits = new Map<string, LimitFunction>();
  readonly #rates = new Map<string, RateLimit>();
  readonly #memories = new Map<string, ShapeMemory>();

  constructor(options: ChatServersOptions) {
    this.#options = { requestsAtOnce: usualRequestsAtOnce, nowMs: Date.now, ...options };
  }

  /** The same for all who name the same server, and the same model of it. */
  sharedBy(baseUrl: string, model: string): { readonly limit: LimitFunction; readonly shapes: ShapeMemory; readonly rate: RateLimit } {
    const server = baseUrl.replace(/\/+$/, '');
    // Addresses can hold passwords.
    const key = hashOf([server, model], 16);
    return {
      limit: kept(this.#limits, server, () => pLimit(this.#options.requestsAtOnce)),
      rate: kept(this.#rates, key, () => new RateLimit()),
      shapes: kept(this.#memories, key, () => this.#memoryOf(key, model)),
    };
  }

  #memoryOf(key: string, model: string): ShapeMemory {
    let shape = this.#read()[key]?.shape ?? fullShape;
    return {
      get shape() {
        return shape;
      },
      learn: (used: RequestShape, change: Partial<RequestShape>) => {
        const next = learned(shape, used, change);
        if (next === shape) return;
        shape = next;
        this.#options.logger.log('info', 'chat', `${model} works without what was asked: ${JSON.stringify(change)}`);
        this.#write(key, shape);
      },
    };
  }

  #read(): Entries {
    const { file, logger, nowMs } = this.#options;
    try {
      const { models } = fileFormat.parse(JSON.parse(readFileSync(file, 'utf8')));
      const isFresh = ({ learnedAtUtc }: { readonly learnedAtUtc: string }): boolean =>
        nowMs() - Date.parse(learnedAtUtc) < forgottenAfterMs;
      return Object.fromEntries(Object.entries(models).filter(([, one]) => isFresh(one)));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return {};
      logger.log(
        'warn',
        'chat',
        `What was learned about chat servers cannot be read and will be learned again (${file}): ${firstLine(error)}`,
      );
      return {};
    }
  }

  /** At once and whole, so that neither a killed process nor a second one leaves half a file. */
  #write(key: string, shape: RequestShape): void {
    const { file, logger, nowMs } = this.#options;
    const models: Entries = { ...this.#read(), [key]: { learnedAtUtc: new Date(nowMs()).toISOString(), shape } };
    try {
      replaceFile(file, `${JSON.stringify({ version: 1, models }, null, 2)}\n`);
    } catch (error) {
      logger.log('warn', 'chat', `What was learned about chat servers cannot be saved (${file}): ${firstLine(error)}`);
    }
  }
}

/**
 * What `ARIADNE_CHAT_TIMEOUT_MS` and `ARIADNE_FIRST_TOKEN_TIMEOUT_MS` say: a time of at most a day; undefined, as long as usual, when they
 * say nothing that can be.
 */
export function chatTimeoutFrom(value: string | undefined): number | undefined {
  const ms = Number(value);
  return ms > 0 ? Math.min(ms, 24 * 60 * 60 * 1000) : undefined;
}

function kept<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

function firstLine(error: unknown): string {
  return error instanceof z.ZodError ? 'its format is invalid' : (messageOf(error).split('\n')[0] ?? '');
}
