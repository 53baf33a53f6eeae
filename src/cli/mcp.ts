import { version } from '../base/version.ts';
import { join, resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { AgentBudget, callsFile } from '../agents/agentBudget.ts';
import { AgentService } from '../agents/agentService.ts';
import { BoundedStdio } from '../agents/boundedStdio.ts';
import { FreshIndex } from '../agents/freshIndex.ts';
import { serveLoopback } from '../agents/loopbackHttp.ts';
import { mcpServerFactory } from '../agents/mcpServer.ts';
import { messageOf } from '../base/errors.ts';
import type { EngineHost } from '../engine/engine.ts';
import { agentCallLimits } from '../protocol/agentRequests.ts';
import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { engineOptions, modelsOf, newRunId } from './askOptions.ts';
import { flag, numberOption, stringOption, takes, withEffects } from './effects.ts';
import type { Command } from './terminal.ts';
import { countOption, exitCode, isLive, liveLine, printError, printJson, progressLine } from './terminal.ts';
import { engineFiles, storageOf, withEngine } from './withEngine.ts';

const { callsPerSession: sessionCalls, callsPerDay: dayCalls } = agentCallLimits.parse({});

export const mcp: Command = {
  usage: ['ariadne mcp <folder> [options]'],
  help: `Serve agents over the Model Context Protocol: search, ask, verify a quote, check a document, read. Standard input and output, or with --http a port of this machine with a token.`,
  arguments: ['<folder>'],
  options: withEffects(
    {
      ...engineOptions,
      yes: flag('index a folder with very many documents, too'),
      http: flag('listen on a port of this machine, and print its address and token'),
      port: takes('N', 'with --http: this port instead of a free one'),
      about: takes('LINE', 'a line about the folder, which agents get'),
      'as-is': flag('search the index that is there and write none, where VS Code keeps it up to date'),
      'session-calls': takes('N', `most calls of the chat model in a session, usually ${sessionCalls}`),
      'day-calls': takes('N', `most calls on a day, by all agents of the folder, usually ${dayCalls}`),
    },
    { port: (given) => (given.values['http'] === true ? undefined : 'Only --http has a port. Add it, or leave --port out.') },
  ),
  async run(context) {
    const folder = resolve(context.positionals[0] ?? '');
    const models = modelsOf(context);
    const port = numberOption(context, 'port', { least: 1, most: 65_535 }) ?? 0;
    const limits = {
      callsPerSession: countOption(context, 'session-calls', sessionCalls),
      callsPerDay: countOption(context, 'day-calls', dayCalls),
      raise: {
        session: 'The user starts the server again, or with a higher --session-calls.',
        day: 'The user starts the server with a higher --day-calls.',
      },
    };
    const { storage } = storageOf(folder, stringOption(context, 'storage'));
    const progressed = progressLine(isLive(context));
    let fresh: FreshIndex | undefined;
    const host: Partial<EngineHost> = {
      onIndexProgress: (progress) => {
        progressed(progress);
        fresh?.onProgress(progress);
      },
    };
    await withEngine(context, folder, host, async (engine) => {
      fresh = new FreshIndex({
        pass: async (signal) => {
          if (context.values['as-is'] === true) return;
          // An index that was begun was confirmed.
          const confirmed = context.values['yes'] === true || (await engine.status()).documents > 0;
          await engine.index(defaultDiscovery, models, { confirmed, willLearn: true, signal });
          await engine.learn(models, signal);
        },
        searchable: async () => (await engine.status()).passages,
        lineOf: liveLine,
        howToConfirm: `The user confirms it with "ariadne index ${folder} --yes", or starts the server with --yes.`,
      });
      const service = new AgentService({
        ...{ engine, folder, storage, models, discovery: defaultDiscovery, newRunId, reader: engineFiles.reader },
        budget: new AgentBudget({ file: join(storage, callsFile), limits }),
        context: stringOption(context, 'about'),
      });
      const ready: FreshIndex['ready'] = (signal, tell) => fresh!.ready(signal, tell);
      const factory = mcpServerFactory({
        engine,
        service,
        version: version,
        context: stringOption(context, 'about'),
        ready,
        runPageFile: join(import.meta.dirname, 'webview', 'run.html'),
      });
      // The first call finds an index that is made or nearly so.
      void ready(context.signal, () => undefined).catch((error: unknown) => printError(messageOf(error)));
      try {
        if (context.values['http'] === true) {
          const server = await serveLoopback(factory, port);
          printJson({ url: server.url, token: server.token });
          await stopped(context.signal);
          await server.close();
        } else {
          const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
          const server = serveStdio(factory, { transport: new BoundedStdio(), onerror: (error) => printError(error.message) });
          await Promise.race([ended, stopped(context.signal)]);
          await server.close();
        }
      } finally {
        await fresh.close();
      }
    });
    return exitCode.done;
  },
};

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}
