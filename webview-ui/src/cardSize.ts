/** The size of a card follows from its text alone: cards need no measuring, and one does not grow while its step goes on. */
import type { Size } from './layout.ts';
import type { CardView } from './viewModel.ts';

export const cardWidth = 236;
/** In a wide font; narrower ones leave some room. */
const charactersPerLine = 28;
const mostLines = 3;
const lineHeight = 18;
/** Padding and state line. */
const headHeight = 36;
/** Answer line and footer, which the question's own card has no use for: the answer stands above the map. */
const answerHeight = 50;

export function questionLines(question: string): number {
  return Math.min(mostLines, Math.max(1, wrappedLines(question)));
}

export function cardSize(card: CardView): Size {
  const height = headHeight + questionLines(card.question) * lineHeight + (card.isQuestion ? 0 : answerHeight);
  return { width: cardWidth, height };
}

function wrappedLines(text: string): number {
  let lines = 0;
  let room = 0;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (word.length > room || lines === 0) {
      lines += Math.max(1, Math.ceil(word.length / charactersPerLine));
      room = charactersPerLine - (word.length % charactersPerLine);
    } else room -= word.length;
    room -= 1;
  }
  return lines;
}
