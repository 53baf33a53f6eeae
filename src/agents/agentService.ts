/**
 * Performs the tools of `src/protocol/agentTools.ts` over one folder, whichever surface they are called on. A result fits a stated number
 * of characters and says when it was cut; a path that leads out of the folder is refused; what an agent may spend is limited.
 */
import { chatModels } from '../protocol/runSpec.ts';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type * as z from 'zod';
import { AriadneError, isAriadneError } from '../base/errors.ts';
import { checkDocuments, summaryOf } from '../check/checkDocuments.ts';
import { linesOf } from '../citations/anchor.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import { agentTools, type AgentInput, type AgentOutput, type AgentTool } from '../protocol/agentTools.ts';
import type { EngineResult, SearchResult } from '../protocol/engine.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { AskRequest } from '../protocol/runRequests.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import { listedTitle, pageAt, type Passage } from '../protocol/passage.ts';
import type { Runs } from '../run/runs.ts';
import type { SearchOptions } from '../search/search.ts';
import { readTrace } from '../trace/runLog.ts';
import type { AgentBudget } from './agentBudget.ts';
import { fitting } from './fitting.ts';
import { answerOf, callsOf } from './runAnswer.ts';
import { placeOfQuote, verifyQuote } from './verifyQuote.ts';

/** What of an engine the tools use. */
interface AgentEngine {
  explain(path: string, discovery: DiscoveryOptions): Promise<EngineResult<'explain'>>;
  sourceText(path: string, options: { readonly signal: AbortSignal; readonly maxFileBytes: number }): Promise<{ readonly text: string }>;
  readonly runs: Pick<Runs, 'ask' | 'store'>;
  search(query: string, options: SearchOptions & { readonly models: ModelIds; readonly scope?: string }): Promise<readonly SearchResult[]>;
  reading<T>(chat: 'builtin', work: (opened: { readonly index: IndexSnapshot }) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface AgentServiceOptions {
  readonly engine: AgentEngine;
  readonly folder: string;
  /** Which of its files are documents. */
  readonly discovery: DiscoveryOptions;
  readonly storage: string;
  /** Entry of the reader thread; see `EngineFiles`. */
  readonly reader: string;
  readonly models: ModelIds;
  readonly budget: AgentBudget;
  readonly newRunId: () => string;
  /** One line about the folder, written by its user. */
  readonly context?: string;
}

const placesShown = 10;
const linesRead = 200;

export class AgentService {
  readonly #of: AgentServiceOptions;

  constructor(options: AgentServiceOptions) {
    this.#of = options;
  }

  /**
   * @param input of an agent, so of any type
   * @throws AriadneError `agent-input` for input that the tool does not take, `outside-folder`, `agent-limit`, and those of the engine;
   * AbortError
   */
  async call<T extends AgentTool>(tool: T, input: unknown, signal: AbortSignal): Promise<AgentOutput<T>> {
    const schema = agentTools[tool].input as unknown as z.ZodType<AgentInput<T>>;
    const parsed = schema.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new AriadneError(
        'agent-input',
        `${tool}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}. Call it again with other arguments.`,
      );
    }
    const perform = this.#performers[tool] as (given: AgentInput<T>, signal: AbortSignal) => Promise<AgentOutput<T>>;
    return perform(parsed.data, signal);
  }

  readonly #performers: { readonly [T in AgentTool]: (given: AgentInput<T>, signal: AbortSignal) => Promise<AgentOutput<T>> } = {
    ariadne_search: (given, signal) => this.#search(given, signal),
    ariadne_ask: (given, signal) => this.#ask(given, signal),
    ariadne_verify_quote: (given, signal) => this.#verify(given, signal),
    ariadne_check_document: (given, signal) => this.#check(given, signal),
    ariadne_read: (given, signal) => this.#read(given, signal),
  };

  async #search({ question, scope, k }: AgentInput<'ariadne_search'>, signal: AbortSignal): Promise<AgentOutput<'ariadne_search'>> {
    const notes: string[] = [];
    const found = await this.#of.engine.search(question, {
      ...{ method: 'linked', k, models: this.#of.models, scope, signal },
      onWordsOnly: (sentence) => notes.push(sentence),
    });
    const places = found.map(({ passage }) => placeOfQuote([passage], 0, passage.text.length, passage.text));
    const { kept, cut } = fitting(places, 'Ask with a smaller k, or read the documents with ariadne_read.');
    return { context: this.#of.context, results: kept, notes: notes.length > 0 ? notes : undefined, cut };
  }

  async #ask(given: AgentInput<'ariadne_ask'>, signal: AbortSignal): Promise<AgentOutput<'ariadne_ask'>> {
    const { engine, models, budget, newRunId } = this.#of;
    const { pipeline = 'sunar-nar', maxCalls, ...asked } = given;
    const runId = newRunId();
    const spends = chatModels(models).some((id) => id !== 'builtin');
    const llmCalls = spends ? await budget.reserve(runId, maxCalls) : undefined;
    const request: AskRequest = {
      ...{ runId, pipeline, params: {}, models, ...asked },
      budget: llmCalls === undefined ? undefined : { llmCalls },
    };
    try {
      const { log } = await engine.runs.ask(request, signal);
      signal.throwIfAborted();
      return { context: this.#of.context, ...answerOf(await readTrace(log), runId) };
    } finally {
      if (spends) await budget.settle(runId, await callsOf(engine.runs.store, runId));
    }
  }

  async #verify({ text, path }: AgentInput<'ariadne_verify_quote'>, signal: AbortSignal): Promise<AgentOutput<'ariadne_verify_quote'>> {
    return this.#of.engine.reading(
      'builtin',
      async ({ index }) => {
        const within = path === undefined ? undefined : await index.rowsOf([this.#named(path)]);
        if (within?.size === 0) throw notIndexed(path ?? '');
        const source = {
          searchText: (query: string, n: number) => index.searchText(query, n, within),
          pathOf: (row: number) => index.pathOf(row),
          rowsOf: (paths: readonly string[]) => index.rowsOf(paths),
          passages: (rows: readonly number[]) => index.passages(rows),
        };
        return verifyQuote(source, text, placesShown, signal);
      },
      signal,
    );
  }

  async #check({ path, from }: AgentInput<'ariadne_check_document'>, signal: AbortSignal): Promise<AgentOutput<'ariadne_check_document'>> {
    const { folder, storage, reader, engine: index } = this.#of;
    const [checked] = await checkDocuments([await this.#inside(path)], { folder, storage, reader, index, signal });
    const findings = checked?.findings ?? [];
    const summary = summaryOf(findings);
    const citations = findings.slice(from).map(({ line, state, check }) => {
      const { support, reason, form, key, source, evidence, isAccepted } = check;
      const link = evidence ? linkOf(evidence) : source && (source.startLine === undefined ? source.path : linkOf(source));
      return { line, state, support, reason, isAccepted, key: form === 'link' ? undefined : key, link, evidence: evidence?.quote };
    });
    const { kept, cut } = fitting(citations, '');
    return { citations: kept, summary, cut: cut && { ...cut, next: `Call again with "from": ${from + kept.length}.` } };
  }

  async #read({ path, line, page }: AgentInput<'ariadne_read'>, signal: AbortSignal): Promise<AgentOutput<'ariadne_read'>> {
    const { engine, discovery } = this.#of;
    const named = this.#named(path);
    await this.#inside(path);
    const { state, reason } = await engine.explain(named, discovery);
    if (state === 'missing' || state === 'excluded') throw new AriadneError('document-unreadable', reason);
    const passages = await this.#passagesOf(named, signal);
    const all = linesOf((await engine.sourceText(named, { signal, maxFileBytes: discovery.maxFileBytes })).text);
    const first = page === undefined ? (line ?? 1) : firstLineOf(passages, page, path);
    if (first > all.length) throw new AriadneError('agent-input', `${path} has ${all.length} lines. Read from an earlier one.`);
    const { kept, cut } = fitting(all.slice(first - 1, first - 1 + linesRead), '');
    const last = first - 1 + kept.length;
    const at = passages.findLast(({ range }) => range.startLine < first);
    return {
      ...{ path: named, document: passages[0] ? listedTitle(passages[0]) : named, startLine: first, endLine: last, lines: all.length },
      page: at && pageAt(at, at.range.startOffset),
      text: kept.join('\n'),
      cut:
        (cut ?? last < all.length)
          ? { shown: kept.length, of: all.length - first + 1, next: `Call again with "line": ${last + 1}.` }
          : undefined,
    };
  }

  /** In order; none of a document that is not indexed yet. */
  async #passagesOf(path: string, signal: AbortSignal): Promise<readonly Passage[]> {
    try {
      return await this.#of.engine.reading(
        'builtin',
        async ({ index }) => {
          const { rows } = await index.rowsOf([path]);
          return (await index.passages([...rows])).toSorted((a, b) => a.range.startOffset - b.range.startOffset);
        },
        signal,
      );
    } catch (error) {
      if (isAriadneError(error, 'index-missing') || isAriadneError(error, 'index-empty')) return [];
      throw error;
    }
  }

  /** A path as the index has it. @throws AriadneError `outside-folder` */
  #named(path: string): string {
    const inFolder = relative(this.#of.folder, isAbsolute(path) ? path : join(this.#of.folder, path));
    if (inFolder === '' || inFolder.startsWith('..') || isAbsolute(inFolder)) throw outside(path);
    return inFolder.split(sep).join('/');
  }

  /** The file, also where links lead to it. @throws AriadneError `outside-folder`, `document-unreadable` */
  async #inside(path: string): Promise<string> {
    const file = join(this.#of.folder, this.#named(path));
    try {
      const [real, folder] = [await realpath(file), await realpath(this.#of.folder)];
      if (!real.startsWith(`${folder}${sep}`)) throw outside(path);
      return file;
    } catch (error) {
      if (isAriadneError(error)) throw error;
      throw new AriadneError('document-unreadable', `${path} does not exist in this folder. Name a document by its path in the folder.`, {
        cause: error,
      });
    }
  }
}

function linkOf({
  path,
  startLine = 1,
  endLine = startLine,
}: {
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
}): string {
  return `${path}#L${startLine}-L${endLine}`;
}

function outside(path: string): AriadneError {
  return new AriadneError('outside-folder', `${path} is not in the folder that Ariadne serves. Name a document by its path in the folder.`);
}

function notIndexed(path: string): AriadneError {
  return new AriadneError('document-unreadable', `${path} is no document of the index. ariadne_search shows the paths of documents.`);
}

function firstLineOf(passages: readonly Passage[], page: number, path: string): number {
  if (passages.length === 0)
    throw new AriadneError('agent-input', `${path} is not indexed yet, so its pages are unknown. Name a line instead.`);
  for (const { range, pageNumber1, pageBreaks = [] } of passages) {
    if (pageNumber1 === undefined) break;
    if (pageNumber1 + pageBreaks.length >= page) return range.startLine + 1;
  }
  throw new AriadneError('agent-input', `${path} has no page ${page}. Name a line instead.`);
}
