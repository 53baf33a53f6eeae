/** A pipeline's decisions about a node, in words: votes, confidence and branch, plans, flags. Pure. */
import { t } from '@vscode/l10n';
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
    ...(plan === undefined || plan.feedback === undefined ? [] : [t('Replaces a plan that could not be solved.')]),
    ...guessed.map((guess) => t('Takes “{0}” for granted, a guess of an earlier step.', guess)),
    ...(answer == null || qualifier === undefined ? [] : [t('Later steps ask about “{0} ({1})”.', answer, qualifier)]),
    ...(votes === undefined ? [] : [t('{0} say it helps with the question.', capital(votesWords(votes)))]),
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
  return t('{0} of {1}', votes.filter((vote) => vote === true).length, count(votes.length, 'vote'));
}

/** Describes a plan: the question's type and the number of sub-questions, or why the plan cannot be used. */
export function planText(trace: Trace, { id, plan }: TraceNode): string {
  if (!plan) return '';
  if (plan.error) return planErrors[plan.error.code]?.(plan.error.ids.join(', ')) ?? t('It was unusable.');
  const parts = trace.nodes.filter((other) => other.parent === id && other.kind === 'sub_question').length;
  const kind = planTypes[plan.type];
  return [...(kind === undefined ? [] : [kind]), count(parts, 'sub-question')].join(': ');
}

function percentSure(value: number): string {
  return t('{0} % sure', grouped(Math.round(value * 100)));
}

function confidenceSentences({ confidence, branch, branchReason }: TraceNode): string[] {
  const way = branch === undefined ? undefined : branchWords[branch];
  const but = branchReason === undefined ? undefined : (branchReasons[branchReason] ?? t('that failed'));
  if (confidence === undefined || confidence.value === null)
    return way === undefined ? [] : [capital(`${but === undefined ? '' : `${but}: `}${way}.`)];
  const sure = grouped(Math.round(confidence.value * 100));
  const measure = confidence.method === 'verb' ? t('its own rating') : t('from token probabilities');
  if (way === undefined) return [t('The model is {0} % sure of an answer from memory ({1}).', sure, measure)];
  if (but === undefined) return [t('The model is {0} % sure of an answer from memory ({1}), so this was {2}.', sure, measure, way)];
  return [t('The model is {0} % sure of an answer from memory ({1}), but {2}, so this was {3}.', sure, measure, but, way)];
}

const branchWords = {
  retrieve: t('looked up in the documents'),
  generate: t('answered from a passage the model wrote'),
  decompose: t('split into sub-questions'),
} as const;

const branchReasons: Readonly<Record<string, string>> = {
  confidence_missing: t('the model gave no confidence'),
  generation_failed: t('it wrote no passage'),
  max_depth: t('it cannot be split further'),
  single_subquestion: t('splitting gave only one sub-question'),
  chain: t('each part needs the answer to another'),
  no_subquestions: t('splitting gave no sub-questions'),
  budget_exhausted: t('the limit was reached'),
};

const planTypes: Readonly<Record<string, string>> = {
  inference: t('A chain of facts'),
  comparison: t('A comparison'),
  hybrid: t('A chain of facts and a comparison'),
};

const planErrors: Readonly<Record<string, (ids: string) => string>> = {
  malformed: () => t('The reply contained no plan.'),
  empty_plan: () => t('The plan was empty.'),
  too_many: () => t('The plan had too many sub-questions.'),
  unknown_dependency: (ids) => t('The plan refers to sub-questions it does not have: {0}.', ids),
  cycle: (ids) => t('Sub-questions of the plan wait for each other: {0}.', ids),
};
