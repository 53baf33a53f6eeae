/** Obtains the confidence of a question for Self-DC. Source: pipelines.md 4.1, 4.3. */
import { AriadneError } from '../base/errors.ts';
import type { RunContext } from './pipeline.ts';
import { perform } from './steps.ts';
import { selfDcRoles } from '../reasoning/roles/selfDcRoles.ts';

/** α and β belong to one model, one method of confidence and one dataset. */
export interface Thresholds {
  readonly alpha: number;
  readonly beta: number;
}

interface ConfidenceParameters extends Thresholds {
  readonly method?: Method;
}

/** Stated by the model, or computed from the probabilities of its tokens. */
export type Method = 'verb' | 'prob';

export interface Confidence {
  /** In [0, 1]; null when it is missing. */
  readonly value: number | null;
  readonly method: Method;
}

/**
 * The method of the run, as far as it is known before the first reply.
 * @throws AriadneError `selfdc-alpha-missing` if only verb is available and α was set for prob
 */
export function methodAtStart({ reasoner, trace }: RunContext, p: ConfidenceParameters): Method {
  if (p.method === undefined) {
    if (!isPublished(p)) trace.flag('alpha_method_unknown');
    return reasoner.can.logprobs ? 'prob' : 'verb';
  }
  if (p.method === 'verb' || reasoner.can.logprobs) return p.method;
  trace.flag('prob_unavailable');
  if (!isPublished(p) && reasoner.can.stateConfidence) {
    throw new AriadneError(
      'selfdc-alpha-missing',
      'This chat model gives no log-probabilities, and alpha and beta were set for method=prob. Set method=verb with its own alpha.',
    );
  }
  return 'verb';
}

/** A question, and the current method of obtaining confidence. */
interface Asked {
  readonly ctx: RunContext;
  readonly p: ConfidenceParameters;
  readonly node: string;
  readonly text: string;
  readonly method: Method;
}

/**
 * One call. The first question also shows whether the server gives log-probabilities. If not, confidence is stated from then on, or is
 * missing if α and β are of prob alone.
 */
export async function confidenceOf(q: Asked, isFirst: boolean): Promise<Confidence> {
  const { value, method, raw } = q.method === 'prob' ? await fromTokens(q, isFirst) : await stated(q);
  q.ctx.trace.note(q.node, { confidence: { value, method, raw } });
  return { value, method };
}

interface Obtained extends Confidence {
  readonly raw: unknown;
}

async function stated({ ctx, node, text }: Asked): Promise<Obtained> {
  const { confidence: value, answer } = (await perform(ctx, node, selfDcRoles.confidence, { question: text })).output;
  return { value, method: 'verb', raw: { answer } };
}

async function fromTokens(q: Asked, isFirst: boolean): Promise<Obtained> {
  const { output } = await perform(q.ctx, q.node, selfDcRoles.tokenConfidence, { question: q.text });
  const { confidence: value, answer, logprobs } = output;
  if (logprobs === null) {
    q.ctx.trace.flag('prob_unavailable');
    if (isFirst && isPublished(q.p)) return stated(q);
  }
  // Servers usually report the probabilities before temperature and top-p; no reply says which.
  const { temperature, topP } = selfDcRoles.tokenConfidence;
  return { value, method: 'prob', raw: { answer, logprobs, distribution: 'as reported', temperature, topP } };
}

/** The pair that holds for both methods. Any other belongs to the method it was tuned for. */
function isPublished({ alpha, beta }: Thresholds): boolean {
  return alpha === 0.6 && beta === 0.1;
}
