/** What a text could cite: of each passage found, the sentence that says most of the text. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { listedTitle, pagesOf, type Passage } from '../protocol/passage.ts';
import type { FoundSource } from '../protocol/sources.ts';
import { locate } from '../citations/locate.ts';
import { contentStems } from '../citations/support.ts';

/**
 * @param passages best first; a passage that is there twice counts once
 * @returns those that share no word with the text last, otherwise in order
 */
export function sourcesIn(text: string, passages: readonly (readonly [Passage, FoundSource['via']])[], k: number): readonly FoundSource[] {
  const language = languageOf(text, assumedLanguage);
  const asked = new Set(contentStems(text, language));
  const once = new Map(passages.toReversed().map((one) => [one[0].id, one]));
  const found = passages
    .filter((one) => once.get(one[0].id) === one)
    .map(([passage, via]) => {
      const shared = (part: string): number => contentStems(part, language).filter((stem) => asked.has(stem)).length;
      const sentences = sentenceRanges(passage.text, languageOf(passage.text, language)).map((range) => {
        return { ...range, shared: shared(passage.text.slice(range.start, range.end)) };
      });
      const best = sentences.reduce(
        (a, b) => (b.shared > a.shared ? b : a),
        sentences[0] ?? { start: 0, end: passage.text.length, shared: 0 },
      );
      const range = locate(passage, best.start, best.end);
      const source: FoundSource = {
        path: passage.path,
        title: listedTitle(passage),
        startLine: range.startLine + 1,
        endLine: range.endLine,
        ...pagesOf(passage, range.startOffset, range.endOffset),
        quote: passage.text.slice(best.start, best.end).replaceAll(/\s+/g, ' ').trim(),
        documentHash: passage.documentHash,
        via,
      };
      return { source, shared: best.shared };
    });
  return [...found.filter(({ shared }) => shared > 0), ...found.filter(({ shared }) => shared === 0)]
    .slice(0, k)
    .map(({ source }) => source);
}
