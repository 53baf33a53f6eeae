/** Standing questions: runs that are pinned, and whether they still hold. */
import { basename } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { builtinModels, defaultDiscovery, type RunSummary } from '../protocol/engine.ts';
import type { StaleReason } from '../protocol/staleReason.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import { readRunLog } from '../trace/runLog.ts';
import { newRunId } from './ask.ts';
import { budgetOf, budgetOptions, budgetUsage } from './runOptions.ts';
import {
  engineOptions,
  engineUsage,
  exitCode,
  modelsOf,
  plain,
  print,
  printJson,
  stringOption,
  styled,
  withEngine,
  type Command,
  type CommandContext,
} from './terminal.ts';

export const refresh: Command = {
  usage: `ariadne refresh <folder> [--pin RUN | --unpin RUN] [--check] ${budgetUsage} ${engineUsage}`,
  help: `Ask pinned questions again where documents have changed, and show what is different.
      A question is pinned in VS Code, or with --pin and the id or log of its run; --unpin takes that back.
      A run is stale when words that it cites have changed, or when one of its searches has other first ten passages. It is asked again with the models
      that made it; replies of models are kept where what they were asked is the same. The new run takes the place of the old one, which is kept.
      --check says what is stale and asks nothing. Ends with 1 when an answer has changed, with --check when a run is stale.`,
  arguments: ['<folder>'],
  options: { ...engineOptions, ...budgetOptions, pin: { type: 'string' }, unpin: { type: 'string' }, check: { type: 'boolean' } },
  async run(context) {
    const [folder = ''] = context.positionals;
    const [pin, unpin] = [stringOption(context, 'pin'), stringOption(context, 'unpin')];
    return withEngine(context, folder, {}, async (engine) => {
      if (pin !== undefined || unpin !== undefined) {
        if (pin !== undefined) engine.runs.store.note(idOf(pin), { isPinned: true });
        if (unpin !== undefined) engine.runs.store.note(idOf(unpin), { isPinned: false });
        return exitCode.done;
      }
      await engine.index(defaultDiscovery, modelsOf(context), { signal: context.signal });
      const pinned = (await engine.runs.list()).filter(({ isPinned }) => isPinned === true);
      if (pinned.length === 0) {
        throw new AriadneError('usage', 'No question is pinned. Pin one in VS Code, or with --pin and the id of its run.');
      }
      const questions: Refreshed[] = [];
      for (const run of pinned) {
        const done = await refreshed(run, engine, context);
        questions.push(done);
        if (!context.isJson) for (const line of linesOf(done)) print(line);
      }
      if (context.isJson) printJson({ questions });
      return questions.some(({ state }) => state === 'stale' || state === 'changed' || state === 'failed')
        ? exitCode.negative
        : exitCode.done;
    });
  },
};

interface Refreshed {
  readonly question: string;
  readonly runId: string;
  /** `stale`: only checked. `unfinished`: has no answer yet, and is left as it is. `failed`: asking again gave no answer that counts. */
  readonly state: 'current' | 'stale' | 'unchanged' | 'changed' | 'unfinished' | 'failed';
  readonly reasons: readonly StaleReason[];
  readonly before: string | null;
  /** Of the run that takes its place. */
  readonly now?: { readonly runId: string; readonly answer: string | null; readonly failure?: string };
  /** Places that are cited no more, and for the first time. */
  readonly noMore?: readonly string[];
  readonly first?: readonly string[];
}

async function refreshed(run: RunSummary, engine: Engine, context: CommandContext): Promise<Refreshed> {
  const { signal } = context;
  const { runId, question, answer: before, status, title } = run;
  const about = { question, runId, before };
  if (status !== 'ok' && status !== 'degraded') return { ...about, state: 'unfinished', reasons: [] };
  const { chat: _chat, reader: _reader, planner: _planner, ...searching } = modelsOf(context);
  const reasons = await engine.runs.stale(runId, { ...builtinModels, ...searching }, signal);
  if (reasons.length === 0) return { ...about, state: 'current', reasons };
  if (context.values['check'] === true) return { ...about, state: 'stale', reasons };
  const budget = budgetOf(context);
  const request = { runId: newRunId(), from: { runId }, edits: {}, searchesAgain: true as const, models: searching };
  const { log } = await engine.runs.rerun({ ...request, ...(budget === undefined ? {} : { budget }) }, signal);
  const [old, now] = [fold(await readRunLog(run.log)), fold(await readRunLog(log))];
  const after = { runId: request.runId, answer: now.answer, ...(now.failure === undefined ? {} : { failure: now.failure }) };
  if (now.status === 'failed' || now.status === 'cancelled') return { ...about, state: 'failed', reasons, now: after };
  engine.runs.store.note(request.runId, { isPinned: true, ...(title === undefined ? {} : { title }) });
  engine.runs.store.note(runId, { isPinned: false });
  const [was, is] = [placesOf(old), placesOf(now)];
  const isSame = now.answer === old.answer && saidIn(now) === saidIn(old);
  return {
    ...about,
    state: isSame ? 'unchanged' : 'changed',
    reasons,
    now: after,
    noMore: was.filter((place) => !is.includes(place)),
    first: is.filter((place) => !was.includes(place)),
  };
}

function placesOf({ citations, written }: Trace): readonly string[] {
  return [...new Set([...citations, ...(written?.citations ?? [])].map(({ path, quote }) => `${path}: “${quote.replace(/\s+/g, ' ')}”`))];
}

function saidIn({ written }: Trace): string {
  return (written?.sentences ?? []).map(({ text }) => text).join('\n');
}

function linesOf({ question, state, reasons, before, now, noMore = [], first = [] }: Refreshed): readonly string[] {
  const color = { current: 'green', unchanged: 'green', changed: 'yellow', stale: 'yellow', unfinished: 'yellow', failed: 'red' } as const;
  return [
    `${styled(color[state], state)}  ${styled('bold', plain(question))}`,
    ...reasons.map((reason) => `  ${plain(reasonWords(reason))}`),
    ...(state === 'changed' ? [`  - ${plain(before ?? 'no answer')}`, `  + ${plain(now?.answer ?? 'no answer')}`] : []),
    ...noMore.map((place) => styled('dim', `  no longer cited  ${plain(place)}`)),
    ...first.map((place) => styled('dim', `  now cited        ${plain(place)}`)),
    ...(state === 'failed' ? [`  ${plain(now?.failure ?? '')} The question stays pinned as it was.`] : []),
  ];
}

function reasonWords(reason: StaleReason): string {
  if (reason.kind === 'cited-place') return `${reason.path} no longer has “${reason.quote.replace(/\s+/g, ' ')}”`;
  const { query, appeared, gone } = reason;
  const found = appeared.length > 0 ? ` finds ${appeared.join(', ')}` : ` no longer finds ${gone} of its first passages`;
  return `The search “${query}”${found}`;
}

/** A run by its id or the path of its log. */
function idOf(run: string): string {
  return basename(run, '.jsonl');
}
