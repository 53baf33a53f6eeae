import type { ChatMessage } from '../../models/models.ts';
import type { Knowing } from '../role.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { AnswerForm } from '../../protocol/writtenAnswer.ts';
import type { PathStep } from '../pathStep.ts';
import { passageBlock, pathBlock, prompt, questionBlock } from './blocks.ts';

export interface Compose extends Knowing {
  readonly question: string;
  readonly answerForm: Exclude<AnswerForm, 'short'>;
  /** What a pipeline found, the answer to the question last. */
  readonly path: readonly PathStep[];
  /** Best first. */
  readonly passages: readonly Passage[];
}

/** The marks are those that `src/reasoning/writtenText.ts` reads. */
export function composePrompt({ question, answerForm, path, passages, knowledge }: Compose): readonly ChatMessage[] {
  return prompt(
    [],
    passageBlock(passages),
    ...(path.length > 0 ? [pathBlock(path, { question }), 'The steps may be wrong; the passages count.'] : []),
    questionBlock(question),
    `Write the answer for a person who relies on it and has not read the passages. ${forms[answerForm]}`,
    sources,
    knowledge === 'evidence-then-memory' || knowledge === 'as-published' ? fromMemory : onlyPassages,
    gaps,
    examplesOf(answerForm).join('\n'),
    'Copy words in the language of their passage. No heading, no introduction, no closing remark.',
  );
}

const forms: Readonly<Record<Compose['answerForm'], string>> = {
  explained: 'Write one to three paragraphs of full sentences, what matters most first.',
  list: 'Write a list: one line per item, each begins with "- " and is a full sentence.',
  table:
    'Write a table in Markdown: a row for each thing, its name in the first column, and a column for each of its properties that the question asks for, the same for all. A cell for which the passages have nothing has only —.',
  auto: 'One or two sentences if the question asks for a fact; one to three paragraphs if it asks how or why, or to explain or summarize; lines that begin with "- " if it asks for several things; a table in Markdown (things in the first column, a column for each property) if it compares things.',
};

const sources =
  'After each sentence, and in each cell of a table but those of the first column, put the number of the passage that carries it and the words of that passage that do, in square brackets: [2: "words of passage 2"]. Copy those words letter by letter, at most 25 of them, in one line; quotation marks in them become single ones. What rests on several passages has several brackets. Leave out what you cannot prove in this way.';
const onlyPassages = 'Use only what the passages say and what plainly follows from it, no knowledge of your own.';
const fromMemory =
  'First use what the passages say and what plainly follows from it. A sentence that you know from elsewhere, and that the passages lack, ends with [memory].';
const gaps =
  'Where passages disagree, do not choose: write a line that begins with CONFLICT: and has a bracket for each side; a later document that replaces an earlier one is no conflict, and counts. For each part of the question that the passages do not answer, write a line that begins with NOT STATED: and says what is missing.';
/** Written as is wanted; where the model chooses, as prose. */
function examplesOf(answerForm: Compose['answerForm']): readonly string[] {
  return [
    'Example, of another question',
    ...(answerForm === 'table' ? tableExample : answerForm === 'list' ? listExample : proseExample),
    ...otherLines,
  ];
}
const burned =
  'The mill at Arne burned down in 1902 because a bearing ran dry [3: "a dry bearing set fire to the cap"] [3: "lost to fire in 1902"].';
const rebuilt = 'It was rebuilt two years later [1: "the new mill of 1904"].';
const proseExample = [`${burned} ${rebuilt}`];
const listExample = [`- ${burned}`, `- ${rebuilt}`];
const tableExample = [
  '| Mill | Lost in | Rebuilt in |',
  '| --- | --- | --- |',
  '| Arne | 1902 [3: "lost to fire in 1902"] | 1904 [1: "the new mill of 1904"] |',
  '| Leth | 1911 [2: "the flood of 1911 took the mill"] | — |',
];
const otherLines = [
  'CONFLICT: One passage says that Holt rebuilt it, another that his sister did [1: "Holt’s new mill of 1904"] [4: "paid for and built by his sister Edda"].',
  'NOT STATED: What the new mill cost.',
];
