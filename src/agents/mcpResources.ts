/**
 * Documents and runs of the folder as resources of the Model Context Protocol: listed in pages, read in parts. Beside them is the page that
 * clients with MCP Apps show with an answer; it reads the steps of the run itself, so that the agent gets no more text for it.
 */
import { readFile } from 'node:fs/promises';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { isAriadneError } from '../base/errors.ts';
import { runPage } from '../protocol/agentTools.ts';
import type { EngineResult } from '../protocol/engine.ts';
import type { Runs } from '../run/runs.ts';
import { runMarkdown } from '../export/documents.ts';
import { fold } from '../trace/fold.ts';
import type { AgentService } from './agentService.ts';
import { IndexNotReady, type FreshIndex } from './freshIndex.ts';

/** What of an engine is listed. */
interface ListedEngine {
  readonly runs: { readonly store: Pick<Runs['store'], 'list' | 'read'> };
  files(from: number, count: number): Promise<EngineResult<'files'>>;
}

export interface ResourceOptions {
  readonly engine: ListedEngine;
  readonly service: AgentService;
  readonly ready: FreshIndex['ready'];
  /** The file with the HTML of `runPage`. */
  readonly runPageFile: string;
}

const [documents, runs] = ['ariadne://documents/', 'ariadne://runs/'];
const perPage = 500;
/** What follows the id of a run to name its steps. */
const steps = '/trace';

/** Stated, because clients may take what is not for not known: the page loads nothing. */
const page = {
  uri: runPage,
  mimeType: 'text/html;profile=mcp-app',
  _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
};

/** The page comes first; then runs, newest first; then documents by path. A page begins where its cursor says. */
export function serveResources({ server }: McpServer, { engine, service, ready, runPageFile }: ResourceOptions): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { name: 'document', title: 'A document, from a line on', uriTemplate: `${documents}{+path}{?line}`, mimeType: 'text/plain' },
      { name: 'run', title: 'A question with its answer and quotes', uriTemplate: `${runs}{id}`, mimeType: 'text/markdown' },
      { name: 'steps', title: 'The steps of a run with their evidence', uriTemplate: `${runs}{id}${steps}`, mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
    const from = Number(params?.cursor ?? 0);
    if (!Number.isSafeInteger(from) || from < 0) throw invalid('The cursor is not one that this server gave.');
    try {
      if (from === 0) await ready(mcpReq.signal, () => undefined);
    } catch (error) {
      // What there is so far is listed.
      if (!(error instanceof IndexNotReady)) throw error;
    }
    const asked = await engine.runs.store.list();
    const shown = asked.slice(from, from + perPage).map(({ runId, question }) => {
      return { uri: `${runs}${runId}`, name: runId, title: question, mimeType: 'text/markdown' };
    });
    const { total, files } = await engine.files(Math.max(0, from - asked.length), perPage - shown.length);
    const resources = files.flatMap(({ path, state }) =>
      state === 'indexed' ? [{ uri: `${documents}${encodeURI(path)}`, name: path, mimeType: 'text/plain' }] : [],
    );
    const next = from + perPage;
    const first = from === 0 ? [{ ...page, name: 'run-page', title: 'An answer with its steps and their evidence' }] : [];
    return { resources: [...first, ...shown, ...resources], nextCursor: next < asked.length + total ? String(next) : undefined };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }): Promise<ReadResourceResult> => {
    try {
      if (uri === runPage) return { contents: [{ ...page, text: await readFile(runPageFile, 'utf8') }] };
      if (uri.startsWith(runs)) {
        const asksSteps = uri.endsWith(steps);
        const run = uri.slice(runs.length, asksSteps ? -steps.length : undefined);
        const trace = fold(await engine.runs.store.read(run));
        if (asksSteps) return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(trace) }] };
        return { contents: [{ uri, mimeType: 'text/markdown', text: runMarkdown(trace, { toFolder: '' }) }] };
      }
      if (!uri.startsWith(documents)) throw new ResourceNotFoundError(uri);
      const [path = '', query] = uri.slice(documents.length).split('?');
      const line = new URLSearchParams(query).get('line');
      const given = { path: decodeURIComponent(path), ...(line === null ? {} : { line: Number(line) }) };
      const { text, endLine, lines, cut } = await service.call('ariadne_read', given, mcpReq.signal);
      const rest = `${documents}${path}?line=${endLine + 1}`;
      const more = { uri: rest, mimeType: 'text/plain', text: `This is up to line ${endLine} of ${lines}. It goes on at ${rest}` };
      return { contents: [{ uri, mimeType: 'text/plain', text }, ...(cut ? [more] : [])] };
    } catch (error) {
      if (isAriadneError(error, 'log-missing') || isAriadneError(error, 'run-unknown')) throw new ResourceNotFoundError(uri);
      if (isAriadneError(error)) throw invalid(error.message, { uri, code: error.code });
      if (error instanceof URIError) throw invalid(`${uri} is not a valid address.`);
      throw error;
    }
  });
}

function invalid(message: string, data?: Readonly<Record<string, unknown>>): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}
