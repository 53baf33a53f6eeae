/**
 * Whether cited lines can support a claim, told from their words alone. It says no only where that is certain enough to bother a writer: both texts are
 * English prose, the claim has at least two words that carry meaning, and none of its words, names or numbers is in the lines, their heading or the name
 * of their document, not even in another form (`harbor`, `harbors`). Paraphrases without one common word are called unsupported too; texts in other
 * languages, tables and code never are.
 */
export function isUnsupported(claim: string, source: string): boolean {
  if (claim.length > longestClaim || !isEnglish(claim) || !isEnglish(source)) return false;
  const said = contentWords(claim);
  if (said.length < fewestWords) return false;
  const given = new Set(contentWords(source).map(stem));
  return !said.some((word) => given.has(stem(word)));
}

/** Whether a text has enough words to be judged. */
export function saysEnough(text: string): boolean {
  return contentWords(text).length >= fewestWords;
}

const fewestWords = 2;
/** In characters. No sentence is longer; what is may have many citations, for each of which all of it would be read. */
const longestClaim = 5000;
/** Forms of one word agree in so many letters. */
const stemLength = 5;

/** What of a text carries meaning, so that forms of one word are the same: distinct, in order. */
export function contentStems(text: string): readonly string[] {
  return [...new Set(contentWords(text).map(stem))];
}

/** Distinct words and numbers that carry meaning, folded. */
function contentWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].filter((word) => !functionWords.has(word));
}

function wordsOf(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\d)[.,'’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stem(word: string): string {
  return word.length <= stemLength ? word.replace(/(?<=\p{L}{3})s$/u, '') : word.slice(0, stemLength);
}

function isEnglish(text: string): boolean {
  return wordsOf(text).some((word) => englishOnly.has(word));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Frequent, and no words of other languages that are written with the same letters. */
const englishOnly = words(
  'the and are were with that this these those which who whose has have had been from for by its their of they she it be being would could should does did not',
);
const functionWords: ReadonlySet<string> = new Set([
  ...englishOnly,
  ...words(
    'a an in on at to as or but if so than then is was am do he his her him hers we us our you your i me my no yes there here what when where why how whom will ' +
      'can may might must shall also only very more most such some any all both each other another into onto over under about between through during before ' +
      'after up down out off again once because while until nor too just s t',
  ),
]);
