import { oneLine } from '../../../src/base/plainText.ts';
import type { ChatMessage } from '../../../src/models/models.ts';
import type { Knowing } from '../../../src/reasoning/role.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { AssessInput, DialogueInput, DialogueRound, FeaturesInput, RetrievalFeatures, Triple } from '../roles/liteTypes.ts';
import { inItsForm } from '../../../src/reasoning/prompts/answerForm.ts';
import {
  fencedData,
  numberedPassage,
  passageBlock,
  prompt,
  questionBlock,
  type ReplyField,
} from '../../../src/reasoning/prompts/blocks.ts';
import { restingOn } from '../../../src/reasoning/prompts/policy.ts';

export function retrievalDecisionPrompt(question: string, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    'Do documents have to be searched to answer this question reliably? Say no only if it is answered by common knowledge, calculation or the question itself.',
  );
}

export function assessPrompt(
  { question, passages, knowledge }: AssessInput & Knowing,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    `Say whether the passage is relevant to the question. Answer the question from it ${inItsForm(question)}. Then judge how far it supports the answer, and how useful the answer is to the person who asked.`,
    restingOn('the passages', knowledge),
  );
}

export function featuresPrompt(
  { question, passages, features, knowledge }: FeaturesInput & Knowing,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  const policy = restingOn('the passages', knowledge);
  const task = `Answer the question from these passages ${inItsForm(question)}.`;
  if (passages.length === 0) return prompt(fields, passageBlock([]), questionBlock(question), task, policy);
  const blocks = passages.map((passage, i) => `${featureLine(features[i])}\n${numberedPassage(passage, i + 1)}`);
  return prompt(fields, blocks.join('\n\n'), featureMeaning(features), questionBlock(question), task, policy);
}

function featureLine(features: RetrievalFeatures | undefined): string {
  if (!features) return '';
  const { relevance, precedent, neighbor } = features;
  const numbers = [`relevance ${relevance.toFixed(2)}`];
  if (precedent !== undefined) numbers.push(`precedent ${precedent.toFixed(2)}`);
  if (neighbor !== undefined) numbers.push(`neighbor ${neighbor.toFixed(2)}`);
  return `Retriever on the next passage: ${numbers.join(', ')}`;
}

function featureMeaning([first]: readonly RetrievalFeatures[]): string {
  const meanings = ['relevance: how close the passage is to the question'];
  if (first?.precedent !== undefined) meanings.push('precedent: how close it is to the passages ranked above it, taken together');
  if (first?.neighbor !== undefined) meanings.push('neighbor: how close it is to the passages next to it in the ranking');
  return `What the retriever measured, 1 being the closest:\n${meanings.map((one) => `- ${one}`).join('\n')}\nThese are hints on where to look. A passage that is close to nothing is often noise; decide by what the passages say.`;
}

export function triplesPrompt(query: string, passages: readonly Passage[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(query),
    'Extract from the passages the facts that help to answer the question, each as subject, relation and object in the words of the passage. Write names in full and the same name always in the same way. Take only what a passage says. If no passage helps, give an empty list.',
  );
}

export function sufficiencyPrompt(question: string, facts: readonly Triple[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    factBlock(facts),
    'Do these facts suffice to answer the question? If not, write the next search query: a question for what is missing next, understandable on its own, with names put in.',
  );
}

interface Facts extends Knowing {
  readonly question: string;
  readonly facts: readonly Triple[];
  readonly passages: readonly Passage[];
}

export function factsPrompt({ question, facts, passages, knowledge }: Facts, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    factBlock(facts),
    `Answer the question from the facts and the passages ${inItsForm(question)}.`,
    restingOn('the facts and the passages', knowledge),
  );
}

function factBlock(facts: readonly Triple[]): string {
  if (facts.length === 0) return 'No fact has been found yet.';
  return facts.map((fact, i) => `<step number="${i + 1}">\nFact: ${oneLine(fencedData(factText(fact)))}\n</step>`).join('\n');
}

/** A triple as words. */
function factText({ head, relation, tail }: Triple): string {
  return `${head} ${relation} ${tail}`;
}

export function labelPrompt(query: string, passages: readonly Passage[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(query),
    'Which of these passages are useful for the question, also if they answer only a part of it or name what has to be looked up next? Copy from each useful passage the words that help, exactly as they stand there.',
  );
}

export function nextQueryPrompt(
  question: string,
  query: string,
  spans: readonly string[],
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    `<step number="1">\nQuery: ${oneLine(fencedData(query))}\n${spans.map((span) => `Found: ${oneLine(fencedData(span))}`).join('\n')}\n</step>`,
    'The step shows the last search query and the words that were found with it. Put what was found into the query, in place of what it answers, and ask for what is still unknown. If nothing is left to look up, say that it is done.',
  );
}

export function dialoguePrompt(
  { question, rounds, passages, mustAnswer, knowledge }: DialogueInput & Knowing,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    rounds.length === 0 ? 'Nothing has been searched yet.' : rounds.map(roundBlock).join('\n'),
    ...(passages.length === 0 ? [] : [passageBlock(passages)]),
    mustAnswer
      ? `There are no more searches. Give the final answer to the question from the passages ${inItsForm(question)}.`
      : 'You decide how the search for the answer goes on. Either\n' +
          '- query: search the documents for the one thing that is missing next, understandable on its own, not what was searched before; or\n' +
          `- final: answer the question from the passages ${inItsForm(question)}.`,
    restingOn('the passages', knowledge),
  );
}

function roundBlock({ query, result }: DialogueRound, i: number): string {
  return `<step number="${i + 1}">\nQuery: ${oneLine(fencedData(query))}\nResult: ${results[result]}\n</step>`;
}

const results: Readonly<Record<DialogueRound['result'], string>> = {
  found: 'new passages, see below',
  'nothing-new': 'nothing new was found',
  generated: 'no document; a passage written from memory, see below',
};
