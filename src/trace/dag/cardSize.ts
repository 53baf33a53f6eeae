/** Computes a card's size from its text: cards need no measuring, and a card does not grow while its step runs. */
import type { Size } from './layout.ts';
import type { CardView } from './viewModel.ts';

const cardWidth = 236;
/** For a wide font; narrower fonts leave some room. */
const charactersPerLine = 28;
const fullLine = new RegExp(`.{1,${charactersPerLine}}`, 'gsu');
/** Chinese and Japanese characters are as wide as they are high, and a line may end after each. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;
const eachWide = new RegExp(`(${wide.source})`, 'u');
const wideCharacter = 1.75;
export const mostLines = 3;
export const lineHeight = 18;
/** Padding and state line. */
const headHeight = 36;
const answerHeight = 22;
export const footHeight = 28;

export function questionLines(question: string): number {
  return question === '' ? 0 : Math.min(mostLines, Math.max(1, wrappedLines(question).length));
}

/** The question's card has a foot only if something was decided about it, since its answer is above the map. */
export function hasFoot({ isQuestion, aside }: CardView): boolean {
  return !isQuestion || aside !== undefined;
}

const sizes = new WeakMap<CardView, Size>();

export function cardSize(card: CardView): Size {
  const known = sizes.get(card);
  if (known) return known;
  const answer = card.hasAnswer ? answerHeight : 0;
  const foot = hasFoot(card) ? footHeight : 0;
  const size = { width: cardWidth, height: headHeight + questionLines(card.question) * lineHeight + answer + foot };
  sizes.set(card, size);
  return size;
}

/** The lines of a text in a card, about as a browser would break it. */
export function wrappedLines(text: string): readonly string[] {
  const lines: string[] = [];
  const hasWide = wide.test(text);
  let room = 0;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const pieces = hasWide ? word.split(eachWide).filter((part) => part !== '') : [word];
    for (const [i, piece] of pieces.entries()) {
      const width = hasWide && wide.test(piece) ? wideCharacter : piece.length;
      if (width > room || lines.length === 0) {
        // A long word goes on in the next lines.
        const parts = piece.match(fullLine) ?? [piece];
        lines.push(...parts);
        room = charactersPerLine - (parts.length === 1 ? width : (parts.at(-1) ?? '').length);
      } else {
        lines.push(`${lines.pop()}${i === 0 ? ' ' : ''}${piece}`);
        room -= width;
      }
    }
    room -= 1;
  }
  return lines;
}
