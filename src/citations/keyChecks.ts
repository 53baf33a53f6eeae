/** Checks what is cited by keys against the documents that they mean. Pure. */
import type { RecentValues } from '../base/recentValues.ts';
import { oneLine, shortened } from '../base/plainText.ts';
import type { Language } from '../language/language.ts';
import type { CheckedCitation } from '../protocol/documentCheck.ts';
import { pageAt, type Passage } from '../protocol/passage.ts';
import { almostQuote } from './almostQuote.ts';
import { linesHash, linesOf } from './anchor.ts';
import type { CitedKey } from './citedKeys.ts';
import type { Claim } from './citing.ts';
import { type Verdict, wholeVerdictOf } from './claimSupport.ts';
import { findQuote, QuotableText } from './findQuote.ts';
import { locate } from './locate.ts';
import type { RankedSentence, SourceSentences } from './sourceSentences.ts';

/** A document that a key means, read for many claims. */
export interface KeyDocument {
  readonly path: string;
  readonly title: string;
  readonly documentHash: string;
  /** The text in which its places count. */
  readonly text: string;
  readonly passages: readonly Passage[];
  readonly sentences: SourceSentences;
}

/** What a key means: its documents, at least one, the likeliest first; or a sentence that says why there are none. */
export type KeySource = (
  | { readonly documents: readonly KeyDocument[] }
  | ({ readonly state: 'missing' | 'unresolved'; readonly problem: string } & Pick<CheckedCitation, 'notIndexed'>)
) & {
  /** Authors, title and year. */
  readonly reference?: string;
};

/** @returns undefined for what is no citation */
export type SourceOfKey = (key: CitedKey) => KeySource | undefined;

interface ResolvedKey {
  readonly key: CitedKey;
  readonly source: KeySource;
}

interface KeyVerdict extends Verdict, Pick<CheckedCitation, 'isQuoteWrong' | 'sourceWords'> {
  /** Where each document bears on the claim most, by its path. */
  readonly evidence: ReadonlyMap<string, NonNullable<CheckedCitation['evidence']>>;
}

/** @param known verdicts of earlier checks */
export function keyVerdictOf(
  claim: Claim,
  keys: readonly ResolvedKey[],
  known: RecentValues<string, Verdict> | undefined,
  language: Language,
): KeyVerdict {
  const documents = [...new Set(keys.flatMap(({ source }) => ('documents' in source ? source.documents : [])))].slice(0, mostTogether);
  if (documents.length === 0) return { support: 'unchecked', evidence: new Map() };
  const id = JSON.stringify([claim.words, claim.before, documents.map(({ path, title, documentHash }) => [path, title, documentHash])]);
  const verdict = (known?.get(id) as KeyVerdict | undefined) ?? judged(claim, documents, language);
  known?.set(id, verdict);
  return verdict;
}

/** Documents of one claim. */
const mostTogether = 12;

function judged(claim: Claim, documents: readonly KeyDocument[], language: Language): KeyVerdict {
  const quotes = [...claim.words.matchAll(/[“"«„]([^“”"«»„\n]{12,1500})[”"»“]/gu)]
    .map(([, quote = '']) => quote)
    .filter((quote) => /\S+\s+\S+\s+\S+/.test(quote));
  const texts = quotes.length === 0 ? [] : documents.map(({ passages }) => new QuotableText(passages.map(({ text }) => text).join('\n')));
  const made = quotes.find((quote) => !texts.some((text) => findQuote(text, quote) !== undefined));
  const sources = documents.map(({ sentences, path, title, passages: [first] }) => {
    return { sentences, document: { path, title, headings: [], ...(first?.identity && { identity: first.identity }) } };
  });
  const words = quotes.reduce((left, quote) => left.replace(quote, ' '), claim.words);
  const verdict = wholeVerdictOf({ ...claim, words: made === undefined ? words : claim.words }, sources, language);
  const { best, ...own } = verdict;
  const evidence = new Map(documents.flatMap((document, i) => (best[i] ? [[document.path, evidenceOf(document, best[i])] as const] : [])));
  if (made === undefined) return { ...ofAuthor(claim, own), evidence };
  const almost = best.map((one) => one && almostQuote(one.passage.text, made)).find((one) => one !== undefined);
  return {
    ...{ support: 'unsupported', isQuoteWrong: true, reason: `the source does not have “${shortened(oneLine(made), 80)}”`, evidence },
    ...(almost && { sourceWords: almost.has, why: { kind: 'quote-differs', words: almost.said, has: almost.has } }),
  };
}

/** What writers say of themselves is not in what they cite: `We use the model of [@key]`. */
export const ofWriters =
  /(?<!\p{L})(?:[Ww]e|[Oo]ur|us|[Mm]y|I|[Tt]his (?:paper|work|thesis|study|report|article|chapter)|[Ww]ir|[Uu]nser\w{0,2}|[Ii]ch)(?!\p{L})/u;

function ofAuthor(claim: Claim, verdict: Verdict): Verdict {
  if (!ofWriters.test(claim.words)) return verdict;
  const isMissed = verdict.support === 'partly' || verdict.support === 'unsupported';
  const { pair: _pair, ...own } = verdict;
  return isMissed ? { support: 'unchecked' } : own;
}

/** @param verdict undefined where claims are not checked */
export function checkedKeys(
  keys: readonly ResolvedKey[],
  verdict: KeyVerdict | undefined,
): readonly (CheckedCitation & Pick<Verdict, 'pair'>)[] {
  return keys.map(({ key: { range, key, form }, source }) => {
    const cited = { range, form, key };
    const { reference } = source;
    if (!('documents' in source))
      return {
        ...cited,
        state: source.state,
        support: 'unchecked',
        reason: reference === undefined ? source.problem : `${reference}: ${source.problem}`,
        ...(source.notIndexed && { notIndexed: source.notIndexed }),
      };
    const [document, ...others] = source.documents;
    const { evidence: known, ...judged } = verdict ?? { support: 'unchecked' as const };
    const evidence = source.documents.map(({ path }) => known?.get(path)).find((one) => one !== undefined);
    return {
      ...{ ...cited, state: 'current', ...judged },
      ...(document && {
        source: {
          ...{ path: document.path, title: document.title, hash: document.documentHash },
          ...(reference === undefined ? {} : { reference }),
        },
      }),
      ...(evidence && { evidence }),
      ...(others.length > 0 ? { others: others.map(({ path }) => path) } : {}),
    };
  });
}

/** @param document whose text its places count in */
export function evidenceOf(
  document: Pick<KeyDocument, 'path' | 'text'>,
  { passage, start, end, text }: RankedSentence,
): NonNullable<CheckedCitation['evidence']> {
  const { startLine, endLine, startOffset } = locate(passage, start, end);
  const page = pageAt(passage, startOffset);
  return {
    ...{
      path: document.path,
      startLine: startLine + 1,
      endLine,
      quote: text,
      linesHash: linesHash(linesOf(document.text).slice(startLine, endLine)),
    },
    ...(page === undefined ? {} : { page }),
  };
}
