/** Words for the short names in logs: flags, stop reasons, model roles. Pure. */
import { languageNotRead, languageNotReadSentence } from '../../protocol/noAnswer.ts';
import { unconfirmedSentences } from '../../protocol/unconfirmed.ts';
import { count } from '../../base/amounts.ts';

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
  role_unavailable: (role) => `Without a language model, a simpler version of this part of the published method runs: ${roleText(role)}.`,
  role_fallback: (role) => `A reply from the model was unusable, so the documented fallback ran: ${roleText(role)}.`,
  call_failed: (role) => `A call to the model failed, so the documented fallback ran: ${roleText(role)}.`,
  sample_failed: (role) => `Some sampled replies are missing because their calls failed: ${roleText(role)}.`,
  dropped: (n) => `${count(Number(n), 'passage')} did not fit the model and ${n === '1' ? 'was' : 'were'} left out.`,
  sub_questions_dropped: (n) =>
    `The plan was too long: ${count(Number(n), 'sub-question')} that the rest does not need ${n === '1' ? 'was' : 'were'} left out.`,
  folded: (n) => `${count(Number(n), 'passage')} nearly repeated a better one and ${n === '1' ? 'was' : 'were'} not read.`,
  not_judged: (n) => `The model did not rate ${count(Number(n), 'passage')}, which ${n === '1' ? 'is' : 'are'} ranked last.`,
  passage_cut: 'A passage was too long for the model and was shortened.',
  citation_dropped: 'The model cited passages it was not given; those citations were removed.',
  forced_step: 'The documents were searched with the question unchanged.',
  budget_exhausted: 'A limit was reached before the last step.',
  index_changed: 'The index has changed since the earlier answer. Some results come from before the change.',
  rerank_failed: 'Rating the passages failed, so they are in the order of the search.',
  [languageNotRead]: languageNotReadSentence,
  empty_retrieval: 'The search found nothing.',
  phrase_not_found: 'No passage contains the exact quoted words, so the closest passages were used.',
  mer_fallback: 'The final check gave no answer.',
  all_abstained: 'No sampled reply about a group of passages had an answer, which counts as agreement.',
  nli_failed: 'Could not compare the meaning of two sampled answers; they count as different.',
  asu_no_op: 'Uncertainty feedback had no effect: with one sample, or at temperature 0, answers cannot differ.',
  verify_failed: 'The vote failed.',
  prob_unavailable: 'The model gives no token probabilities, so it was asked for its confidence instead.',
  alpha_method_unknown: 'The thresholds were set without a confidence method; they may not fit the method that was used.',
  generate_unreachable: 'With these thresholds, no question is answered from memory.',
  retrieve_unreachable: 'With these thresholds, low confidence never leads to a search.',
  type_missing: 'The plan did not say the type of the question.',
  plan_fallback: 'There was no usable plan, so the question was asked unchanged.',
  unresolved_placeholder: 'An earlier answer that this sub-question needs is missing.',
  refine_failed: (_, hasAnswer) => (hasAnswer ? unconfirmedSentences.unchecked : 'The check against the evidence could not run.'),
  no_evidence: (_, hasAnswer) => (hasAnswer ? 'No passage supports the answer.' : 'No passage answers this.'),
  evidence_not_in_docs: 'The words the model quoted as evidence are not in the passages.',
  corrected_to_itself: 'The check rejected the answer, then gave the same one.',
  form_differs: 'The model did not write the answer as a table.',
  language_differs: 'The model wrote the answer in another language than the question.',
  reply_cut: 'The answer reached the most that the model may write at once, so its end is missing.',
  declined: 'The model declined to write the answer.',
  quote_moved: 'Some quotes were found in another passage than the model said; the citations lead to where they are.',
  conflict_untold: 'Other passages say something else than the answer, which the model did not say; both are quoted.',
  closest_failed: 'The search for the whole question failed; the quotes are from the steps only.',
};

const stopSentences: Readonly<Record<string, string>> = {
  max_steps: 'Stopped at the maximum number of steps.',
  max_follow_ups: 'Stopped at the maximum number of follow-up questions.',
  max_iterations: 'Stopped at the maximum number of rounds.',
  repeated_sub_question: 'Stopped because the next sub-question repeated an earlier one.',
  repeated: 'Stopped because the next follow-up question repeated an earlier one.',
  names_unknown: 'Stopped because the next question asked for something that no step found.',
  no_new_subquestions: 'Stopped because every new sub-question had already been asked.',
  first_hop_only: 'The best passage led to no others, so the first search was read.',
  sufficient: 'Stopped because nothing was missing any more.',
  gold_asked: 'The sub-questions that were given with the question were asked.',
  gap_remains: 'Stopped because something is missing but nothing was left to ask.',
  done: 'Stopped because nothing was missing any more.',
  all_rejected: 'Stopped because no sub-question passed the vote.',
  generation_failed: 'Stopped because the model did not say what is missing.',
  empty: 'Stopped because the model had nothing to add.',
};

const roles: Readonly<Record<string, string>> = {
  read: 'reading the passages',
  'sunar.step': 'choosing the next sub-question',
  'sunar.read': 'reading the passages',
  'sunar.asu': 'uncertainty feedback',
  'sunar.finish': 'concluding from the steps',
  'sunar.mer': 'the final check',
  'leap.gaps': 'finding what is missing',
  'leap.verify': 'voting on sub-questions',
  'leap.answer': 'reading the passages',
  'bridge.queries': 'writing what to search next',
  'bridge.entities': 'naming what leads on',
  'bridge.judge': 'rating the passages',
  'selfdc.confidence': 'rating its confidence',
  'selfdc.confidence.prob': 'rating its confidence',
  'selfdc.background': 'writing a background passage',
  'selfdc.decompose': 'splitting the question',
  'selfdc.combine': 'combining the answers',
  'selfdc.read': 'reading the passages',
  'drr.classify': 'classifying the question',
  'drr.decompose': 'planning',
  'drr.answer': 'reading the passages',
  'drr.refine': 'checking the answer against its evidence',
  'drr.integrate': 'combining the answers',
  'selfask.step': 'asking follow-up questions',
  'selfask.finish': 'concluding from the follow-up questions',
  'ircot.next': 'reasoning',
  'table.cell': 'filling a cell of a table',
  compose: 'writing the answer out',
  'thread.rewrite': 'making the question stand alone',
};

/** What a role of a model does, in a few words. */
export function roleText(role: string): string {
  return roles[role] ?? 'one of its tasks';
}
