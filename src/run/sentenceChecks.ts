/** Checks the sentences that a model writes: every quote is looked up in its document, and every sentence checked against its quotes. */
import type { PassageWords } from '../citations/disagreement.ts';
import { almostQuote } from '../citations/almostQuote.ts';
import { checkClaim, type CheckedClaim } from '../citations/checkClaim.ts';
import { findQuote, findQuoteParts, QuotableText } from '../citations/findQuote.ts';
import { identityWords } from '../citations/identity.ts';
import { sentencesAround } from '../citations/quotable.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import { requestedForm } from '../language/requests.ts';
import type { EntailmentJudge } from '../pipelines/pipeline.ts';
import type { Passage } from '../protocol/passage.ts';
import type { TextRange } from '../citations/readText.ts';
import type { Citation, Trace, WrittenAnswer } from '../protocol/trace.ts';
import type { AnswerForm, Doubt, WrittenBlock, WrittenSentence } from '../protocol/writtenAnswer.ts';
import type { DraftBlock, DraftSentence, WrittenText } from '../reasoning/writtenText.ts';
import { supportingQuote } from '../reasoning/supportingQuote.ts';
import type { CallOptions } from '../retrieval/retrieval.ts';
import type { Cited } from './cite.ts';
import type { QuotedSource } from './quotedSource.ts';
import { untoldConflicts, type CarriedSentence } from './untoldConflicts.ts';

/** Id of the node that writes. */
export const composeNode = 'compose';

export interface Composition {
  readonly answerForm: Exclude<AnswerForm, 'short'>;
  /** Whether sentences that nothing supports are left out. */
  readonly isStrict: boolean;
  /** The pipeline's answer. */
  readonly answer: string | null;
  readonly cited: Cited;
  /** As the run began to write. */
  readonly trace: Trace;
  /** Judges sentences in place of the rules; undefined for the rules. */
  readonly entailment: EntailmentJudge | undefined;
  readonly source: QuotedSource;
}

interface Checked extends Composition {
  /** Those that the model saw, in the order of their numbers. */
  readonly passages: readonly Passage[];
  /** What was asked and answered before. */
  readonly around: string;
}

/** What a sentence says it rests on, of a passage that the model saw. */
interface ShownWords {
  readonly passage: Passage;
  readonly words: string | null;
}

interface FoundWords extends PassageWords {
  readonly n: number;
  /** The words of the document. */
  readonly quote: string;
  /** In what a quote differs from these words. */
  readonly differs?: Doubt;
}

/** Checks the sentences of one text in their order. */
export class SentenceChecks {
  readonly #of: Checked;
  readonly #call: CallOptions & { readonly node: string };
  readonly #citations: Citation[] = [];
  readonly #sentences: WrittenSentence[] = [];
  #last: number;
  /** What quotes carry, and all that is quoted. */
  readonly #carried: (CarriedSentence & { readonly found: readonly FoundWords[] })[] = [];
  readonly #told: FoundWords[] = [];
  readonly #texts = new Map<string, QuotableText>();
  #dropped = 0;
  #moved = 0;
  #untold = 0;
  #isOfConflict = false;
  /** Of the whole text, which a short sentence may not show; where it does not either, of the question, or of what was read. */
  #language = assumedLanguage;

  constructor(of: Checked, call: CallOptions & { readonly node: string }) {
    this.#of = of;
    this.#call = call;
    const { citations, digest = [] } = of.cited;
    this.#last = Math.max(0, ...[...citations, ...digest].map(({ n }) => n));
  }

  async written(text: WrittenText): Promise<WrittenAnswer> {
    const { blocks: drafted, conflicts: disputed, notStated } = text;
    const around = [wordsOfText(text), this.#of.trace.question, this.#of.passages.map((passage) => passage.text).join('\n')];
    this.#language = around.reduceRight((language, words) => languageOf(words, language), assumedLanguage);
    const blocks: WrittenBlock[] = [];
    for (const block of drafted) blocks.push(...(await this.#block(block)));
    this.#isOfConflict = true;
    const conflicts = [...(await this.#each(disputed)).flat(), ...(await this.#untoldConflicts())];
    const used = new Set(this.#sentences.flatMap((sentence) => sentence.citations));
    return {
      ...(requestedForm(this.#of.trace.question) === undefined ? {} : { leads: true as const }),
      blocks,
      sentences: this.#sentences,
      conflicts,
      notStated: [...notStated],
      // Not those of sentences that were left out.
      citations: this.#citations.filter(({ n }) => used.has(n)),
      ...(this.#dropped > 0 ? { dropped: this.#dropped } : {}),
    };
  }

  /**
   * `quote_moved:<n>`: quotes that were named with another passage than the one that has them. `conflict_untold:<n>`: values that another
   * passage gives otherwise, which the model did not say.
   */
  flags(): readonly string[] {
    const counts = { quote_moved: this.#moved, conflict_untold: this.#untold };
    return Object.entries(counts).flatMap(([flag, n]) => (n > 0 ? [`${flag}:${n}`] : []));
  }

  /** Sentences that say how another passage disagrees where the model chose one side. */
  async #untoldConflicts(): Promise<readonly number[]> {
    const kept: number[] = [];
    for (const { own, other, words } of untoldConflicts(this.#carried, this.#told, this.#of.passages)) {
      const n = await this.#cite(other);
      if (n === undefined) continue;
      this.#untold++;
      const text = `The answer says “${words[0]}”, another passage “${words[1]}”.`;
      kept.push(this.#sentences.push({ text, citations: [own.n, n], support: 'quoted' }) - 1);
    }
    return kept;
  }

  /** Nothing when all of its sentences were left out. */
  async #block(block: DraftBlock): Promise<readonly WrittenBlock[]> {
    if (block.kind === 'paragraph') {
      const sentences = await this.#all(block.sentences);
      return sentences.length > 0 ? [{ kind: 'paragraph', sentences }] : [];
    }
    if (block.kind === 'list') {
      const items = (await this.#each(block.items)).filter(({ length }) => length > 0);
      return items.length > 0 ? [{ kind: 'list', isOrdered: block.isOrdered, items }] : [];
    }
    const rows: { name: string; cells: number[][] }[] = [];
    for (const { name, cells } of block.rows) rows.push({ name, cells: await this.#each(cells) });
    return [{ kind: 'table', columns: [...block.columns], rows }];
  }

  async #each(lists: readonly (readonly DraftSentence[])[]): Promise<number[][]> {
    const all: number[][] = [];
    for (const list of lists) all.push(await this.#all(list));
    return all;
  }

  /** @returns positions of the sentences that are kept */
  async #all(drafts: readonly DraftSentence[]): Promise<number[]> {
    const kept: number[] = [];
    for (const draft of drafts) {
      const sentence = await this.#sentence(draft);
      const isDoubted = sentence.support === 'unsupported' || sentence.support === 'contradicted';
      if (this.#of.isStrict && isDoubted) this.#dropped++;
      else kept.push(this.#sentences.push(sentence) - 1);
    }
    return kept;
  }

  async #sentence({ text, named, isFromMemory, isLead }: DraftSentence): Promise<WrittenSentence> {
    if (isLead) return { text, citations: [], support: 'supported' };
    // A passage that was not shown is no source, even if its words are in another.
    const shown = named.flatMap(({ passage: number, words }) => {
      const passage = this.#of.passages[number];
      return passage ? [{ passage, words }] : [];
    });
    if (shown.length === 0) {
      return isFromMemory
        ? { text, citations: [], support: 'own-knowledge' }
        : { text, citations: [], support: 'unsupported', why: { kind: 'no-quote' } };
    }
    const found: FoundWords[] = [];
    for (const one of shown) found.push(...(await this.#find(one, text)));
    const citations = [...new Set(found.map(({ n }) => n))];
    this.#told.push(...found);
    if (found.length === 0) {
      const words = shown.map((one) => one.words).find((one) => one !== null);
      return { text, citations, support: 'unsupported', why: { kind: 'quote-missing', words } };
    }
    const differs = found.find((one) => one.differs !== undefined)?.differs;
    if (differs) return { text, citations, support: 'unsupported', why: differs };
    const isQuoted = found.some(({ passage }) => findQuote(this.#textOf(passage), text) !== undefined);
    const { shown: byIdentity, unshown, ...judged } = isQuoted ? { support: 'quoted' as const } : await this.#judged(text, found);
    // Nothing speaks against what was not checked.
    if (judged.support !== 'unsupported' && judged.support !== 'contradicted') this.#carried.push({ text, found });
    return {
      ...{ text, citations, ...judged },
      ...(byIdentity === undefined ? {} : { shown: [...byIdentity] }),
      ...(unshown === undefined ? {} : { unshown: [...unshown] }),
    };
  }

  /**
   * The whole sentences around the words, cited; where they are what a document is known by, the document; otherwise where a passage has
   * most of them. None where no passage, or no document as it is now, has them.
   */
  async #find({ passage: named, words }: ShownWords, sentence: string): Promise<readonly FoundWords[]> {
    const { passages, trace } = this.#of;
    // A passage without words is taken at its word: what of it comes closest is checked like a quote.
    const closest = (passage: Passage): string | null => supportingQuote(passage, sentence, trace.question, languageOf(passage.text));
    const sought = words ?? closest(named);
    if (sought === null) return [];
    const all = [named, ...passages.filter((passage) => passage !== named)];
    for (const passage of all) {
      const parts = findQuoteParts(this.#textOf(passage), sought);
      if (!parts) continue;
      if (passage !== named) this.#moved++;
      return await this.#citeAll(passage, parts);
    }
    for (const passage of all) {
      if (!findQuote(identityWords(passage), sought)) continue;
      if (passage !== named) this.#moved++;
      const cited = await this.#of.source.findTitle(passage, sought);
      const range = { start: 0, end: 0 };
      if (cited) return [{ passage, range, quote: cited.quote, n: this.#numberOf({ ...cited, nodeId: composeNode }) }];
      const words = closest(passage);
      const part = words === null ? undefined : findQuote(this.#textOf(passage), words);
      return part ? await this.#citeAll(passage, [part]) : [];
    }
    for (const passage of all) {
      const almost = almostQuote(passage.text, sought);
      if (!almost) continue;
      const differs: Doubt = { kind: 'quote-differs', words: almost.said, has: almost.has };
      return (await this.#citeAll(passage, [almost.place])).map((one) => ({ ...one, differs }));
    }
    return [];
  }

  /** The whole sentences around each part, those that touch each other as one. */
  async #citeAll(passage: Passage, parts: readonly TextRange[]): Promise<readonly FoundWords[]> {
    const language = languageOf(passage.text);
    const ranges: TextRange[] = [];
    for (const part of parts) {
      const { start, end } = sentencesAround(passage, part, language);
      const last = ranges.at(-1);
      if (last && passage.text.slice(last.end, start).trim() === '')
        ranges[ranges.length - 1] = { start: last.start, end: Math.max(last.end, end) };
      else ranges.push({ start, end });
    }
    const found: FoundWords[] = [];
    for (const range of ranges) {
      const n = await this.#cite({ passage, range });
      if (n !== undefined) found.push({ passage, range, n, quote: passage.text.slice(range.start, range.end) });
    }
    return found;
  }

  #textOf({ id, text }: Passage): QuotableText {
    const known = this.#texts.get(id) ?? new QuotableText(text);
    this.#texts.set(id, known);
    return known;
  }

  /** The number of its citation; undefined where the document as it is now does not have these words. */
  async #cite({ passage, range }: PassageWords): Promise<number | undefined> {
    const cited = await this.#of.source.find(passage, range);
    return cited && this.#numberOf({ ...cited, nodeId: composeNode });
  }

  /** The number of the same place among the run's citations, its digest, or the sentences before; otherwise the next. */
  #numberOf(citation: Omit<Citation, 'n'>): number {
    const { citations, digest = [] } = this.#of.cited;
    const isSame = ({ passageId, quote }: Pick<Citation, 'passageId' | 'quote'>): boolean =>
      passageId === citation.passageId && quote === citation.quote;
    const known = this.#citations.find(isSame);
    if (known) return known.n;
    const n = (citations.find(isSame) ?? digest.find(isSame))?.n ?? ++this.#last;
    this.#citations.push({ n, ...citation });
    return n;
  }

  async #judged(text: string, found: readonly FoundWords[]): Promise<CheckedClaim> {
    const { entailment: model, around } = this.#of;
    // That two quotes differ is in neither of them, and one may deny what the other says: only their values and names are checked.
    const entailment = this.#isOfConflict ? undefined : model;
    const quotes = found.map(({ quote }) => quote);
    const documents = found.map(({ passage }) => passage);
    if (!entailment) {
      const passages = documents.map((passage) => passage.text);
      const checked = checkClaim(text, { quotes, documents, asked: around, passages }, languageOf(text, this.#language));
      const isOfMeaning = checked.why?.kind === 'words' || checked.why?.kind === 'negation';
      return this.#isOfConflict && isOfMeaning ? { support: 'not-checked' } : checked;
    }
    const premise = quotes.map((quote, i) => `${placeOf(documents[i])}: ${quote}`).join('\n');
    const label = await entailment.label(premise, text, this.#call);
    if (label === 'entailment') return { support: 'supported' };
    return { support: label === 'contradiction' ? 'contradicted' : 'unsupported', why: { kind: 'model' } };
  }
}

function placeOf(passage: Passage | undefined): string {
  return passage ? [passage.title, ...passage.headings].join(' › ') : '';
}

export function wordsOfText({ blocks, conflicts }: WrittenText): string {
  const sentences = blocks.flatMap((block): readonly DraftSentence[] => {
    if (block.kind === 'paragraph') return block.sentences;
    return block.kind === 'list' ? block.items.flat() : block.rows.flatMap(({ cells }) => cells.flat());
  });
  return [...sentences, ...conflicts.flat()].map(({ text }) => text).join('\n');
}
