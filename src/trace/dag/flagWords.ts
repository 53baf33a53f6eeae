/** Words for the short names in logs: flags, stop reasons, model roles. Pure. */
import { t } from '@vscode/l10n';
import { languageNotRead, languageNotReadSentence } from '../../protocol/noAnswer.ts';
import { unconfirmedSentences } from '../../protocol/unconfirmed.ts';
import { plural } from '../../base/amounts.ts';

/** Without the codes of failures, which are said in words where they happened. */
export function toldFlags(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !/^[a-z]+(?:-[a-z]+)+$/.test(flag));
}

/**
 * A flag of a run or a node as a sentence. An unknown flag is shown without underscores.
 * @param hasAnswer whether the run or the node has an answer, of which something can be said
 */
export function flagSentence(flag: string, hasAnswer = true): string {
  const [name = flag, detail = ''] = flag.split(':');
  const sentence = flagSentences[name];
  if (typeof sentence === 'function') return sentence(detail, hasAnswer);
  return sentence ?? `${capital(name.replaceAll('_', ' '))}.`;
}

/** A sentence that says why a method's loop ended, for reasons worth explaining. */
export function stopSentence(stopReason: string): string | undefined {
  return stopSentences[stopReason];
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const flagSentences: Readonly<Record<string, string | ((detail: string, hasAnswer: boolean) => string)>> = {
  role_unavailable: (role) =>
    t('Without a language model, a simpler version of this part of the published method runs: {0}.', roleText(role)),
  role_fallback: (role) => t('A reply from the model was unusable, so the documented fallback ran: {0}.', roleText(role)),
  call_failed: (role) => t('A call to the model failed, so the documented fallback ran: {0}.', roleText(role)),
  sample_failed: (role) => t('Some sampled replies are missing because their calls failed: {0}.', roleText(role)),
  dropped: (n) =>
    plural(Number(n), t('{0} passage did not fit the model and was left out.'), t('{0} passages did not fit the model and were left out.')),
  sub_questions_dropped: (n) =>
    plural(
      Number(n),
      t('The plan was too long: {0} sub-question that the rest does not need was left out.'),
      t('The plan was too long: {0} sub-questions that the rest does not need were left out.'),
    ),
  folded: (n) =>
    plural(
      Number(n),
      t('{0} passage nearly repeated a better one and was not read.'),
      t('{0} passages nearly repeated a better one and were not read.'),
    ),
  not_judged: (n) =>
    plural(
      Number(n),
      t('The model did not rate {0} passage, which is ranked last.'),
      t('The model did not rate {0} passages, which are ranked last.'),
    ),
  passage_cut: t('A passage was too long for the model and was shortened.'),
  citation_dropped: t('The model cited passages it was not given; those citations were removed.'),
  forced_step: t('The documents were searched with the question unchanged.'),
  budget_exhausted: t('A limit was reached before the last step.'),
  index_changed: t('The index has changed since the earlier answer. Some results come from before the change.'),
  rerank_failed: t('Rating the passages failed, so they are in the order of the search.'),
  [languageNotRead]: languageNotReadSentence,
  empty_retrieval: t('The search found nothing.'),
  phrase_not_found: t('No passage contains the exact quoted words, so the closest passages were used.'),
  mer_fallback: t('The final check gave no answer.'),
  all_abstained: t('No sampled reply about a group of passages had an answer, which counts as agreement.'),
  nli_failed: t('Could not compare the meaning of two sampled answers; they count as different.'),
  asu_no_op: t('Uncertainty feedback had no effect: with one sample, or at temperature 0, answers cannot differ.'),
  verify_failed: t('The vote failed.'),
  prob_unavailable: t('The model gives no token probabilities, so it was asked for its confidence instead.'),
  alpha_method_unknown: t('The thresholds were set without a confidence method; they may not fit the method that was used.'),
  generate_unreachable: t('With these thresholds, no question is answered from memory.'),
  retrieve_unreachable: t('With these thresholds, low confidence never leads to a search.'),
  type_missing: t('The plan did not say the type of the question.'),
  plan_fallback: t('There was no usable plan, so the question was asked unchanged.'),
  unresolved_placeholder: t('An earlier answer that this sub-question needs is missing.'),
  refine_failed: (_, hasAnswer) => (hasAnswer ? unconfirmedSentences.unchecked : t('The check against the evidence could not run.')),
  no_evidence: (_, hasAnswer) => (hasAnswer ? t('No passage supports the answer.') : t('No passage answers this.')),
  evidence_not_in_docs: t('The words the model quoted as evidence are not in the passages.'),
  corrected_to_itself: t('The check rejected the answer, then gave the same one.'),
  form_differs: t('The model did not write the answer as a table.'),
  language_differs: t('The model wrote the answer in another language than the question.'),
  reply_cut: t('The answer reached the most that the model may write at once, so its end is missing.'),
  declined: t('The model declined to write the answer.'),
  quote_moved: t('Some quotes were found in another passage than the model said; the citations lead to where they are.'),
  conflict_untold: t('Other passages say something else than the answer, which the model did not say; both are quoted.'),
  closest_failed: t('The search for the whole question failed; the quotes are from the steps only.'),
};

const stopSentences: Readonly<Record<string, string>> = {
  max_steps: t('Stopped at the maximum number of steps.'),
  max_follow_ups: t('Stopped at the maximum number of follow-up questions.'),
  max_iterations: t('Stopped at the maximum number of rounds.'),
  repeated_sub_question: t('Stopped because the next sub-question repeated an earlier one.'),
  repeated: t('Stopped because the next follow-up question repeated an earlier one.'),
  names_unknown: t('Stopped because the next question asked for something that no step found.'),
  no_new_subquestions: t('Stopped because every new sub-question had already been asked.'),
  first_hop_only: t('The best passage led to no others, so the first search was read.'),
  sufficient: t('Stopped because nothing was missing any more.'),
  gold_asked: t('The sub-questions that were given with the question were asked.'),
  gap_remains: t('Stopped because something is missing but nothing was left to ask.'),
  done: t('Stopped because nothing was missing any more.'),
  all_rejected: t('Stopped because no sub-question passed the vote.'),
  generation_failed: t('Stopped because the model did not say what is missing.'),
  empty: t('Stopped because the model had nothing to add.'),
};

const roles: Readonly<Record<string, string>> = {
  read: t('reading the passages'),
  'sunar.step': t('choosing the next sub-question'),
  'sunar.read': t('reading the passages'),
  'sunar.asu': t('uncertainty feedback'),
  'sunar.finish': t('concluding from the steps'),
  'sunar.mer': t('the final check'),
  'leap.gaps': t('finding what is missing'),
  'leap.verify': t('voting on sub-questions'),
  'leap.answer': t('reading the passages'),
  'bridge.queries': t('writing what to search next'),
  'bridge.entities': t('naming what leads on'),
  'bridge.judge': t('rating the passages'),
  'selfdc.confidence': t('rating its confidence'),
  'selfdc.confidence.prob': t('rating its confidence'),
  'selfdc.background': t('writing a background passage'),
  'selfdc.decompose': t('splitting the question'),
  'selfdc.combine': t('combining the answers'),
  'selfdc.read': t('reading the passages'),
  'drr.classify': t('classifying the question'),
  'drr.decompose': t('planning'),
  'drr.answer': t('reading the passages'),
  'drr.refine': t('checking the answer against its evidence'),
  'drr.integrate': t('combining the answers'),
  'selfask.step': t('asking follow-up questions'),
  'selfask.finish': t('concluding from the follow-up questions'),
  'ircot.next': t('reasoning'),
  'table.cell': t('filling a cell of a table'),
  compose: t('writing the answer out'),
  'thread.rewrite': t('making the question stand alone'),
};

/** What a role of a model does, in a few words. */
export function roleText(role: string): string {
  return roles[role] ?? t('one of its tasks');
}
