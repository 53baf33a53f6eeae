/** The sentences of a document, so that those that bear on a claim are found at once. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { Passage } from '../protocol/passage.ts';
import { quotablesOf } from './quotable.ts';
import type { TextRange } from './readText.ts';
import { type ContentWord, contentWordsOf } from './wordForms.ts';

interface SourceSentence extends TextRange {
  readonly passage: Passage;
  readonly text: string;
}

export interface RankedSentence extends SourceSentence {
  /** Of the claim's words, by how rare they are in the document: the share that it has, in [0, 1]. */
  readonly share: number;
}

export class SourceSentences {
  readonly all: readonly SourceSentence[];
  readonly language: Language;
  /** By key of a word, ascending positions. */
  readonly #having = new Map<string, number[]>();

  /** Without lists of references: what a title there says is said by another document. */
  constructor(passages: readonly Passage[], language: Language) {
    this.language = language;
    this.all = passages
      .filter((passage) => !isReferenceList(passage))
      .flatMap((passage) =>
        quotablesOf(passage, language).map(({ start, end }) => ({ passage, start, end, text: passage.text.slice(start, end) })),
      );
    this.all.forEach(({ text }, i) => {
      for (const key of new Set(contentWordsOf(text, languageOf(text, language)).flatMap(({ keys }) => keys))) {
        const list = this.#having.get(key);
        if (list) list.push(i);
        else this.#having.set(key, [i]);
      }
    });
  }

  /** Whether any sentence has the word. */
  has({ keys }: ContentWord): boolean {
    return keys.some((key) => this.#having.has(key));
  }

  /**
   * Those that together have most of the claim's words, by how rare these are; the first has most alone. A sentence has the words of the
   * one before it a little: what it speaks of may be named there.
   */
  best(words: readonly ContentWord[], most: number): readonly RankedSentence[] {
    const worths = words.map(({ keys }) => {
      const having = new Set(keys.flatMap((key) => this.#having.get(key) ?? []));
      return { having, worth: Math.log(1 + this.all.length / Math.max(1, having.size)) };
    });
    const all = worths.reduce((sum, { worth }) => sum + worth, 0);
    const has = new Map<number, Set<number>>();
    for (const [word, { having }] of worths.entries()) for (const i of having) has.set(i, (has.get(i) ?? new Set()).add(word));
    const found: RankedSentence[] = [];
    const covered = new Set<number>();
    while (found.length < most) {
      let best: { readonly i: number; readonly gain: number } | undefined;
      for (const [i, own] of has) {
        let gain = 0;
        for (const word of own) gain += (covered.has(word) ? again : 1) * (worths[word]?.worth ?? 0);
        if (!best || gain > best.gain) best = { i, gain };
      }
      const sentence = best && this.all[best.i];
      if (!best || !sentence || best.gain <= 0) break;
      const own = has.get(best.i) ?? new Set<number>();
      has.delete(best.i);
      found.push({ ...sentence, share: [...own].reduce((sum, word) => sum + (worths[word]?.worth ?? 0), 0) / Math.max(1e-9, all) });
      for (const word of own) covered.add(word);
    }
    return found;
  }
}

/** What a word is worth that a better sentence has, too. */
const again = 0.1;

const referenceHeading =
  /^(?:\d[\d.]*\s+)?(?:references?|bibliography|works cited|literature(?: cited)?|notes and references|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|bibliographie|références|bibliografía|referencias|bibliografia|referências|riferimenti|参考文献|引用文献|список литературы|литература)$/iu;

/** By its heading, or where much of it is initials, years and identifiers. */
function isReferenceList({ path, headings, text }: Pick<Passage, 'path' | 'headings' | 'text'>): boolean {
  if (/\.bib$/i.test(path) || headings.some((heading) => referenceHeading.test(heading.trim()))) return true;
  const words = text.match(/\S+/g)?.length ?? 0;
  const marks =
    text.match(/(?<!\p{L})\p{Lu}\.(?=[\s,;-])|[(\s](?:19|20)\d{2}[a-z]?[).,;]|\b(?:doi|arXiv|pp?|vol|et al)\b[.:]?/gu)?.length ?? 0;
  const items = text.match(/^\s*(?:\[\d{1,3}\]|\d{1,3}\.)\s+\p{Lu}/gmu)?.length ?? 0;
  return words >= 20 && (marks / words > densest || (items >= 3 && marks / words > densest / 2));
}

/** Share of the words. Prose that cites much has fewer. */
const densest = 0.22;
