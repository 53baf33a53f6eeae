import { join, resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { AgentBudget, callsFile } from '../agents/agentBudget.ts';
import { AgentService } from '../agents/agentService.ts';
import { FreshIndex } from '../agents/freshIndex.ts';
import { serveLoopback } from '../agents/loopbackHttp.ts';
import { mcpServerFactory } from '../agents/mcpServer.ts';
import { agentCallLimits } from '../protocol/agentRequests.ts';
import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { engineOptions, modelsOf, newRunId } from './askOptions.ts';
import { stringOption, withEffects, flag, takes } from './effects.ts';
import type { Command } from './terminal.ts';
import { countOption, exitCode, printError, printJson } from './terminal.ts';
import { engineFiles, storageOf, withEngine } from './withEngine.ts';

const { callsPerSession: sessionCalls, callsPerDay: dayCalls } = agentCallLimits.parse({});

export const mcp: Command = {
  usage: ['ariadne mcp <folder> [options]'],
  help: `Serve agents over the Model Context Protocol: search, ask, verify a quote, check a document, read. Standard input and output, or with --http a port of this machine with a token.`,
  arguments: ['<folder>'],
  options: withEffects(
    {
      ...engineOptions,
      http: flag('listen on a port of this machine, and print its address and token'),
      port: takes('N', 'with --http: this port instead of a free one'),
      about: takes('LINE', 'a line about the folder, which agents get'),
      'as-is': flag('search the index that is there and write none, where VS Code keeps it up to date'),
      'session-calls': takes('N', `most calls of the chat model in a session, usually ${sessionCalls}`),
      'day-calls': takes('N', `most calls on a day, by all agents and questions of the folder, usually ${dayCalls}`),
    },
    { port: (given) => (given.values['http'] === true ? undefined : 'Only --http has a port. Add it, or leave --port out.') },
  ),
  async run(context) {
    const folder = resolve(context.positionals[0] ?? '');
    const models = modelsOf(context);
    const limits = {
      callsPerSession: countOption(context, 'session-calls', sessionCalls),
      callsPerDay: countOption(context, 'day-calls', dayCalls),
      raise: {
        session: 'The user starts the server again, or with a higher --session-calls.',
        day: 'The user starts the server with a higher --day-calls.',
      },
    };
    const { storage } = storageOf(folder, stringOption(context, 'storage'));
    let fresh: FreshIndex | undefined;
    const host = { onIndexProgress: ({ stage }: { readonly stage: string }) => fresh?.tell(`Indexing: ${stage}`) };
    await withEngine(context, folder, host, async (engine) => {
      fresh = new FreshIndex({
        pass: async (signal) => {
          if (context.values['as-is'] === true) return;
          await engine.index(defaultDiscovery, models, { confirmed: true, signal });
          await engine.learn(models, signal);
        },
        isThere: async () => (await engine.status()).documents > 0,
      });
      const service = new AgentService({
        ...{ engine, folder, storage, models, newRunId, reader: engineFiles.reader },
        budget: new AgentBudget({ file: join(storage, callsFile), limits }),
        context: stringOption(context, 'about'),
      });
      const ready: FreshIndex['ready'] = (signal, tell) => fresh!.ready(signal, tell);
      const factory = mcpServerFactory({
        service,
        version: process.env['ARIADNE_VERSION'] ?? '',
        context: stringOption(context, 'about'),
        ready,
      });
      // The first call finds an index that is made or nearly so.
      void ready(context.signal, () => undefined).catch((error: unknown) => printError(String(error)));
      try {
        if (context.values['http'] === true) {
          const server = await serveLoopback(factory, countOption(context, 'port', 0));
          printJson({ url: server.url, token: server.token });
          await stopped(context.signal);
          await server.close();
        } else {
          const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
          const server = serveStdio(factory, { onerror: (error) => printError(error.message) });
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
