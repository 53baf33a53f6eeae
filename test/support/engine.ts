import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import { silentLogger } from '../../src/base/logger.ts';
import { decode } from '../../src/corpus/decode.ts';
import { Engine, type EngineHost } from '../../src/engine/engine.ts';
import { builtinModels, type ModelIds, type OtherFolder } from '../../src/protocol/runSpec.ts';
import type { IndexProgress } from '../../src/protocol/indexStatus.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { fold } from '../../src/trace/fold.ts';
import { engineFiles } from './kernel.ts';

export interface TestEngine {
  readonly engine: Engine;
  readonly ask: (question: string, options?: AskOptions) => Promise<Trace>;
}

interface AskOptions {
  readonly pipeline?: string;
  readonly models?: ModelIds;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly folders?: OtherFolder[];
}

/** The engine in this process. Without `baseUrl` it has no network access. Close it before its storage is deleted. */
export async function openEngine(
  folder: string,
  storage: string,
  baseUrl?: string,
  onIndexProgress: (progress: IndexProgress) => void = () => undefined,
  siblings: readonly string[] = [],
  host: Partial<EngineHost> = {},
): Promise<TestEngine> {
  const events: RunEvent[] = [];
  const engine = await Engine.open(
    { folder, storage, siblings },
    {
      logger: silentLogger,
      fetch: (url, init) =>
        baseUrl === undefined ? Promise.reject(new AriadneError('door-refused', `Nothing may be sent to ${url}.`)) : fetch(url, init),
      chatBaseUrl: () => baseUrl,
      onIndexProgress,
      onRunEvent: (_, event) => events.push(event),
      files: engineFiles(),
      ...host,
    },
  );
  let runs = 0;
  return {
    engine,
    ask: async (question, { pipeline = 'sunar-nar', models = builtinModels, params = {}, scope, folders } = {}) => {
      events.length = 0;
      const runId = `test-${process.pid}-${Date.now()}-${runs++}`;
      await engine.runs.ask(
        { runId, question, pipeline, params, models, ...(scope === undefined ? {} : { scope }), ...(folders && { folders }) },
        new AbortController().signal,
      );
      return fold(events);
    },
  };
}

/** Citations of a run whose quote is not verbatim in the cited lines of the file. */
export function falseCitations(folder: string, { citations }: Trace): readonly string[] {
  return citations
    .filter(({ path, startLine, endLine, quote }) => {
      const lines = decode(readFileSync(join(folder, path)))
        .text.split(/\r\n|\r|\n/)
        .slice(startLine - 1, endLine);
      return quote.trim() === '' || !lines.join('\n').includes(quote.replaceAll(/\r\n?/g, '\n'));
    })
    .map(({ path, startLine, endLine, quote }) => `${path}:${startLine}-${endLine} ${JSON.stringify(quote)}`);
}
