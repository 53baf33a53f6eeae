/** Rewriting a follow-up to stand alone (pipelines.md 1.14). */
import { oneLine, shortened } from '../../base/plainText.ts';
import type { ChatMessage } from '../../models/models.ts';
import { type Example, exampleBlock, fencedData, promptFor, questionBlock, type ReplyField } from './blocks.ts';

/** An earlier question of a thread with its answer, and what it was answered by. */
export interface EarlierTurn {
  /** As it was asked, so that it stands alone. */
  readonly question: string;
  /** Null when there was none. */
  readonly answer: string | null;
  /** The steps between, in order. */
  readonly steps?: readonly { readonly question: string; readonly answer: string | null }[];
}

/** @param earlier oldest first */
export function rewritePrompt(question: string, earlier: readonly EarlierTurn[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  const turns = earlier.map((turn, i) => `<turn number="${i + 1}">\n${turnLines(turn).join('\n')}\n</turn>`).join('\n');
  return promptFor(
    'You make the next question of a conversation understandable without the conversation. A search gets it and nothing else. Never answer it.',
    fields,
    exampleBlock(examples),
    turns,
    questionBlock(question),
    task,
  );
}

function turnLines({ question, answer, steps = [] }: EarlierTurn): readonly string[] {
  const found = steps.filter((step) => step.answer !== null);
  return [
    `Asked: ${line(question)}`,
    ...found.map((step) => `On the way: ${line(step.question)} → ${line(step.answer ?? '')}`),
    `Answered: ${answer === null ? 'no answer was found' : line(answer)}`,
  ];
}

/** Far longer than a short answer; an answer in paragraphs says at its beginning what it is about. */
const longestLine = 600;

function line(said: string): string {
  return shortened(oneLine(fencedData(said)), longestLine);
}

const task =
  'Write the next question so that it stands alone.\n' +
  '- Put names in place of words that point back (he, its, there, that company), and add what was left out: "And in 2020?" asks the question before about 2020.\n' +
  '- Take names and facts from the turns and from nowhere else. The latest turn that fits counts.\n' +
  '- Keep everything else as it was typed: what is asked for, every condition, name, number and date, and the language.\n' +
  '- If it stands alone already, or begins something new, repeat it word for word. If you cannot tell what it points to, repeat it as well.';

const examples: readonly Example[] = [
  [
    ['Asked: Who painted the altarpiece in Sollan? Answered: Mirjam Vest. Next: Where did she learn it?'],
    { points_to: 'she is Mirjam Vest, it is painting', question: 'Where did Mirjam Vest learn to paint?' },
  ],
  [
    ['Asked: How many boats did Torvik register in 1931? Answered: 212. Next: and in 1950'],
    { points_to: 'the number of boats that Torvik registered', question: 'How many boats did Torvik register in 1950?' },
  ],
  [
    ['Asked: When was the Aldra mill sold? Answered: 1887. Next: Which treaties mention salt?'],
    { points_to: '', question: 'Which treaties mention salt?' },
  ],
];
