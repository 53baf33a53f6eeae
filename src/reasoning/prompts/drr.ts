import { oneLine } from '../../base/plainText.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { Knowing } from '../role.ts';
import type { DecomposeInput, IntegrateInput, PlanError, PlanFailure, PlanFeedback, QuestionType, RefineInput } from '../roles/drrTypes.ts';
import { inItsForm } from './answerForm.ts';
import { integrateExamples, refineExamples } from './drrExamples.ts';
import {
  documentsBlock,
  type Example,
  exampleBlock,
  failedNote,
  fencedData,
  passageBlock,
  prompt,
  questionBlock,
  type ReplyField,
  stepLines,
} from './blocks.ts';
import { restingOn } from './policy.ts';

export function classifyPrompt(question: string, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    `The question will be taken apart into single-hop sub-questions. Which type is it?\n${typeList()}\nDo not answer the question.`,
  );
}

export function drrDecomposePrompt(
  { question, type, shots, maxSubQuestions, feedback, documents }: DecomposeInput,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    'Plan how to answer a question from documents: write all the sub-questions that have to be looked up, before any of them is answered.\n' +
      '- Each sub-question asks for what one passage can say. A comparison asks the same of every side.\n' +
      '- Where a sub-question needs the answer to another, put the placeholder {sub_question_N_answer} there, with the number N of that other. Never write "he", "that city" or "the answer to 1".\n' +
      '- A sub-question depends on exactly those whose placeholders it holds. Use none that is not needed, none of the sub-question itself, and never a circle.\n' +
      '- Keep names, dates and conditions as the question has them. Add nothing that is not in it, no guess and no knowledge of your own.\n' +
      `- Plan as few sub-questions as will do, at most ${maxSubQuestions}. A question with one hop is its own only sub-question.`,
    type === null
      ? `First write which type the question is:\n${typeList()}`
      : `The question is of type "${type}": ${typeWords[type]} This is a hint; follow the question where it says otherwise.`,
    exampleBlock(examplesFor(type, shots).map((one) => planExample(one, type === null))),
    documentsBlock(documents),
    questionBlock(question),
    ...(feedback ? [feedbackBlock(feedback)] : []),
  );
}

export function refinePrompt({ question, answer, passages }: RefineInput, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock(refineExamples),
    passageBlock(passages),
    questionBlock(question),
    `<given>\n${answer === null ? 'unknown' : oneLine(fencedData(answer))}\n</given>`,
    'Check the answer that was given to the question.\n' +
      '1. Find the words in the passages that answer the question and copy them exactly, one or two sentences. If two passages are needed, put " … " between their words. If the passages are about something else, leave the evidence empty.\n' +
      '2. Judge the given answer by this evidence alone, not by what you know: "right" when it says so or this plainly follows, "wrong" when it says something else, "unsupported" when it says neither.\n' +
      '3. Give the answer that the evidence supports: corrected where the given one is wrong, the given one again where it is right, nothing where it is unsupported.',
  );
}

export function integratePrompt(
  { question, solved, knowledge }: IntegrateInput & Knowing,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock(integrateExamples),
    questionBlock(question),
    solved.length === 0
      ? 'No sub-question was answered.'
      : [...solved.map((one) => solvedBlock(one, question)), ...failedNote(solved)].join('\n'),
    `Answer the question from these steps ${inItsForm(question)}. Give what it asks for, not a step on the way to it; compare or count where it asks you to. Rely less on answers without evidence.`,
    restingOn('these steps', knowledge),
  );
}

const typeWords: Readonly<Record<QuestionType, string>> = {
  inference: 'a chain, where each step needs the answer of the step before; also a single step.',
  comparison: 'facts about several things are looked up independently of each other and then compared.',
  hybrid: 'both, for example two chains whose ends are compared; also several questions in one.',
};

function typeList(): string {
  return `- "inference": ${typeWords.inference}\n- "comparison": ${typeWords.comparison}\n- "hybrid": ${typeWords.hybrid}`;
}

function solvedBlock(solved: IntegrateInput['solved'][number], question: string): string {
  const { id, answer, isSupported } = solved;
  const lines = [...stepLines(solved, { question }), ...(answer === null ? [] : [`Evidence: ${isSupported ? 'found' : 'not found'}`])];
  return `<step number="${id}">\n${lines.join('\n')}\n</step>`;
}

function feedbackBlock({ previousPlan, answersSoFar, failures, planError, earlier = [] }: PlanFeedback): string {
  const steps = previousPlan.map(({ id, subQuestion }) => {
    const answer = answersSoFar[id];
    const failure = failures.find((one) => one.id === id);
    const lines = [
      `Sub-question: ${oneLine(fencedData(subQuestion))}`,
      ...(answer === undefined ? [] : [`Answer: ${oneLine(fencedData(answer))}`]),
      ...(failure ? [`Problem: ${problemOf(failure)}`] : []),
    ];
    return `<step number="${id}">\n${lines.join('\n')}\n</step>`;
  });
  // An invalid plan has no failures. The failures are those of the last plan that was tried, which is shown.
  const ofAnother = failures.length > 0;
  const before = earlier.map((asked) => `- ${oneLine(fencedData(asked))}`);
  return [
    ...(before.length === 0 ? [] : ['Sub-questions of earlier plans that found nothing:', ...before]),
    'A plan was tried before and failed:',
    ...steps,
    ...(planError
      ? [`${ofAnother ? 'Problem of the plan after it' : 'Problem'}: ${errorWords[planError.code](planError.ids.join(', '))}`]
      : []),
    'Plan differently where nothing was found:\n' +
      '- ask in other words, or from the other side: "Who is married to X?" for "Who is the spouse of X?", "Which county borders X?" for "What does X share a border with?";\n' +
      '- or split the sub-question, or reach the same by another relation, such as a film by its director.\n' +
      '- Never drop a condition of the question, and repeat no sub-question that found nothing.\n' +
      '- Keep the sub-questions that have an answer, word for word.\n' +
      '- If no other way is left, give an empty plan.',
  ].join('\n');
}

function problemOf({ subQuestion, reason, docTitles }: PlanFailure): string {
  const asked = `"${oneLine(fencedData(subQuestion))}"`;
  switch (reason) {
    case 'empty_retrieval':
      return `nothing was found for ${asked}.`;
    case 'no_evidence':
      return `no evidence for ${asked} in what was found: ${docTitles.map((title) => `"${oneLine(fencedData(title))}"`).join(', ')}.`;
    case 'unresolved_placeholder':
      return 'a sub-question it depends on has no answer.';
    case 'failed':
      return `the call for ${asked} failed, which says nothing about the documents: ask it again.`;
  }
}

const errorWords: Readonly<Record<PlanError['code'], (ids: string) => string>> = {
  malformed: () => 'there was no plan in the reply.',
  empty_plan: () => 'the plan was empty.',
  too_many: (ids) => `there were too many sub-questions, and others depend on ${ids}, which would be left out.`,
  unknown_dependency: (ids) => `there are placeholders of sub-questions that do not exist: ${ids}.`,
  cycle: (ids) => `these sub-questions wait for each other or for themselves: ${ids}.`,
};

interface ExamplePlan {
  readonly question: string;
  readonly plan: readonly string[];
}

interface TypedPlan extends ExamplePlan {
  readonly type: QuestionType;
}

/** Examples of the type first, then the others in the order given below; without a type, one of each in turns. */
function examplesFor(type: QuestionType | null, shots: number): readonly TypedPlan[] {
  const typed = (of: QuestionType): readonly TypedPlan[] => examples[of].map((one) => ({ ...one, type: of }));
  const order = ['hybrid', 'inference', 'comparison'] as const;
  if (type !== null) return [type, ...order.filter((one) => one !== type)].flatMap(typed).slice(0, shots);
  const rounds = examples.hybrid.map((_, i) => order.flatMap((of) => typed(of)[i] ?? []));
  return rounds.flat().slice(0, shots);
}

function planExample({ question, plan, type }: TypedPlan, saysType: boolean): Example {
  const decomposed = plan.map((sub_question, i) => ({ id: String(i + 1), sub_question }));
  return [[`Question: ${question}`], { question, ...(saysType ? { type } : {}), decomposed_questions: decomposed }];
}

const examples: Readonly<Record<QuestionType, readonly ExamplePlan[]>> = {
  inference: [
    {
      question: 'In which country was the architect of the Halden Observatory born?',
      plan: ['Who was the architect of the Halden Observatory?', 'In which country was {sub_question_1_answer} born?'],
    },
    {
      question: 'What is the population of the town where the founder of the Lindqvist Pottery went to school?',
      plan: [
        'Who founded the Lindqvist Pottery?',
        'In which town did {sub_question_1_answer} go to school?',
        'What is the population of {sub_question_2_answer}?',
      ],
    },
    {
      question: 'When did the wife of the composer of the opera "The Glass Orchard" die?',
      plan: [
        'Who composed the opera "The Glass Orchard"?',
        'Who was the wife of {sub_question_1_answer}?',
        'When did {sub_question_2_answer} die?',
      ],
    },
  ],
  comparison: [
    {
      question: 'Which bridge is longer, the Marrow Bridge or the Sundal Viaduct?',
      plan: ['How long is the Marrow Bridge?', 'How long is the Sundal Viaduct?'],
    },
    {
      question: 'Do the newspapers Dagsrevyen and The Tilbury Echo appear in the same language?',
      plan: ['In which language does the newspaper Dagsrevyen appear?', 'In which language does the newspaper The Tilbury Echo appear?'],
    },
    {
      question: 'Which of the sensors AX-2, AX-4 and BR-1 has the lowest power draw?',
      plan: [
        'What is the power draw of the sensor AX-2?',
        'What is the power draw of the sensor AX-4?',
        'What is the power draw of the sensor BR-1?',
      ],
    },
  ],
  hybrid: [
    {
      question: 'Who is older, the director of "Northern Salt" or the director of "A Door in Lisbon"?',
      plan: [
        'Who directed "Northern Salt"?',
        'Who directed "A Door in Lisbon"?',
        'When was {sub_question_1_answer} born?',
        'When was {sub_question_2_answer} born?',
      ],
    },
    {
      question: 'Did the author of "The Tin Heron" and the author of "Quiet Weather" study in the same city?',
      plan: [
        'Who wrote "The Tin Heron"?',
        'Who wrote "Quiet Weather"?',
        'In which city did {sub_question_1_answer} study?',
        'In which city did {sub_question_2_answer} study?',
      ],
    },
    {
      question:
        'Which treaty ended the war between the country where the painter Odile Verane was born and the country whose capital is Arvenstad?',
      plan: [
        'In which country was the painter Odile Verane born?',
        'Which country has the capital Arvenstad?',
        'Which treaty ended the war between {sub_question_1_answer} and {sub_question_2_answer}?',
      ],
    },
  ],
};
