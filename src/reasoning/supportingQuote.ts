import { sentenceRanges } from '../language/sentences.ts';
import type { Passage } from '../protocol/passage.ts';

/**
 * The sentence of the passage that supports the answer: of those that say it (else of all) the one that shares most words with answer and question, the
 * first on ties. An exact substring of its text; null when no sentence shares a word.
 */
export function supportingQuote({ text, runs }: Pick<Passage, 'text' | 'runs'>, answer: string, question: string): string | null {
  const sentences = sentenceRanges(text, runs).map(({ start, end }) => text.slice(start, end));
  const saying = sentences.filter((sentence) => mentions(sentence, answer));
  const wanted = contentWords(`${answer} ${question}`);
  let best: string | null = null;
  let bestShared = 0;
  for (const sentence of saying.length > 0 ? saying : sentences) {
    const shared = [...contentWords(sentence)].filter((word) => wanted.has(word)).length;
    if (shared > bestShared) [best, bestShared] = [sentence, shared];
  }
  return best ?? saying[0] ?? null;
}

/** A sentence of another passage that says the answer together with a word of the question; null when none does: saying the answer alone supports nothing. */
export function furtherSupport(passage: Pick<Passage, 'text' | 'runs'>, answer: string, question: string): string | null {
  const quote = supportingQuote(passage, answer, question);
  if (quote === null || !mentions(quote, answer)) return null;
  const said = contentWords(answer);
  const asked = [...contentWords(question)].filter((word) => !said.has(word));
  const words = contentWords(quote);
  return asked.some((word) => words.has(word)) ? quote : null;
}

/** Whether the text says the answer in the same words, whatever the case and punctuation. Yes and no are in no text. */
export function mentions(text: string, answer: string): boolean {
  const sought = plainWords(answer);
  return sought !== '' && sought !== 'yes' && sought !== 'no' && ` ${plainWords(text)} `.includes(` ${sought} `);
}

function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

function contentWords(text: string): ReadonlySet<string> {
  return new Set(
    plainWords(text)
      .split(' ')
      .filter((word) => word !== '' && !functionWords.has(word)),
  );
}

const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the of in on at to for from by with and or is are was were be been did do does has have had which what who whom whose when where why how that ' +
    'this it its as than not yes no'
  ).split(' '),
);
