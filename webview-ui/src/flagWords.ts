/** What the log says in short names, in people's words: flags, stop reasons, roles of the model. Pure. */
import { unconfirmedSentences } from '../../src/protocol/unconfirmed.ts';
import { plural } from './words.ts';

/** A flag of a run or of one of its nodes as a sentence; one that is not known here keeps its words, without signs. */
export function flagSentence(flag: string): string {
  const [name = flag, detail = ''] = flag.split(':');
  const sentence = flagSentences[name];
  if (typeof sentence === 'function') return sentence(detail);
  return sentence ?? `${capital(name.replaceAll('_', ' '))}.`;
}

/** Why the loop of a method came to its end, where that is worth a sentence. */
export function stopSentence(stopReason: string): string | undefined {
  return stopSentences[stopReason];
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const flagSentences: Readonly<Record<string, string | ((detail: string) => string)>> = {
  role_unavailable: (role) => `Without a language model this part of the published method is done more simply: ${roleWords(role)}.`,
  role_fallback: (role) => `A reply of the model could not be used; the documented fallback was taken: ${roleWords(role)}.`,
  call_failed: (role) => `A call of the model failed; the documented fallback was taken: ${roleWords(role)}.`,
  sample_failed: (role) => `Some of the sampled replies are missing, because their calls failed: ${roleWords(role)}.`,
  dropped: (n) => `${plural(Number(n), 'passage')} did not fit the model and ${n === '1' ? 'was' : 'were'} left out.`,
  sub_questions_dropped: (n) =>
    `The plan was too long: ${plural(Number(n), 'sub-question')} that the rest does not need ${n === '1' ? 'was' : 'were'} left out.`,
  passage_cut: 'A passage was too long for the model and was shortened.',
  citation_dropped: 'The model cited passages that it had not been given; those citations were left out.',
  forced_step: 'The question was asked of the documents as it is.',
  budget_exhausted: 'A limit was reached before the last step.',
  index_changed: 'The index has changed since the run that this one goes on from: some results are from before.',
  rerank_failed: 'Reranking failed; the order of the first stage was used.',
  empty_retrieval: 'Retrieval found nothing.',
  phrase_not_found: 'No passage contains the quoted words as they stand, so the closest passages were used.',
  mer_fallback: unconfirmedSentences['check-gave-none'],
  all_abstained: 'None of the sampled answers to a batch said anything, which counts as agreement.',
  nli_failed: 'Whether two sampled answers mean the same could not be judged; they count as different.',
  asu_no_op: 'Uncertainty feedback had no effect: with one sample, or at temperature 0, answers cannot differ.',
  verify_failed: 'The vote could not be held.',
  prob_unavailable: 'The model gives no token probabilities, so how sure it is was asked of it instead.',
  alpha_method_unknown:
    'The thresholds were set without saying for which way of telling how sure the model is; they may not fit the one that was used.',
  generate_unreachable: 'With these thresholds no question is answered from memory.',
  retrieve_unreachable: 'With these thresholds no question is looked up because of a low confidence.',
  plan_fallback: 'There was no usable plan; the question was asked as it is.',
  unresolved_placeholder: 'An earlier answer that this sub-question needs is missing.',
  refine_failed: unconfirmedSentences.unchecked,
  no_evidence: 'Nothing in the passages carries the answer.',
  evidence_not_in_docs: 'The words that the model gives as evidence do not stand in the passages.',
  corrected_to_itself: 'The check called the answer wrong, and then gave the same one.',
  no_logprobs: 'The model gives no token probabilities, so drafts and refined answers were not compared.',
  likelihood_tie: 'The model is as sure of the draft as of the refined answer.',
  nothing_generated: 'The model wrote no background passage.',
  lexical_similarity: 'Texts were compared by their words, not by their meaning.',
  no_embedding: 'Some passages have no vector, and were compared without one.',
};

const stopSentences: Readonly<Record<string, string>> = {
  max_steps: 'It ended because the most steps allowed were taken.',
  max_follow_ups: 'It ended because the most follow-up questions allowed were asked.',
  max_iterations: 'It ended because the most rounds allowed were made.',
  max_turns: 'It ended because the most rounds allowed were made.',
  repeated_sub_question: 'It ended because the next sub-question repeated an earlier one.',
  repeated: 'It ended because the next follow-up question repeated an earlier one.',
  repeated_query: 'It ended because the next search repeated an earlier one.',
  no_new_subquestions: 'It ended because only sub-questions came up that had been asked.',
  sufficient: 'It ended because nothing was lacking any more.',
  done: 'It ended because nothing was lacking any more.',
  all_rejected: 'It ended because no sub-question passed the vote.',
  generation_failed: 'It ended because the model did not say what is lacking.',
  nothing_useful: 'It ended because nothing useful was found.',
  nothing_new: 'It ended because nothing new was found.',
  same_docs: 'It ended because the same passages were found again.',
  empty: 'It ended because the model had nothing more to say.',
  draft_kept: 'The draft was kept: the model is surer of it than of the refined answer.',
  no_retrieval: 'The model chose to answer from memory, without a search.',
  best_candidate: 'The candidate that was judged best was taken.',
  nothing_judged: 'No candidate could be judged; the answer was read from what was found.',
  no_final_answer: 'The dialogue came to no answer; it was read from what was found.',
};

const roles: Readonly<Record<string, string>> = {
  read: 'reading the passages',
  direct: 'answering from memory',
  cot: 'reasoning from memory',
  'sunar.step': 'choosing the next sub-question',
  'sunar.read': 'reading the passages',
  'sunar.asu': 'uncertainty feedback',
  'sunar.finish': 'concluding from the steps',
  'sunar.mer': 'the final check',
  'leap.gaps': 'telling what is lacking',
  'leap.verify': 'voting on sub-questions',
  'leap.answer': 'reading the passages',
  'selfdc.confidence': 'telling how sure it is',
  'selfdc.confidence.prob': 'telling how sure it is',
  'selfdc.background': 'writing a background passage',
  'selfdc.decompose': 'taking the question apart',
  'selfdc.combine': 'bringing the answers together',
  'selfdc.read': 'reading the passages',
  'drr.classify': 'telling what kind of question it is',
  'drr.decompose': 'planning',
  'drr.answer': 'reading the passages',
  'drr.refine': 'checking the answer against its evidence',
  'drr.integrate': 'bringing the answers together',
  'genread.passage': 'writing a background passage',
  'selfask.step': 'asking follow-up questions',
  'selfask.finish': 'concluding from the follow-up questions',
  'ircot.next': 'thinking on',
  'refeed.draft': 'drafting answers',
  'refeed.read': 'reading the passages',
  'selfrag.retrieve': 'deciding whether to search',
  'selfrag.assess': 'judging a passage',
  'gear.extract': 'extracting facts',
  'gear.reason': 'reasoning over the facts',
  'gear.read': 'reading the passages',
  'efficientrag.label': 'marking what is useful',
  'efficientrag.next': 'writing the next search',
  'autorag.turn': 'deciding what to do next',
  'r2ag.read': 'reading the passages',
  judge: 'judging an answer',
};

function roleWords(role: string): string {
  return roles[role] ?? 'one of its tasks';
}
