/** Writing an answer out: a sentence for each fact that the passages give, with the words that carry it. */
import { askedRightly, derive, factOf, isGold, quoteFrom, type ShownPassage } from '../evidence.ts';
import type { Target } from '../knowledge.ts';
import type { Mind } from '../mind.ts';
import { sloppyMarks, sloppyQuotes, type Pick } from '../sloppyQuotes.ts';
import type { WritingSlip } from '../writingSlips.ts';
import { plain, state } from '../wording.ts';
import type { Asked, Behavior } from './behavior.ts';

interface Statement {
  readonly subject: string;
  readonly text: string;
  readonly passage: ShownPassage;
  readonly quote: string;
}

export const compose: Behavior = (mind, asked) => {
  const { question, text } = asked;
  const targets = mind.knowledge.targets(question);
  const [target] = targets;
  const { statements, missing } = target ? statementsOf(target, asked) : { statements: [], missing: [question] };
  const written = statements.map((one) => ({ ...one, ...said(one, mind, asked) }));
  const lines = /Write a table/.test(formIn(text))
    ? table(written)
    : /Write a list/.test(formIn(text))
      ? written.map((one) => `- ${one.text} ${one.mark}`)
      : [written.map((one) => `${one.text} ${one.mark}`).join(' ')];
  const disputed = mind.draws.slipsInWriting('resolved', question, '') ? [] : disputedLines(targets, asked);
  return { reply: [...lines, ...disputed, ...missing.map((one) => `NOT STATED: ${one}`)].filter((line) => line !== '').join('\n') };
};

/** What two of the passages give otherwise. */
function disputedLines(targets: readonly Target[], { passages }: Asked): readonly string[] {
  const disputes = new Set(targets.flatMap(({ gold }) => gold.disputed ?? []));
  return [...disputes].flatMap((sides) => {
    const [one, other] = sides.map((words) => passages.find(({ plainText }) => plainText.includes(plain(words))));
    const marks = sides.map((words, i) => {
      const side = i === 0 ? one : other;
      return markOf(side?.number ?? 0, startOf(quoteFrom(side, words)));
    });
    return one && other ? [`CONFLICT: One passage says otherwise than another ${marks.join(' ')}.`] : [];
  });
}

/** The sentence of the prompt that says which form is wanted. */
function formIn(text: string): string {
  return /Write the answer for a person.*$/m.exec(text)?.[0] ?? '';
}

/** The facts of the steps, and for a question without them what its gold passages say. */
function statementsOf({ gold }: Target, { passages, steps }: Asked): { statements: readonly Statement[]; missing: readonly string[] } {
  const beliefs = derive(gold, { passages, earlier: steps, prefersEarlier: false, isKnown: () => false });
  const facts = beliefs.map((belief, i) => {
    const cited = passages.find(({ number }) => belief?.citations.includes(number));
    const asked = askedRightly(gold, i);
    if (!belief?.isRight || !cited || asked === '') return undefined;
    return { subject: cited.title, text: state(asked, belief.answer), passage: cited, quote: quoteFrom(cited, belief.answer) };
  });
  const found = facts.filter((fact) => fact !== undefined);
  if (found.length > 0 && gold.answers.length > 0) {
    const missing = gold.steps.flatMap((step, i) => (beliefs[i]?.isRight || step.goldTexts.length === 0 ? [] : [factOf(gold, i)]));
    return { statements: found, missing };
  }
  const shown = passages.filter((passage) => isGold(passage, gold));
  const statements = shown.map((passage) => {
    const quote = quoteFrom(passage, gold.answers[0] ?? '');
    return { subject: passage.title, text: `In “${passage.title}” it says: ${quote.replace(/\s+/g, ' ')}`, passage, quote };
  });
  return { statements, missing: shown.length > 0 ? [] : [gold.question] };
}

/** The sentence and its mark, as the model writes them. */
function said(
  { text, passage, quote }: Statement,
  mind: Mind,
  { passages, question }: Asked,
): { readonly text: string; readonly mark: string } {
  const words = startOf(quote);
  const slips = (kind: WritingSlip): boolean => mind.draws.slipsInWriting(kind, question, text);
  if (slips('unsupported')) return { text: `It was visited by 48,173 people in May 1631.`, mark: markOf(passage.number, words) };
  if (slips('misquote'))
    return { text, mark: markOf(passage.number, `${words.split(' ').slice(0, 3).join(' ')} as everybody there had always known`) };
  if (slips('wrong-passage')) {
    const other = passages.find(({ number }) => number !== passage.number);
    if (other) return { text, mark: markOf(other.number, words) };
  }
  if (slips('contradiction')) return { text: denied(text), mark: markOf(passage.number, words) };
  if (slips('unquoted')) return { text, mark: '' };
  const pick = mind.draws.sloppily(question, text);
  return { text, mark: pick ? sloppyMarkOf(passage.number, words, pick) : markOf(passage.number, words) };
}

function startOf(quote: string): string {
  return quote.replace(/\s+/g, ' ').split(' ').slice(0, 25).join(' ');
}

function denied(text: string): string {
  return text.includes('" is ') ? text.replace('" is ', '" is not ') : text.replace(' it says: ', ' it does not say: ');
}

function markOf(number: number, words: string): string {
  return `[${number}: "${words}"]`;
}

/** In one of the ways in which models write a true quote, and the number of its passage. */
function sloppyMarkOf(number: number, words: string, pick: Pick): string {
  const ways = Object.values(sloppyQuotes);
  const said = ways[pick(ways.length)]?.(words, pick) ?? words;
  return sloppyMarks[pick(sloppyMarks.length)]?.(number, said) ?? markOf(number, said);
}

function table(written: readonly { readonly subject: string; readonly text: string; readonly mark: string }[]): readonly string[] {
  if (written.length === 0) return [];
  const cell = (content: string): string => content.replaceAll('|', '\\|');
  return [
    '| | What is said |',
    '| - | - |',
    ...written.map(({ subject, text, mark }) => `| ${cell(subject)} | ${cell(`${text} ${mark}`)} |`),
  ];
}
