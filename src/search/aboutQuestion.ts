import { assumedLanguage } from '../language/assumed.ts';
import { findPeriods } from '../language/periods.ts';
import { termsOf } from '../language/terms/terms.ts';
import { asMeant, placeWritten } from '../language/terms/spelling.ts';
import { unquoted } from '../language/phrases.ts';
import { wordsOf } from '../language/words.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import { aboutOf, type AboutDocuments } from '../protocol/aboutDocuments.ts';
import type { QuestionIdentity } from '../protocol/questionIdentity.ts';
import type { SearchMethod } from '../protocol/engine.ts';
import type { OtherLanguage } from '../protocol/otherLanguage.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import { findOtherLanguage, type LanguageCounts } from './otherLanguage.ts';

/**
 * What is shown of a question beside what is found: the documents that it names, and its language if hardly any passage is in it.
 * @param embedder id of the one that searches
 */
export async function aboutAsked(
  question: string,
  { index, searched, isPart }: { readonly index: LanguageCounts; readonly searched: PassageIndex; readonly isPart: boolean },
  method: FirstStageMethod | SearchMethod,
  embedder: string,
): Promise<{ readonly identity: AboutDocuments | undefined; readonly otherLanguage: OtherLanguage | undefined }> {
  const identity = await aboutQuestion(question, searched, method, isPart);
  return { identity, otherLanguage: await findOtherLanguage(question, index, embedder) };
}

/** A name of more documents tells none apart, as `RFC` in a folder of RFCs: not all of them are listed, and which are is chance. */
const mostNamed = 20;

/**
 * The documents that a search for the question prefers, and the words that it reads otherwise; undefined where there are none.
 * @param method the only one that prefers any is `linked`
 * @param isPart whether only a part of the documents is searched
 */
export async function aboutQuestion(
  question: string,
  index: PassageIndex,
  method: FirstStageMethod | SearchMethod,
  isPart: boolean,
): Promise<AboutDocuments | undefined> {
  const respelled = await index.respelledIn(unquoted(question));
  if (method !== 'linked') return aboutOf({ meant: [], preferred: [], unknown: [], respelled }, () => undefined);
  const asked = asMeant(question, respelled);
  const { unknown, meant: named, preferred: all, groups } = await index.namedIn(asked);
  const meant = named.filter(({ total }) => total <= mostNamed);
  const weights = new Map(groups.flat().map(({ path, weight }) => [path, weight]));
  const weightOf = (path = ''): number => weights.get(path) ?? 0;
  const isAnyOfThem = named.length > 0 && meant.length === 0 && findPeriods(asked, assumedLanguage).length === 0;
  // A period or a type alone prefers every document a little.
  const best = isAnyOfThem ? [] : all.filter((path) => weightOf(path) >= weightOf(all[0]));
  const preferred = meant.length > 0 ? all : best;
  const telling = meant.filter(({ documents }) => documents.some((path) => preferred.includes(path)));
  const numbered = (await numberedIn(asked, index)).filter(({ start, end }) => !telling.some((one) => start < one.end && one.start < end));
  const written = [...telling, ...numbered].map((one) => {
    const [start, end] = [placeWritten(one.start, respelled), placeWritten(one.end, respelled)];
    return { ...one, start, end, words: question.slice(start, end) };
  });
  const found = {
    meant: written.sort((a, b) => a.start - b.start),
    preferred: [...new Set([...numbered.flatMap(({ documents }) => documents), ...preferred])],
  };
  const paths = isPart ? await pathsIn(index, [...found.preferred, ...found.meant.flatMap(({ documents }) => documents)]) : undefined;
  return aboutOf(
    { ...found, unknown: await saidNowhere(unknown, index), respelled },
    (path) => index.identityOf(path)?.title,
    (path) => paths?.has(path) ?? true,
  );
}

/** Documents by their number, as in "PEP 484", which `linked` raises most of all. */
async function numberedIn(question: string, index: PassageIndex): Promise<QuestionIdentity['meant']> {
  return (await index.mentionsInText(question)).flatMap(({ kind, start, end, targets: [target, ...others] }) => {
    if (kind !== 'identifier' || !target || target.headings || others.length > 0) return [];
    return [{ start, end, words: question.slice(start, end), documents: [target.path], total: 1 }];
  });
}

/** Those of the names of which some word is in no passage: of what many passages say, a document may well be. */
async function saidNowhere(names: readonly string[], index: PassageIndex): Promise<readonly string[]> {
  const isSaid = async (word: string): Promise<boolean> =>
    termsOf(word, assumedLanguage.tag).length === 0 || (await index.searchText(word, 1)).length > 0;
  const areSaid = await Promise.all(
    names.map(async (name) => (await Promise.all(wordsOf(name, assumedLanguage).map(({ fold }) => isSaid(fold)))).every(Boolean)),
  );
  return names.filter((_, i) => !areSaid[i]);
}

async function pathsIn(index: PassageIndex, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await index.rowsOf([...new Set(paths)]);
  return new Set([...rows].flatMap((row) => index.pathOf(row) ?? []));
}
