/** A pipeline's decisions about a node, in words: votes, confidence and branch, plans, flags. Pure. */
import type { Trace, TraceNode } from '../../protocol/trace.ts';
import { unconfirmedSentences } from '../../protocol/unconfirmed.ts';
import { doubtAbout } from '../confirm.ts';
import { capital, flagSentence, stopSentence, toldFlags } from './flagWords.ts';
import { count, grouped } from '../../base/amounts.ts';

/** Full sentences for the selected card, the most informative first. */
export function nodeFacts(trace: Trace, node: TraceNode): string[] {
  const { votes, plan, flags, guessed = [], answer, qualifier } = node;
  // The branch of the question already says that the answer is from the model’s memory.
  const doubt = node.branch === 'generate' ? undefined : doubtAbout(node, trace);
  const stopped = node.kind === 'root' && trace.finished ? stopSentence(trace.stopReason) : undefined;
  return [
    ...(plan === undefined || plan.feedback === undefined ? [] : ['Replaces a plan that could not be solved.']),
    ...guessed.map((guess) => `Takes “${guess}” for granted, a guess of an earlier step.`),
    ...(answer == null || qualifier === undefined ? [] : [`Later steps ask about “${answer} (${qualifier})”.`]),
    ...(votes === undefined ? [] : [`${capital(votesWords(votes))} say it helps with the question.`]),
    ...confidenceSentences(node),
    ...(stopped === undefined ? [] : [stopped]),
    ...new Set([
      ...(doubt === undefined || doubt === 'guessed' ? [] : [unconfirmedSentences[doubt]]),
      ...toldFlags(flags).map((flag) => flagSentence(flag, answer != null)),
    ]),
  ];
}

/** The same facts in a few words, for the foot of a card. */
export function cardAside({ votes, confidence }: TraceNode): string | undefined {
  if (votes !== undefined) return votesWords(votes);
  return confidence?.value == null ? undefined : percentSure(confidence.value);
}

/** `2 of 3 votes`. A failed vote is not a vote in favor. */
function votesWords(votes: readonly (boolean | null)[]): string {
  return `${votes.filter((vote) => vote === true).length} of ${count(votes.length, 'vote')}`;
}

/** Describes a plan: the question's type and the number of sub-questions, or why the plan cannot be used. */
export function planText(trace: Trace, { id, plan }: TraceNode): string {
  if (!plan) return '';
  if (plan.error) return planErrors[plan.error.code]?.(plan.error.ids.join(', ')) ?? 'It was unusable.';
  const parts = trace.nodes.filter((other) => other.parent === id && other.kind === 'sub_question').length;
  const kind = planTypes[plan.type];
  return [...(kind === undefined ? [] : [kind]), count(parts, 'sub-question')].join(': ');
}

function percentSure(value: number): string {
  return `${grouped(Math.round(value * 100))} % sure`;
}

function confidenceSentences({ confidence, branch, branchReason }: TraceNode): string[] {
  const way = branch === undefined ? undefined : branchWords[branch];
  const but = branchReason === undefined ? undefined : (branchReasons[branchReason] ?? 'that failed');
  if (confidence === undefined || confidence.value === null)
    return way === undefined ? [] : [capital(`${but === undefined ? '' : `${but}: `}${way}.`)];
  const sure = `The model is ${percentSure(confidence.value)} of an answer from memory`;
  const measure = confidence.method === 'verb' ? 'its own rating' : 'from token probabilities';
  const so = way === undefined ? '' : but === undefined ? `, so this was ${way}` : `, but ${but}, so this was ${way}`;
  return [`${sure} (${measure})${so}.`];
}

const branchWords = {
  retrieve: 'looked up in the documents',
  generate: 'answered from a passage the model wrote',
  decompose: 'split into sub-questions',
} as const;

const branchReasons: Readonly<Record<string, string>> = {
  confidence_missing: 'the model gave no confidence',
  generation_failed: 'it wrote no passage',
  max_depth: 'it cannot be split further',
  single_subquestion: 'splitting gave only one sub-question',
  chain: 'each part needs the answer to another',
  no_subquestions: 'splitting gave no sub-questions',
  budget_exhausted: 'the limit was reached',
};

const planTypes: Readonly<Record<string, string>> = {
  inference: 'A chain of facts',
  comparison: 'A comparison',
  hybrid: 'A chain of facts and a comparison',
};

const planErrors: Readonly<Record<string, (ids: string) => string>> = {
  malformed: () => 'The reply contained no plan.',
  empty_plan: () => 'The plan was empty.',
  too_many: () => 'The plan had too many sub-questions.',
  unknown_dependency: (ids) => `The plan refers to sub-questions it does not have: ${ids}.`,
  cycle: (ids) => `Sub-questions of the plan wait for each other: ${ids}.`,
};
