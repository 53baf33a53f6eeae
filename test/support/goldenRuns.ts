/**
 * Golden logs: one finished run of every pipeline over samples/, and one in every form of an answer, with its expected fold. Made by
 * `recordGoldenRuns`.
 */
import { writtenFormOf } from '../../src/protocol/writtenAnswer.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runEvent, type RunEvent } from '../../src/protocol/events.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { AnswerForm, WrittenForm } from '../../src/protocol/writtenAnswer.ts';
import { root } from './cli.ts';

export const goldenFolder = join(root, 'test', 'golden');

/** The run to record: the first question and seed whose run shows the wanted branch. */
export interface GoldenRun {
  readonly pipeline: string;
  readonly form: AnswerForm;
  /** For the simulation: the share of facts it knows, and the share of wrong judgments. */
  readonly knows: number;
  readonly error: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly shows: (trace: Trace) => boolean;
  /** Describes the condition of `shows`, for the error when no run meets it. */
  readonly what: string;
}

/** Those in another form than the short one. */
export const goldenForms: readonly string[] = ['form-auto', 'form-explained', 'form-list', 'form-table'];

/** @param name of a pipeline or a form */
export function goldenRunOf(name: string): GoldenRun {
  const usual = { pipeline: name, form: 'short', knows: 0.5, error: 0, params: {}, shows: isAnswered, what: 'an answer' } as const;
  return { ...usual, ...withBranches[name], ...inForms[name] };
}

const inForms: Readonly<Record<string, Partial<GoldenRun>>> = {
  'form-auto': writtenAs('auto', 'explained', 2),
  'form-explained': writtenAs('explained', 'explained', 2),
  'form-list': writtenAs('list', 'list', 3),
  'form-table': writtenAs('table', 'table', 4),
};

function writtenAs(form: AnswerForm, becomes: WrittenForm, fewest: number): Partial<GoldenRun> {
  return {
    pipeline: 'sunar-nar',
    form,
    knows: 0,
    what: `${fewest} sentences that nothing in their quotes speaks against`,
    shows: ({ written }) =>
      written !== undefined &&
      writtenFormOf(written) === becomes &&
      written.sentences.filter(({ citations, why }) => citations.length > 0 && why === undefined).length >= fewest,
  };
}

/** Runs with branches that a model without errors never reaches. */
const withBranches: Readonly<Record<string, Partial<GoldenRun>>> = {
  'self-dc': {
    what: 'all three branches',
    shows: (trace) => isAnswered(trace) && new Set(trace.nodes.flatMap(({ branch = [] }) => branch)).size === 3,
  },
  'drr-rag': {
    knows: 0,
    error: 0.3,
    what: 'a second plan, and a placeholder with an answer in its place',
    shows: ({ status, nodes }) =>
      status === 'ok' &&
      nodes.filter(({ kind }) => kind === 'plan').length > 1 &&
      nodes.some(({ text, resolvedText = text, attempt }) => attempt > 0 && resolvedText !== text),
  },
  leapquery: {
    error: 0.4,
    what: 'an accepted and a rejected sub-question',
    shows: (trace) => isAnswered(trace) && ['supported', 'rejected'].every((status) => trace.nodes.some((node) => node.status === status)),
  },
  'self-rag-lite': {
    knows: 0,
    what: 'an answer chosen among several',
    shows: (trace) => isAnswered(trace) && trace.nodes.filter(({ kind }) => kind === 'thought').length > 1,
  },
  sunar: {
    knows: 0,
    error: 0.2,
    params: { c: 32, m: 4 },
    what: 'a batch with several semantic sets',
    shows: (trace) => isAnswered(trace) && trace.nodes.some(({ nar }) => nar?.turns.some(({ asu }) => (asu?.s ?? 0) > 1)),
  },
};

function isAnswered({ status, answer }: Trace): boolean {
  return status === 'ok' && answer !== null;
}

export function goldenFiles(name: string, folder = goldenFolder): { readonly log: string; readonly outcome: string } {
  return { log: join(folder, `${name}.jsonl.gz`), outcome: join(folder, `${name}.json`) };
}

/** Pipelines with a golden log. */
export function goldenPipelines(folder = goldenFolder): readonly string[] {
  return readdirSync(folder).flatMap((name) => (name.endsWith('.jsonl.gz') ? [name.slice(0, -'.jsonl.gz'.length)] : []));
}

/** @throws Error that says how to record the log again, also when an event does not fully match the current schema */
export function readGoldenRun(pipeline: string): { readonly events: readonly RunEvent[]; readonly outcome: unknown } {
  const files = goldenFiles(pipeline);
  if (!existsSync(files.log) || !existsSync(files.outcome)) throw new Error(outdated(pipeline, 'is missing'));
  const { text, outcome } = textsOf(files);
  const events = text
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const read = runEvent.safeParse(JSON.parse(line)).data;
      if (read === undefined || fieldsOf(read) !== fieldsOf(JSON.parse(line)))
        throw new Error(outdated(pipeline, `is of another format: event ${i}`));
      return read;
    });
  return { events, outcome };
}

function textsOf({ log, outcome }: ReturnType<typeof goldenFiles>): { readonly text: string; readonly outcome: unknown } {
  return { text: gunzipSync(readFileSync(log)).toString(), outcome: JSON.parse(readFileSync(outcome, 'utf8')) };
}

/** The message of every failure. */
export function outdated(pipeline: string, what: string): string {
  return (
    `The golden log of ${pipeline} ${what}. If prompts, this pipeline or the log format were changed on purpose, make it again ` +
    `(UPDATE_GOLDEN=${pipeline} node --test test/unit/run/goldenRuns.test.ts; UPDATE_GOLDEN=1 for all) and look at what changed in test/golden.`
  );
}

/** The result of a run, short enough to read in a diff. */
export function outcomeOf(trace: Trace): unknown {
  const { pipeline, question, params, status, answer, stopReason, flags, totals, nodes, citations, written } = trace;
  return {
    pipeline,
    question,
    params,
    status,
    answer,
    stopReason,
    flags,
    totals,
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node.branch === undefined ? node.status : `${node.status}, ${node.branch}`])),
    citations: citations.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`),
    ...(written && { written: written.sentences.map(({ text, support, citations: numbers }) => `${support} ${numbers.join()}: ${text}`) }),
  };
}

/** JSON with the fields of every object in a fixed order. */
function fieldsOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
