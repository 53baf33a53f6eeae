/** What the passages of a run say otherwise than what it quotes, whatever its answer is. */
import { RecentValues } from '../base/recentValues.ts';
import { disagreement, statementIn, type PassageWords, type Statement } from '../citations/disagreement.ts';
import { passageLanguage } from '../citations/passageLanguage.ts';
import { quotablesOf } from '../citations/quotable.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Citation, DigestQuote, EvidenceConflict, Trace } from '../protocol/trace.ts';
import type { Cited } from './cite.ts';
import { mostPooled, pooledEvidence } from './pooledEvidence.ts';
import type { QuotedSource } from './quotedSource.ts';

/** More would hide the answer. */
const most = 5;

interface Sentence extends PassageWords {
  readonly statement: Statement;
  /** The number of the quote that it is in. */
  readonly n?: number;
}

/**
 * Sentences that say how a cited sentence and one of another passage disagree. Words that their documents no longer have are left out.
 * @param isOfQuotes also for the quotes of the digest, where these take the place of an answer
 */
export async function evidenceConflicts(
  trace: Trace,
  { citations, digest = [] }: Cited,
  source: QuotedSource,
  isOfQuotes: boolean,
): Promise<readonly EvidenceConflict[]> {
  const sentencesIn = (quote: Citation | DigestQuote): readonly Sentence[] => partsOf(quote, trace);
  const cited = citations.flatMap(sentencesIn);
  if (cited.length === 0 && !isOfQuotes) return [];
  const inDigest = digest.flatMap(sentencesIn);
  const quoted = isOfQuotes ? [...cited, ...inDigest] : cited;
  const others = [...cited, ...inDigest, ...pooledEvidence(trace, mostPooled).flatMap(sentencesOf)];
  const found = new Map<string, EvidenceConflict>();
  let last = Math.max(0, ...[...citations, ...digest].map(({ n }) => n));
  const numbers = new Map<string, number>();
  const cite = async ({ passage, range, n: known }: Sentence): Promise<Citation | undefined> => {
    const place = await source.find(passage, range);
    const key = `${passage.id} ${range.start}`;
    const n = known ?? numbers.get(key) ?? ++last;
    numbers.set(key, n);
    return place && { n, ...place, nodeId: trace.nodes[0]?.id ?? '' };
  };
  for (const [i, own] of quoted.entries()) {
    for (const other of others.slice(i + 1)) {
      if (found.size === most) return [...found.values()];
      const words = own.passage.id === other.passage.id ? undefined : disagreement(own.statement, other.statement);
      const key = words?.toSorted().join('\n') ?? '';
      if (!words || found.has(key)) continue;
      const [one, another] = [await cite(own), await cite(other)];
      if (one && another) found.set(key, { text: `One passage says “${words[0]}”, another “${words[1]}”.`, citations: [one, another] });
    }
  }
  return [...found.values()];
}

/** The sentences of a quote, where its passage has them. */
function partsOf(quote: Citation | DigestQuote, { passages }: Trace): readonly Sentence[] {
  const passage = passages[quote.passageId];
  const start = passage?.text.indexOf(quote.text ?? quote.quote) ?? -1;
  if (!passage || start < 0) return [];
  const end = start + (quote.text ?? quote.quote).length;
  return sentencesOf(passage).flatMap((one) => (one.range.end > start && one.range.start < end ? [{ ...one, n: quote.n }] : []));
}

/** A passage is often cited, quoted and pooled, and the next question finds it again. */
const recent = new RecentValues<Passage, readonly Sentence[]>(200);

/** The sentences of a passage, with what each says. */
export function sentencesOf(passage: Passage): readonly Sentence[] {
  const known = recent.get(passage);
  if (known) return known;
  const sentences = quotablesOf(passage, passageLanguage(passage)).map(({ start, end }) => {
    const words = { passage, range: { start, end } };
    return { ...words, statement: statementIn(words) };
  });
  recent.set(passage, sentences);
  return sentences;
}
