/** Fills a cell of a table: says what the passages say with the words that say so, or that they do not. */
import { findQuote } from '../../../src/citations/findQuote.ts';
import { quoteFrom, type ShownPassage } from '../evidence.ts';
import type { Mind } from '../mind.ts';
import type { Behavior } from './behavior.ts';

const nothing = { stated: false, answer: '', quote: '', other_answer: '', other_quote: '' };

export const fillCell: Behavior = (mind, { question, passages, sample, text }) => {
  const { answer, citations, sureness } = mind.answer(question, { passages }, { role: 'cell', sample });
  if (answer === null) return { reply: nothing, sureness };
  const cited = passages.filter(({ number }) => citations.includes(number));
  const quote = annotated(mind, question, cited) ?? quoteFrom(cited[0], answer);
  // Told of its mistake, the model may make it again, or not.
  const isAgain = text.includes('Your last reply quoted words');
  const isWrong = mind.draws.misquotes(question, quote, isAgain ? 'again' : '');
  return { reply: { ...nothing, stated: true, answer, quote: isWrong ? misquoted(quote) : quote }, sureness };
};

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
