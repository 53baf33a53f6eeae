/** Questions on a document that a sentence of another one describes: `the PEP that PEP 3119 builds on`. */
import { foldText, pointing, rules, sentencesOf, speaking, wordsOf } from './english.ts';
import { bridges } from './fieldQuestions.ts';
import type { Draft, SourceDocument, SourcePassage, TextPlace } from './interfaces.ts';

export function mentionBridges(documents: readonly SourceDocument[]): Draft[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((from) =>
    from.passages.flatMap((source) =>
      sentencesOf(source.passage.text, source.passage.runs).flatMap(({ start, end }) =>
        descriptionsIn(from, source, { passage: source.passage, start, end }, byPath).flatMap(({ to, clause, place }) =>
          bridges(from, to, { clause, place, trust: 0.9 }),
        ),
      ),
    ),
  );
}

interface Description {
  readonly to: SourceDocument;
  /** ` that PEP 3119 builds on` */
  readonly clause: string;
  readonly place: TextPlace;
}

/** A sentence that names one other document, as its subject or as the object of the document's own verb. */
function descriptionsIn(
  from: SourceDocument,
  { mentions }: SourcePassage,
  place: TextPlace,
  byPath: ReadonlyMap<string, SourceDocument>,
): Description[] {
  const text = place.passage.text.slice(place.start, place.end);
  if (/["“”?!:;•|`*_()[\]{}<>=]|\.\.\.|…/u.test(text) || !text.endsWith('.')) return [];
  const inside = mentions.filter(({ start, end, targets }) => start >= place.start && end <= place.end && targets.length === 1);
  const named = [...new Set(inside.flatMap(({ targets }) => (targets[0]?.headings ? [] : (targets[0]?.path ?? []))))];
  const to = named.length === 1 ? byPath.get(named[0] ?? '') : undefined;
  if (!to || to === from) return [];
  const flat = text.replaceAll(/\s+/gu, ' ');
  const escaped = to.name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  if (flat.split(to.name).length !== 2) return [];
  const clause = subjectOf(flat, escaped, from) ?? objectOf(flat, escaped, from);
  return clause === undefined || foldText(clause).includes(foldText(to.name)) ? [] : [{ to, clause, place }];
}

/** `PEP 3107 introduced syntax for function annotations` */
function subjectOf(text: string, escaped: string, from: SourceDocument): string | undefined {
  const [, predicate = ''] = new RegExp(`^${escaped} (\\p{Ll}.+)$`, 'u').exec(text) ?? [];
  const said = clauseOf(predicate);
  return said === undefined ? undefined : ` that, according to ${from.name}, ${said}`;
}

/** `This PEP builds on PEP 3119` */
function objectOf(text: string, escaped: string, from: SourceDocument): string | undefined {
  const self = `(?:This ${from.noun}|${from.name})`;
  const [, verb = ''] =
    new RegExp(`^${self} (\\p{Ll}[^,]{2,60}?) ${escaped}(?:[.,]| (?:and|to|by|with|which|but|for|in)\\b)`, 'u').exec(text) ?? [];
  const words = verb.split(' ');
  // `depends on the Accepted PEP 506` names more than the verb says.
  if (/\p{Lu}|\d|\b(?:the|an?)$/u.test(verb)) return undefined;
  if (verb === '' || words.length > 6 || !isVerb(words[0] ?? '') || !isSayable(verb)) return undefined;
  if (/\b(?:and|or|but|not|like|as|than|before|after|in|if|when|except|unlike|see|per)$|\bnot\b/u.test(verb)) return undefined;
  return ` that ${from.name} ${verb}`;
}

const fewestWords = 4;
const mostWords = 20;

function clauseOf(predicate: string): string | undefined {
  const clause =
    /^.*?(?=[,—–]|\s-\s|\.$|\s(?:which|while|because|although|though|but|as|if|unless|until|since|whereas|so|where|and|or)\s)/u.exec(
      predicate,
    )?.[0];
  const words = clause?.split(' ') ?? [];
  // Before these, a word in -s is a plural noun: `PEP 574 buffers can be …`.
  if (/^(?:can|could|may|might|will|would|must|should|are|were|have|do)$/u.test(words[1] ?? '')) return undefined;
  if (clause === undefined || words.length < fewestWords || words.length > mostWords) return undefined;
  return isVerb(words[0] ?? '') && isSayable(clause) ? clause : undefined;
}

function isSayable(text: string): boolean {
  return !wordsOf(text).some(({ fold }) => pointing.has(fold));
}

/** In the singular, of the present or the past. */
function isVerb(word: string): boolean {
  if (speaking.has(word)) return false;
  if (/^(?:is|was|has)$/u.test(word) || rules.pasts.has(word)) return true;
  return /^\p{Ll}{3,}(?:ed|[^s'’]s)$/u.test(word) && !rules.notParticiples.test(word);
}
