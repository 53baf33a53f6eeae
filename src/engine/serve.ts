/** The engine process: an `Engine` behind JSON-RPC over the channel to the process that forked it. */
import { join } from 'node:path';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter, ResponseError, type CancellationToken } from 'vscode-jsonrpc/node';
import { failureUnder, isAbort } from '../base/abort.ts';
import { realClock } from '../base/clock.ts';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import {
  engineRequests,
  type EngineMethod,
  type EngineNotification,
  type EngineNotificationParams,
  type EngineParams,
  type EngineResult,
  type EngineState,
} from '../protocol/engine.ts';
import { defaultDiscovery, type FollowedSettings } from '../protocol/indexRequests.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import { StandingQuestions } from '../table/standingQuestions.ts';
import { chatTimeoutFrom } from '../models/library/chatServers.ts';
import { AgentCalls } from '../agents/agentCalls.ts';
import { DocumentChecks } from '../check/documentChecks.ts';
import { askConsent, createDoorFetch, throttledDownloads } from './door.ts';
import { Engine, type EngineHost } from './engine.ts';
import { indexingMemory } from '../folder/indexingMemory.ts';
import { exportRun } from '../export/exportRun.ts';
import { IndexScheduler } from '../folder/indexScheduler.ts';
import { inTurn, Published } from './published.ts';
import { SuggestionsInTime } from '../search/suggestions.ts';
import { listPipelines } from '../run/aboutPipelines.ts';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const host: EngineHost = {
  logger: { log: (level, tag, message) => notify('log', { level, tag, message }) },
  fetch: createDoorFetch(connection),
  chatBaseUrl: () => process.env['OPENAI_BASE_URL'],
  chatTimeoutMs: chatTimeoutFrom(process.env['ARIADNE_CHAT_TIMEOUT_MS']),
  firstTokenMs: chatTimeoutFrom(process.env['ARIADNE_FIRST_TOKEN_TIMEOUT_MS']),
  hasEditorModels: true,
  models: { consent: askConsent(connection), onDownload: throttledDownloads((progress) => notify('download', progress)) },
  onIndexProgress: (progress) => scheduler?.advance(progress),
  onRunEvent(runId, event) {
    notify('runEvent', { runId, event });
    if (event.kind === 'run-started' || event.kind === 'run-resumed') void publishRuns();
    if (event.kind === 'run-finished') standing?.soon();
  },
  onWriting: (runId, writing) => notify('writing', { runId, ...writing }),
  files: {
    kernels: join(import.meta.dirname, 'kernels'),
    reader: join(import.meta.dirname, 'reader.js'),
    learner: join(import.meta.dirname, 'learner.js'),
    models: { entry: join(import.meta.dirname, 'models.js'), wasm: join(import.meta.dirname, 'ort') },
  },
};
const nothingUnasked: FollowedSettings = { discovery: defaultDiscovery, models: builtinModels, isAllowed: false, isWatching: false };
let engine: Engine | undefined;
let scheduler: IndexScheduler | undefined;
let standing: StandingQuestions | undefined;
let agents: AgentCalls | undefined;
let checks: { readonly folder: string; readonly documents: DocumentChecks } | undefined;
const published = new Published((parts) => notify('state', parts));
const suggestions = new SuggestionsInTime({
  make: () => opened().searches.suggestions(new AbortController().signal),
  onMade: (questions) => published.set('suggestions', [...questions]),
  onFailure: (error) => notify('log', { level: 'warn', tag: 'suggestions', message: messageOf(error) }),
});
const publishRuns = inTurn(async () => {
  try {
    const { runs } = opened();
    const listed = await runs.list();
    published.set('lost', [...(await runs.store.unreadable())]);
    published.set('removed', [...(await runs.store.removed())]);
    published.set('costAhead', await costAhead(runs, scheduled().settings));
    published.set(
      'runs',
      listed.map((run) => ({ ...run, unchecked: standing?.problemOf(run.runId) })),
    );
    standing?.follow(listed);
  } catch (error) {
    notify('log', { level: 'error', tag: 'engine', message: messageOf(error) });
  }
});

serve('open', async ({ settings = nothingUnasked, isReplacement = false, ...target }) => {
  const { runs, tables } = (engine = await Engine.open(target, host));
  agents = new AgentCalls({
    ...{ ...target, engine, reader: host.files.reader },
    unindexed: () => scheduled().unindexed,
    discovery: () => scheduled().settings.discovery,
  });
  const { models } = engine;
  const documents = new DocumentChecks({
    ...{ ...target, reader: host.files.reader, index: engine },
    explain: (path) => opened().explain(path, scheduled().settings.discovery),
    entailment: () => models.entailment(scheduled().settings.models.entailment),
  });
  checks = { folder: target.folder, documents };
  const index = (scheduler = new IndexScheduler({
    passes: engine,
    settings,
    memory: indexingMemory(join(target.storage, 'indexing.json'), host.logger),
    clock: realClock,
    logger: host.logger,
    onStatus() {
      published.set('index', index.status);
      standing?.soon();
    },
    onWork(isProgress) {
      if (isProgress) return published.setSoon('indexing', () => index.state);
      published.set('indexing', index.state);
      suggestions.follow(index.status, index.state.work);
    },
  }));
  standing = new StandingQuestions({
    listRuns: () => runs.list(),
    checkRun: (runId, signal, mayAsk) => runs.check(runId, index.settings.models, signal, mayAsk),
    tables,
    index: () => index.status,
    isBusy: () => runs.isAnswering || index.state.work.some(({ kind }) => kind === 'index'),
    isAllowed: () => index.settings.isAllowed,
    onChange(now) {
      published.set('tables', [...now.tables]);
      published.set('checking', now.progress ?? null);
      void publishRuns();
    },
    clock: realClock,
    logger: host.logger,
  });
  published.set('pipelines', [...listPipelines()]);
  void publishRuns();
  await index.start(isReplacement);
  suggestions.follow(index.status, index.state.work);
  // An index in part is completed by the pass that follows.
  if (index.status.state === 'ready') void engine.tidy();
  return {};
});
serve('look', async () => {
  await scheduled().look();
  return listed({});
});
serve('changed', async ({ settings, paths = [] }) => {
  if (settings) scheduled().follow(settings);
  const documents = required(standing).changed(paths);
  if (documents.length > 0) scheduled().changed(documents);
  return settings ? listed({}) : {};
});
serve('index', async ({ confirmed = false }, signal) => {
  try {
    return await scheduled().index(confirmed, signal);
  } catch (error) {
    // `stop` ends it as well.
    throw isAbort(error) ? cancelled() : error;
  }
});
serve('stop', async ({ download }) => done(download === undefined ? await scheduled().stop() : opened().models.library.stop(download)));
serve('files', ({ from, count }) => opened().files(from, count));
serve('shownFiles', (asked) => opened().shownFiles(asked));
serve('explain', ({ path, passages }) => opened().explain(path, scheduled().settings.discovery, passages));
serve('sourceText', ({ path }, signal) => opened().sourceText(path, { maxFileBytes: scheduled().settings.discovery.maxFileBytes, signal }));
serve('disagreements', async ({ scope }, signal) => ({
  found: [...(await opened().disagreements.find({ scope, signal, onProgress: (progress) => notify('disagreementProgress', progress) }))],
}));
serve('settleDisagreement', async ({ found, verdict }) => done(await opened().disagreements.settle(found, verdict)));
serve('findSources', async (request, signal) => ({ sources: [...(await opened().searches.findSources(request, signal))] }));
serve('standAlone', (request, signal) => opened().standAlone(request, signal));
serve('ask', (request, signal) => {
  const { runs } = opened();
  if ('run' in request) return listed(runs.resume(request, signal));
  const { unindexed } = scheduled();
  return listed('from' in request ? runs.rerun({ ...request, unindexed }, signal) : runs.ask({ ...request, unindexed }, signal));
});
serve('previewRerun', (request, signal) => opened().runs.previewRerun(request, signal));
serve('estimate', (request) => opened().runs.estimate(request));
serve('scopeNames', () => opened().searches.scopeNames());
serve('findPassages', ({ question, models }, signal) => opened().searches.whileTyping(question, models, signal));
serve('tableAhead', (order, signal) => opened().tables.ahead(order, opened().runs, signal));
serve('check', async ({ runId, table }, signal) => {
  if (runId !== undefined) return listed({ standing: await opened().runs.check(runId, scheduled().settings.models, signal) });
  if (table !== undefined) return { table: (await opened().tables.check([table], signal, false))[0] };
  await required(standing).check({ signal, mayAsk: true });
  return listed({});
});
serve('editTable', async ({ record, edit }) => done(await opened().tables.edit(record, edit)));
serve('exportTable', async ({ record, out }, signal) => done(await opened().tables.export(record, out, signal)));
serve('fillTable', async (order, signal) => {
  try {
    return await opened().tables.fill(order, {
      signal,
      onProgress: (progress) => notify('tableProgress', { ...progress, out: order.out }),
    });
  } finally {
    required(standing).forgetTables();
  }
});
serve('checkText', async ({ path, text, claims = 'words', gaps }, signal) => {
  const { folder, documents } = required(checks);
  let unjudged: string | undefined;
  const checked = await documents.check(join(folder, path), text, {
    ...{ signal, withClaims: claims === 'words', gaps },
    onUnjudged: (error) => (unjudged = messageOf(error)),
  });
  return { citations: checked.map(({ cited: _cited, ...citation }) => citation), unjudged };
});
serve('titled', (request, signal) => required(checks).documents.titled(request, signal));
serve('bibliography', ({ path, text, wanted, most }, signal) => {
  const { folder, documents } = required(checks);
  return documents.entriesFor(join(folder, path), text, { wanted, most, signal });
});
serve('agentTool', (call, signal) => listed(required(agents).call(call, signal)));
serve('testModels', ({ models }, signal) => opened().models.test(models, signal));
serve('models', async ({ models, withOffers = false }, signal) => {
  const { library, notice } = opened().models;
  return { ...(await library.list(models)), notice, downloads: withOffers ? await library.offers(models, signal) : undefined };
});
serve('pullModel', async ({ id, role }, signal) => {
  await opened().models.pull(id, role, signal);
  return {};
});
serve('removeModels', async ({ ids }) => ({ freeBytes: await opened().models.library.removeAll(ids) }));
serve('snapshot', ({ runId }) => opened().runs.snapshot(runId));
serve('exportRun', async ({ runId, format, ...options }) => {
  const files = exportRun(await opened().runs.store.read(runId), format, options);
  return { files: files.map(({ ending, content }) => ({ ending, base64: Buffer.from(content).toString('base64') })) };
});
serve('noteRun', async ({ runId, isDeleted, ...note }) => {
  const { runs } = opened();
  if (isDeleted === true) runs.delete(runId);
  else if (isDeleted === false) runs.store.restore(runId);
  else runs.store.note(runId, note);
  return listed({});
});
// Without its host the engine has nobody to serve.
process.on('disconnect', () => process.exit(0));
connection.listen();

function opened(): Engine {
  return required(engine);
}

function scheduled(): IndexScheduler {
  return required(scheduler);
}

function required<T>(part: T | undefined): T {
  if (!part) throw new AriadneError('not-open', 'No folder is open. Open one and try again.');
  return part;
}

/** Null where nothing can be asked with the settings; asking says why. */
async function costAhead(runs: Engine['runs'], { question, models }: FollowedSettings): Promise<EngineState['costAhead']> {
  if (!question || models.chat === builtinModels.chat) return null;
  try {
    return await runs.estimate({ ...question, models });
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    notify('log', { level: 'warn', tag: 'cost', message: error.message });
    return null;
  }
}

/** Answers when the list of runs shows what the request has changed. */
async function listed<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } finally {
    await publishRuns();
  }
}

function done(_nothing: void): Promise<Record<string, never>> {
  return Promise.resolve({});
}

function serve<M extends EngineMethod>(
  method: M,
  handle: (params: EngineParams<M>, signal: AbortSignal) => Promise<EngineResult<M>>,
): void {
  connection.onRequest(method, async (params: unknown, token: CancellationToken) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    // A request cancelled before it got here has a token whose event never fires.
    if (token.isCancellationRequested) controller.abort();
    try {
      // The schema of this method has just accepted the parameters; TypeScript cannot follow that through the table.
      return await handle(engineRequests[method].params.parse(params) as EngineParams<M>, controller.signal);
    } catch (error) {
      return errorFor(failureUnder(controller.signal, error));
    } finally {
      subscription.dispose();
    }
  });
}

function cancelled(): ResponseError<{ code: string }> {
  return new ResponseError(-32000, 'Cancelled.', { code: 'aborted' });
}

function errorFor(error: unknown): ResponseError<unknown> {
  if (error instanceof ResponseError) return error;
  if (isAbort(error)) return cancelled();
  if (isAriadneError(error)) {
    if (error.cause !== undefined) notify('log', { level: 'warn', tag: error.code, message: messageOf(error.cause) });
    return new ResponseError(-32000, error.message, { code: error.code });
  }
  notify('log', { level: 'error', tag: 'engine', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new ResponseError(-32000, messageOf(error), { code: 'bug' });
}

function notify<N extends EngineNotification>(name: N, params: EngineNotificationParams<N>): void {
  connection.sendNotification(name, params).catch((error: unknown) => process.stderr.write(`${name}: ${messageOf(error)}\n`));
}
