/** Questions on documents that mention one another: `the PEP that PEP 3119 mentions`. */
import { asDocument } from './documents.ts';
import { bridges, otherNames, pairsOf } from './fieldQuestions.ts';
import type { Draft, SourceDocument, SourcePassage, Step, TextPlace } from './interfaces.ts';
import { sentenceAt } from './passagePlaces.ts';
import type { Relatives } from './relatives.ts';
import { sectionsOf } from './sections.ts';

/** What a document, or a section of it, mentions: each other document with its first place. */
type Mentioned = ReadonlyMap<SourceDocument, TextPlace>;

export type MentionsOf = (document: SourceDocument, passages?: readonly SourcePassage[]) => Mentioned;

/** Names in fields are left out: what a field says of another document has its own questions. */
export function mentionsAmong(documents: readonly SourceDocument[]): MentionsOf {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const known = new Map<readonly SourcePassage[], Mentioned>();
  return (document, passages = document.passages) => {
    const found = known.get(passages) ?? mentionedIn(document, passages, byPath);
    known.set(passages, found);
    return found;
  };
}

function mentionedIn(from: SourceDocument, passages: readonly SourcePassage[], byPath: ReadonlyMap<string, SourceDocument>): Mentioned {
  const found = new Map<SourceDocument, TextPlace>();
  for (const { passage, mentions } of passages) {
    for (const { start, end, targets } of mentions) {
      const [target, ...others] = targets;
      const to = target && others.length === 0 && !target.headings ? byPath.get(target.path) : undefined;
      const isInField = from.fields.some(({ place }) => place.passage === passage && start >= place.start && end <= place.end);
      if (to && to !== from && !isInField && !found.has(to)) found.set(to, { passage, start, end });
    }
  }
  return found;
}

/** On the fields of the one document that another mentions, or that a section of it does. */
export function mentionBridges(documents: readonly SourceDocument[], mentionsOf: MentionsOf): Draft[] {
  return documents.flatMap((from) => {
    const whole = { name: asDocument(from), passages: from.passages };
    const parts = mentionsOf(from).size === 1 ? [whole] : sectionsOf(from);
    return parts.flatMap(({ name, passages }): Draft[] => {
      const [only, ...others] = mentionsOf(from, passages);
      if (!only || others.length > 0) return [];
      const [to, place] = only;
      return bridges(from, to, { clause: ` that ${name} mentions`, place: sentenceAt(place), trust: 0.9 });
    });
  });
}

/** Documents that each of two must mention besides, so that neither alone gives the answer. */
const fewestOthers = 1;

/** The one document that two related ones both mention, among others. */
export function sharedMentions(documents: readonly SourceDocument[], relatives: Relatives, mentionsOf: MentionsOf): Draft[] {
  return pairsOf(documents, relatives).flatMap(([a, b]): Draft[] => {
    const [ofA, ofB] = [mentionsOf(a), mentionsOf(b)];
    const [shared, ...others] = [...ofA.keys()].filter((to) => ofB.has(to));
    if (!shared || others.length > 0 || Math.min(ofA.size, ofB.size) <= fewestOthers) return [];
    const { name, noun } = shared;
    const steps = [a, b].flatMap((from): Step[] => {
      const place = mentionsOf(from).get(shared);
      const question = `Which ${noun} is mentioned in ${asDocument(from)}?`;
      return place ? [{ question, answer: name, dependsOn: [], places: [sentenceAt(place)] }] : [];
    });
    return [
      {
        question: `Which ${noun} is mentioned in both ${asDocument(a)} and ${asDocument(b)}?`,
        answers: [name, ...otherNames(shared)],
        type: 'intersection',
        pattern: 'AAB',
        isHard: false,
        steps,
        key: `mentioned ${name}`,
        trust: 0.8,
      },
    ];
  });
}
