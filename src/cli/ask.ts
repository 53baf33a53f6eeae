import { randomUUID } from 'node:crypto';
import { AriadneError } from '../base/errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import type { Command } from './main.ts';
import { printTrace } from './printTrace.ts';
import {
  engineOptions,
  engineUsage,
  exitCode,
  firstStageOf,
  firstStageOption,
  modelsOf,
  printError,
  printJson,
  stringOption,
  withEngine,
  type CommandContext,
} from './terminal.ts';

export const ask: Command = {
  usage: `ariadne ask <folder> <question> [--pipeline ID] [--set name=value]... [--first-stage bm25|dense|hybrid] [--log FILE] ${engineUsage}`,
  help: `Answer a question from the documents of an indexed folder.
      --chat openai:MODEL uses the server at OPENAI_BASE_URL with the key OPENAI_API_KEY; ARIADNE_CHAT_TIMEOUT_MS is how long one request may take.`,
  arguments: ['<folder>', '<question>'],
  options: {
    ...engineOptions,
    ...firstStageOption,
    pipeline: { type: 'string' },
    set: { type: 'string', multiple: true },
    log: { type: 'string' },
  },
  async run(context) {
    const [folder = '', question = ''] = context.positionals;
    const events: RunEvent[] = [];
    const log = stringOption(context, 'log');
    const request = {
      runId: newRunId(),
      question,
      pipeline: stringOption(context, 'pipeline') ?? 'sunar-nar',
      params: parametersOf(context),
      models: modelsOf(context),
      firstStage: firstStageOf(context),
      ...(log === undefined ? {} : { log }),
    };
    const run = await withEngine(context, folder, { onRunEvent: (_, event) => events.push(event) }, (engine) =>
      engine.ask(request, context.signal),
    );
    const trace = fold(events);
    return showRun(trace, run.log, context.isJson);
  },
};

/** Shows a run that has ended; returns the exit code that says how. */
export function showRun(trace: Trace, log: string, isJson: boolean): number {
  if (isJson) printJson({ ...trace, log });
  else printTrace(trace, log);
  if (trace.answer === null && trace.status !== 'ok') {
    printError(trace.failure ?? 'The run did not end well.');
    return exitCode.failed;
  }
  return trace.answer === null ? exitCode.negative : exitCode.done;
}

/** Sorts by time, so that a folder of logs lists in the order of asking. */
export function newRunId(now = new Date()): string {
  return `${now.toISOString().replace(/[-:]/g, '').replace(/\..*/, '')}-${randomUUID().slice(0, 8)}`;
}

function parametersOf({ values }: CommandContext): Record<string, unknown> {
  const given = Array.isArray(values['set']) ? values['set'] : [];
  return Object.fromEntries(
    given.map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(String(pair)) ?? [];
      if (name === undefined || value === undefined) throw new AriadneError('usage', `--set takes name=value, not "${pair}".`);
      return [name, valueOf(value)];
    }),
  );
}

/** Numbers and truth values as such, everything else as text; the pipeline's own schema judges them. */
function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
