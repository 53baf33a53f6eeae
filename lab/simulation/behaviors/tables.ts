/** Fills a cell of a table: says what the passages say with the words that say so, or that they do not. */
import { findQuote } from '../../../src/citations/findQuote.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import { english } from '../../../src/language/english.ts';
import { quoteFrom, type ShownPassage } from '../evidence.ts';
import type { Mind } from '../mind.ts';
import type { Behavior } from './behavior.ts';

const nothing = { stated: false, answer: '', quote: '', other_answer: '', other_quote: '' };

export const fillCell: Behavior = (mind, { question, passages, sample, text }) => {
  const { answer, citations, sureness } = mind.answer(question, { passages }, { role: 'cell', sample });
  if (answer === null) return { reply: nothing, sureness };
  const cited = passages.filter(({ number }) => citations.includes(number));
  const quote = annotated(mind, question, cited) ?? quoteFrom(cited[0], answer);
  // EarlierStep of its mistake, the model may make it again, or not.
  const isAgain = text.includes('Your last reply quoted words');
  const isWrong = mind.draws.misquotes(question, quote, isAgain ? 'again' : '');
  const stray = mind.draws.strays(question, quote) ? otherSentence(mind, question, passages, quote) : undefined;
  const said = stray ?? (isWrong ? misquoted(quote) : quote);
  return { reply: { ...nothing, stated: true, answer, quote: said, ...otherPlace(mind, question, passages) }, sureness };
};

/** What another place of the passages says, where the gold data knows of one. */
function otherPlace(mind: Mind, question: string, passages: readonly ShownPassage[]): object {
  for (const { gold } of mind.knowledge.targets(question)) {
    for (const { answer, text: words } of gold.otherwise ?? []) {
      if (passages.some(({ text }) => findQuote(text, words))) return { other_answer: answer, other_quote: words };
    }
  }
  return {};
}

/** Shorter ones are headings and numbers of tables. */
const shortestSentence = 25;

/** A sentence of the passages that says nothing of the answer. */
function otherSentence(mind: Mind, question: string, passages: readonly ShownPassage[], quote: string): string | undefined {
  const evidence = mind.knowledge.targets(question).flatMap(({ gold }) => gold.evidence ?? []);
  const sentences = passages.flatMap(({ text }) => sentenceRanges(text, english).map(({ start, end }) => text.slice(start, end)));
  const others = sentences.filter((one) => {
    const overlaps = (words: string): boolean => words.includes(one) || one.includes(words);
    return one.length >= shortestSentence && ![quote, ...evidence].some(overlaps);
  });
  return mind.draws.pick(others, 'stray', question, quote);
}

/** The annotated words as one of the passages has them. */
function annotated(mind: Mind, question: string, passages: readonly ShownPassage[]): string | undefined {
  for (const { gold } of mind.knowledge.targets(question)) {
    for (const words of gold.evidence ?? []) {
      for (const { text } of passages) {
        const range = findQuote(text, words);
        if (range) return text.slice(range.start, range.end);
      }
    }
  }
  return undefined;
}

/** The same with the longest word replaced, as models misremember. */
function misquoted(quote: string): string {
  const [longest = ''] = quote.split(/\s+/).toSorted((a, b) => b.length - a.length);
  return quote.replace(longest, 'reportedly');
}
