/** What a cited source says of a claim. Pure. */
import { shortened } from '../base/plainText.ts';
import type { Language } from '../language/language.ts';
import type { CitationSupport, CheckedCitation } from '../protocol/documentCheck.ts';
import { checkClaim } from './checkClaim.ts';
import type { Claim } from './citing.ts';
import { identityWords, type Identified } from './identity.ts';
import { saysEnough } from './support.ts';
import { contentKeys, contentWordsOf } from './wordForms.ts';

export interface Verdict extends Pick<CheckedCitation, 'reason' | 'why' | 'unshown'> {
  readonly support: CitationSupport;
}

/** Words that are to support a claim. */
export interface Supporting {
  readonly quotes: readonly string[];
  readonly documents: readonly Identified[];
  /** Texts around the quotes, which may name what they speak of. */
  readonly around: readonly string[];
}

/** What is called partly supported has so much of a claim in its source. */
const leastOfPart = 0.5;

/** @param place what the quotes are, as the subject of a sentence: `Line 4` */
export function verdictOf(claim: Claim, { quotes, documents, around }: Supporting, place: string, language: Language): Verdict {
  if (!saysEnough(claim.words, language)) return { support: 'unchecked' };
  const { support, why, unshown } = checkClaim(claim.words, { quotes, documents, asked: claim.before, passages: around }, language);
  if (support === 'supported') return { support };
  if (support === 'not-checked') return { support: 'unchecked', ...(unshown ? { unshown: [...unshown] } : {}) };
  const reason = reasonOf(support, why, place);
  const isPart = support === 'unsupported' && why?.words !== undefined && why.kind !== 'words';
  if (!isPart || shareShown(claim.words, [...quotes, ...documents.map(identityWords)], language) < leastOfPart)
    return { support, why, reason };
  return { support: 'partly', why, reason, unshown: [why.words ?? ''] };
}

function reasonOf(support: 'unsupported' | 'contradicted', why: Verdict['why'], place: string): string {
  const words = why?.words === undefined ? 'this' : `“${shortened(why.words, 80)}”`;
  if (why?.kind === 'negation') return support === 'contradicted' ? `${place} seems to say the opposite` : `${place} denies nothing`;
  if (why?.kind === 'words') return `${place} is about something else`;
  return support === 'contradicted' ? `${place} says otherwise than ${words}` : `${place} does not say ${words}`;
}

/** Of the words of a claim that carry content, in [0, 1]; 1 for none. */
function shareShown(claim: string, texts: readonly string[], language: Language): number {
  const words = contentWordsOf(claim, language);
  const known = contentKeys(texts.join('\n'), language);
  return words.length === 0 ? 1 : words.filter(({ keys }) => keys.some((key) => known.has(key))).length / words.length;
}
