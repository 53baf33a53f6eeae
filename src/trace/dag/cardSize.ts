/** Computes a card's size from its text: cards need no measuring, and a card does not grow while its step runs. */
import type { Size } from './layout.ts';
import type { CardView } from './viewModel.ts';

const cardWidth = 236;
/** For a wide font; narrower fonts leave some room. */
const charactersPerLine = 28;
/** Chinese and Japanese characters are as wide as they are high, and a line may end after each. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;
const wideCharacter = 1.75;
const mostLines = 3;
const lineHeight = 18;
/** Padding and state line. */
const headHeight = 36;
const answerHeight = 22;
const footHeight = 28;

export function questionLines(question: string): number {
  return question === '' ? 0 : Math.min(mostLines, Math.max(1, wrappedLines(question)));
}

/** The question's card has a foot only if something was decided about it, since its answer is above the map. */
export function hasFoot({ isQuestion, aside }: CardView): boolean {
  return !isQuestion || aside !== undefined;
}

export function cardSize(card: CardView): Size {
  const answer = card.hasAnswer ? answerHeight : 0;
  const foot = hasFoot(card) ? footHeight : 0;
  return { width: cardWidth, height: headHeight + questionLines(card.question) * lineHeight + answer + foot };
}

function wrappedLines(text: string): number {
  let lines = 0;
  let room = 0;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    for (const piece of word.split(new RegExp(`(${wide.source})`, 'u')).filter((part) => part !== '')) {
      const width = wide.test(piece) ? wideCharacter : piece.length;
      if (width > room || lines === 0) {
        lines += Math.max(1, Math.ceil(width / charactersPerLine));
        room = charactersPerLine - (width % charactersPerLine);
      } else room -= width;
    }
    room -= 1;
  }
  return lines;
}
