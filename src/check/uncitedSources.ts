/** Which document of a folder supports a sentence that cites none. */
import pLimit from 'p-limit';
import type { CitationCheck } from '../citations/checkCitations.ts';
import { evidenceOf } from '../citations/keyChecks.ts';
import { wholeVerdictOf } from '../citations/claimSupport.ts';
import { SourceSentences } from '../citations/sourceSentences.ts';
import type { UncitedClaim } from '../citations/uncited.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import type { Passage } from '../protocol/passage.ts';
import { placeWords } from '../protocol/placeWords.ts';
import { isBibliography } from './pairing.ts';

/** The passages of the index that have most of the words, best first. @throws AriadneError `index-missing`, `index-empty` */
export type SearchPassages = (words: string, n: number, signal: AbortSignal) => Promise<readonly Passage[]>;

const passagesSearched = 12;
/** The likeliest documents of a claim. */
const mostDocuments = 3;
const searchesAtOnce = 4;

export interface SourcesOfClaimsOptions {
  readonly search: SearchPassages;
  /** The text of a document, in which places count. */
  readonly textOf: (path: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Of the document with the claims, which does not support itself. */
  readonly own: string;
  readonly signal: AbortSignal;
}

/**
 * What of claims without a citation a document says, in their order: `supported` with the best sentence, or `unchecked`. What a paragraph
 * cites anyway is not offered for its other sentences.
 * @param citedBeside the documents that the paragraph of a claim cites
 */
export async function sourcesOfClaims(
  claims: readonly UncitedClaim[],
  citedBeside: (claim: UncitedClaim) => ReadonlySet<string>,
  { search, textOf, own, signal }: SourcesOfClaimsOptions,
): Promise<readonly CitationCheck[]> {
  const found = await pLimit(searchesAtOnce).map(claims, async (claim): Promise<CitationCheck | undefined> => {
    signal.throwIfAborted();
    const passages = (await search(claim.words, passagesSearched, signal)).filter(({ path }) => path !== own && !isBibliography(path));
    const range = { start: claim.start, end: claim.end };
    const check = { range, claim: range, form: 'none', state: 'current' } as const;
    for (const [path, those] of [...Map.groupBy(passages, (passage) => passage.path)].slice(0, mostDocuments)) {
      const sentence = supportingSentence(claim, those);
      const text = sentence && (await textOf(path, signal));
      if (!sentence || text === undefined) continue;
      if (citedBeside(claim).has(path)) return undefined;
      const { title, documentHash, identity } = sentence.passage;
      const evidence = evidenceOf({ path, text }, sentence);
      const source = { path, title: identity?.title ?? title, hash: documentHash };
      const reason = `a document supports this: ${source.title}, ${placeWords(evidence)}`;
      return { ...check, support: 'supported', reason, source, evidence };
    }
    return { ...check, support: 'unchecked', reason: 'no document of the folder was found to say this' };
  });
  return found.flatMap((check) => check ?? []);
}

/** The sentence of a document that carries a claim. */
function supportingSentence(claim: UncitedClaim, passages: readonly Passage[]) {
  const [first] = passages;
  if (!first) return undefined;
  const sentences = new SourceSentences(passages, languageOf(passages.map(({ text }) => text).join('\n')));
  const { path, title, identity } = first;
  const document = { path, title, headings: [], ...(identity && { identity }) };
  const { support, best } = wholeVerdictOf(claim, [{ sentences, document }], assumedLanguage);
  return support === 'supported' ? best[0] : undefined;
}
