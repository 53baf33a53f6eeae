/** Numbers and states in words. */
import { t } from '@vscode/l10n';
import type { Activity, Trace, TraceNode } from '../../protocol/trace.ts';
import { doubtAbout, givesAnswer } from '../confirm.ts';
import { tookMs } from '../fold.ts';
import { plural, tenths } from '../../base/amounts.ts';

/** What a state's color and icon express; the words say it too. */
export type Tone = 'waiting' | 'running' | 'good' | 'written' | 'changed' | 'none' | 'warn' | 'bad' | 'gone';

export interface StateWords {
  readonly tone: Tone;
  readonly words: string;
}

/** The state of a node. `waitsFor` has the labels of the unfinished steps that it needs. */
export function nodeStateWords(node: TraceNode, trace: Trace, waitsFor: readonly string[]): StateWords {
  if (trace.finished && node.status === 'pending') return { tone: 'gone', words: t('not reached') };
  if (wasStopped(node, trace)) return { tone: 'gone', words: t('stopped') };
  if (hasBrokenOff(trace) && !wasReached(node, trace)) return { tone: 'gone', words: t('not reached') };
  switch (node.status) {
    case 'pending':
      // The question waits for nothing, since its steps are active.
      if (node.kind === 'root') return { tone: 'running', words: t('being answered') };
      return { tone: 'waiting', words: waitsFor.length === 0 ? t('waiting') : t('waiting for {0}', waitsFor.join(', ')) };
    case 'running':
      if (hasPartAtWork(node, trace)) return { tone: 'running', words: t('being answered') };
      return node.activity?.kind === 'waiting'
        ? { tone: 'waiting', words: t('waiting') }
        : { tone: 'running', words: activityWords(node.activity) };
    case 'answered':
    case 'supported':
      if (foundNoAnswer(node)) return noAnswerWords(node, trace);
      if (doubtAbout(node, trace) !== undefined) return unconfirmed;
      if (givesAnswer(node) && trace.status === 'degraded') return { tone: 'warn', words: t('answered in part') };
      return node.kind === 'generated_doc' ? { tone: 'written', words: t('by the model') } : { tone: 'good', words: doneWords(node) };
    case 'revised':
      return doubtAbout(node, trace) !== undefined ? unconfirmed : { tone: 'changed', words: t('revised') };
    case 'reused':
      if (foundNoAnswer(node)) return noAnswerWords(node, trace);
      return doubtAbout(node, trace) !== undefined ? unconfirmed : { tone: 'good', words: t('reused') };
    case 'unsupported':
      return { tone: 'warn', words: node.votes === undefined ? t('not supported') : t('nothing found') };
    case 'blocked':
      return { tone: 'warn', words: isOutOfBudget(node, trace) ? t('limit reached') : t('blocked by an earlier step') };
    case 'rejected':
      return { tone: 'gone', words: rejectedWords(node) };
    case 'failed':
      return { tone: 'bad', words: t('failed') };
    case 'superseded':
      return { tone: 'gone', words: supersededWords(node, trace) };
  }
}

/** Whether a part of the node is active. Then the parts describe the activity, otherwise the node does. */
function hasPartAtWork({ id, kind }: TraceNode, { nodes }: Trace): boolean {
  return nodes.some((node) => node.id !== id && node.status === 'running' && (kind === 'root' || node.parent === id));
}

/** False for a node that nothing was done for: its turn had not come when the run ended, or its input was missing. */
export function wasReached({ id, kind, status, calls, evidence }: TraceNode, { retrievals }: Trace): boolean {
  if (kind === 'root' || (status !== 'pending' && status !== 'blocked')) return true;
  return status === 'blocked' && (calls.length > 0 || evidence.length > 0 || retrievals.some(({ node }) => node === id));
}

/** Whether the run ended early, before its work was done. */
function hasBrokenOff({ status }: Trace): boolean {
  return status === 'cancelled' || status === 'failed';
}

/** The duration of a node; empty until it has run, and if nothing was done for it. */
export function timeWords(node: TraceNode, trace: Trace): string {
  if (!wasReached(node, trace)) return '';
  const isNew = node.calls.length === 0 || trace.llmCalls.some((call) => call.node === node.id && !call.recalled);
  if (!isNew) return t('from before');
  const ms = tookMs(node);
  return ms <= 0 ? '' : duration(ms / 1000);
}

/** Nothing went wrong. Where no step has an answer, that is said once, of the question. */
function noAnswerWords({ kind, evidence }: TraceNode, { finished, status, nodes }: Trace): StateWords {
  const isSaid = kind !== 'root' && finished && status === 'ok' && !nodes.some(({ answer }) => answer != null);
  if (!isSaid) return { tone: 'none', words: t('no answer found') };
  return { tone: 'none', words: evidence.length > 0 ? t('searched') : '' };
}

const unconfirmed: StateWords = { tone: 'warn', words: t('not verified') };

/** For a node that ended successfully. Not every node has an answer. */
function doneWords({ kind, status, answer, votes, evidence }: TraceNode): string {
  if (kind === 'plan') return t('made');
  if (answer !== undefined) return statusWords(status);
  if (votes !== undefined) return t('accepted');
  if (kind === 'thought') return evidence.length === 0 ? t('noted') : t('used as search');
  return kind === 'sub_question' && evidence.length > 0 ? t('searched') : statusWords(status);
}

/** Of those that `doneWords` is called with. */
function statusWords(status: TraceNode['status']): string {
  return status === 'supported' ? t('supported') : t('answered');
}

function rejectedWords({ kind, votes }: TraceNode): string {
  if (kind === 'plan') return t('could not be used');
  return votes === undefined ? t('rejected') : t('rejected by vote');
}

function isOutOfBudget({ flags }: TraceNode, trace: Trace): boolean {
  return trace.flags.includes('budget_exhausted') && !flags.includes('unresolved_placeholder');
}

function supersededWords({ attempt }: TraceNode, { nodes }: Trace): string {
  const plans = nodes.filter((node) => node.kind === 'plan').toSorted((a, b) => a.attempt - b.attempt);
  const at = plans.findIndex((plan) => plan.attempt > attempt && plan.status !== 'rejected');
  return at < 0 ? t('superseded') : t('superseded by plan {0}', at + 1);
}

function activityWords(activity: Activity | undefined): string {
  if (!activity) return t('working');
  const { kind, done, of } = activity;
  switch (kind) {
    case 'reranking':
      return of === undefined ? t('rating passages') : t('rating passages, {0} of {1}', done ?? 0, of);
    case 'reading':
      return of === undefined ? t('reading') : plural(of, t('reading {0} passage'), t('reading {0} passages'));
    case 'planning':
      return t('planning');
    case 'finishing':
    case 'writing':
      return t('writing the answer');
    case 'waiting':
      return t('waiting');
    case 'retrieving':
      return t('searching');
  }
}

/** True for a node that was active when its run ended. If the run was stopped, its log says that the node failed for that reason. */
export function wasStopped(node: TraceNode, trace: Trace): boolean {
  if (trace.finished && node.status === 'running') return true;
  return trace.status === 'cancelled' && node.status === 'failed' && node.failure === trace.failure;
}

/** True for a node that ended without an answer. A node that was not meant to have one (without `answer`) is excluded. */
export function foundNoAnswer(node: TraceNode): boolean {
  return node.abstained === true || node.answer === null;
}

export function duration(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${tenths(seconds)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}

/** The display name of a model id. */
export function modelName(id: string): string {
  if (id === 'builtin') return t('Built-in models');
  const [, provider, name = id] = /^(openai|hf|folder|vscode):(.*)$/s.exec(id) ?? [];
  // Models on this computer have their precision and a fingerprint in their ids.
  return provider === 'hf' || provider === 'folder' ? name.replace(/(?:-onnx)?(?:[@#].*)?$/i, '').replace(/^[^/]*\//, '') : name;
}
