import { sentencesOf } from './english.ts';
import type { TextPlace } from './interfaces.ts';

/** The sentence around a place; the place itself where it goes over several. */
export function sentenceAt(place: TextPlace): TextPlace {
  const { passage } = place;
  const around = sentencesOf(passage.text, passage.runs).find(({ start, end }) => start <= place.start && end >= place.end);
  return around ? { passage, ...around } : place;
}
