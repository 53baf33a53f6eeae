/** Obtains the confidence of a question for Self-DC. Source: pipelines.md 4.1, 4.3. */
import { AriadneError } from '../base/errors.ts';
import type { Role } from '../reasoning/role.ts';
import type { RunContext } from './pipeline.ts';
import { perform } from './steps.ts';
import { selfDcRoles } from '../reasoning/roles/selfDcRoles.ts';

/** α and β belong to one model, one method of confidence and one dataset. */
export interface Thresholds {
  readonly alpha: number;
  readonly beta: number;
}

/** The parameters that confidence depends on. */
interface ConfidenceParameters extends Thresholds {
  readonly method?: Method;
  readonly alphaVerb?: number;
  readonly betaVerb: number;
  readonly temperature: number;
  readonly topP: number;
}

/** Stated by the model, or computed from the probabilities of its tokens. */
export type Method = 'verb' | 'prob';

export interface Confidence {
  /** In [0, 1]; null when it is missing. */
  readonly value: number | null;
  readonly method: Method;
  readonly thresholds: Thresholds;
}

/** The node that asks, and its options. */
interface Asking {
  readonly ctx: RunContext;
  readonly p: ConfidenceParameters;
  readonly node: string;
}

/**
 * The method of the run, as far as it is known before the first reply.
 * @throws AriadneError `selfdc-alpha-missing` if only verb is available and α was set for prob
 */
export function methodAtStart({ reasoner, trace }: RunContext, p: ConfidenceParameters): Method {
  if (p.method === undefined) {
    if (p.alphaVerb === undefined && !isPublished(p)) trace.flag('alpha_method_unknown');
    return reasoner.can.logprobs ? 'prob' : 'verb';
  }
  if (p.method === 'verb' || reasoner.can.logprobs) return p.method;
  trace.flag('prob_unavailable');
  if (verbInstead(p) === null && reasoner.can.stateConfidence) {
    throw new AriadneError(
      'selfdc-alpha-missing',
      'This chat model gives no log-probabilities, and alpha and beta were set for method=prob. Set alphaVerb as well, or method=verb with its own alpha.',
    );
  }
  return 'verb';
}

/** α and β for the method of the run; those for verb if another method was requested. */
export function thresholdsAtStart(p: ConfidenceParameters, method: Method): Thresholds {
  return (method === 'verb' && p.method !== 'verb' ? verbInstead(p) : null) ?? p;
}

/**
 * One call. The first question also shows whether the server gives log-probabilities. If not, confidence is stated from then on, or is
 * missing if there is no α for that.
 */
export async function confidenceOf(q: Asked, isFirst: boolean): Promise<Confidence> {
  const confidence = q.method === 'prob' ? await fromTokens(q, isFirst) : await stated(q, q.thresholds);
  const { value, method, raw } = confidence;
  q.ctx.trace.note(q.node, { confidence: { value, method, raw } });
  return confidence;
}

/** A question, and the current method of obtaining confidence. */
interface Asked extends Asking {
  readonly text: string;
  readonly method: Method;
  readonly thresholds: Thresholds;
}

interface Obtained extends Confidence {
  readonly raw: unknown;
}

async function stated(q: Asked, thresholds: Thresholds): Promise<Obtained> {
  const { output } = await askModel(q, selfDcRoles.confidence, { question: q.text });
  const { confidence: value, answer } = output;
  return { value, method: 'verb', thresholds, raw: { answer } };
}

async function fromTokens(q: Asked, isFirst: boolean): Promise<Obtained> {
  const { output } = await askModel(q, selfDcRoles.tokenConfidence, { question: q.text });
  const { confidence: value, answer, logprobs } = output;
  if (logprobs === null) {
    q.ctx.trace.flag('prob_unavailable');
    const verb = isFirst ? verbInstead(q.p) : null;
    if (verb) return stated(q, verb);
  }
  // Servers usually report the probabilities before temperature and top-p; no reply says which.
  const raw = { answer, logprobs, distribution: 'as reported', temperature: q.p.temperature, topP: q.p.topP };
  return { value, method: 'prob', thresholds: q.thresholds, raw };
}

/** α and β for verb if prob was requested: never those of prob, except for the published pair that holds for both. */
function verbInstead({ alpha, beta, alphaVerb, betaVerb }: ConfidenceParameters): Thresholds | null {
  if (alphaVerb !== undefined) return { alpha: alphaVerb, beta: betaVerb };
  return isPublished({ alpha, beta }) ? { alpha, beta } : null;
}

/** The pair that holds for both methods. Any other belongs to the method it was tuned for. */
function isPublished({ alpha, beta }: Thresholds): boolean {
  return alpha === 0.6 && beta === 0.1;
}

/** Calls a role on behalf of a node, with the temperature of the run. */
export function askModel<I, O>({ ctx, p, node }: Asking, role: Role<I, O>, input: NoInfer<I>, isFinal = false) {
  const { temperature, topP } = p;
  return perform(ctx, node, role, input, { temperature, topP, isFinal });
}
