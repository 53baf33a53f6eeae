/** Filling a literature table, one cell at a time. */
import { oneLine } from '../../base/plainText.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import { fencedData, passageBlock, promptFor, questionBlock, type ReplyField } from './blocks.ts';

export interface CellInput {
  readonly question: string;
  readonly document: DocumentFacts;
  /** Of this document, best first. */
  readonly passages: readonly Passage[];
  /** Words that the last reply quoted, although no passage has them. */
  readonly misquoted?: string;
}

export interface DocumentFacts {
  readonly path: string;
  readonly title: string;
  /** The date of the file: `2024-05-13`. */
  readonly modified: string;
  /** Of front matter, headers and BibTeX entries. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export function cellPrompt({ question, document, passages, misquoted }: CellInput, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return promptFor(
    'You fill a table about the documents of a user: one row for each document, one column for each question. You fill one cell at a time.',
    fields,
    documentBlock(document),
    passageBlock(passages),
    questionBlock(question),
    task,
    misquoted === undefined ? '' : correction(misquoted),
  );
}

const task = [
  'Answer the question for this document alone, in a few words or one short sentence.',
  '- Copy the words that say so from one passage, letter by letter, as few as carry the answer: one sentence, rarely two. Do not join places that are apart.',
  '- What these passages do not say is not stated. Do not guess, and do not use what you know from elsewhere.',
  '- If two places of the document contradict each other, give both.',
].join('\n');

function correction(misquoted: string): string {
  return `Your last reply quoted words that no passage has: «${oneLine(fencedData(misquoted))}». Copy the words from a passage exactly, or say that it is not stated.`;
}

function documentBlock({ path, title, modified, fields }: DocumentFacts): string {
  const lines = [['File', path], ['Title', title], ['File date', modified], ...fields].map(
    ([name = '', value = '']) => `${oneLine(fencedData(name))}: ${oneLine(fencedData(value))}`,
  );
  return `<document>\n${lines.join('\n')}\n</document>`;
}
