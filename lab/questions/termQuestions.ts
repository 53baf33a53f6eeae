/** Questions on the identifiers that documents of a manual name: which one two documents share, and where a link leads. */
import { sentenceAt } from './authorQuestions.ts';
import { asDocument } from './documents.ts';
import { stemsOf } from './english.ts';
import { otherNames, pairsOf } from './fieldQuestions.ts';
import type { Draft, SourceDocument, Step, TextPlace } from './interfaces.ts';
import type { Relatives } from './relatives.ts';
import { sectionsOf, type Section } from './sections.ts';
import { identifiersIn, termsOf, type Term } from './terms.ts';

type Terms = ReadonlyMap<string, ReadonlyMap<string, Term>>;

/** Identifiers that each document must name besides, so that neither alone gives the answer. */
const fewestOthers = 2;
/** Questions with one identifier as their answer. */
const mostOfTerm = 2;

export function termQuestions(documents: readonly SourceDocument[], relatives: Relatives): Draft[] {
  const terms = termsOf(documents);
  return [...sharedTerms(documents, relatives, terms), ...sectionTerms(documents, terms), ...linkedTerms(documents, terms)];
}

function namedIn(terms: Terms, { path }: SourceDocument, noun: string): readonly Term[] {
  return [...(terms.get(path)?.values() ?? [])].filter((term) => term.noun === noun);
}

function nounsOf(terms: Terms): readonly string[] {
  return [...new Set([...terms.values()].flatMap((own) => [...own.values()].map(({ noun }) => noun)))];
}

/** The one that both of two related documents name, among others. */
function sharedTerms(documents: readonly SourceDocument[], relatives: Relatives, terms: Terms): Draft[] {
  const uses = new Map<string, number>();
  const pairs = pairsOf(documents, relatives);
  return nounsOf(terms).flatMap((noun) =>
    pairs.flatMap(([a, b]): Draft[] => {
      const [ofA, ofB] = [namedIn(terms, a, noun), namedIn(terms, b, noun)];
      const [shared, ...others] = ofA.flatMap((inA) => ofB.filter(({ name }) => name === inA.name).map((inB) => [inA, inB] as const));
      if (!shared?.[0].isAnswer || others.length > 0 || Math.min(ofA.length, ofB.length) <= fewestOthers) return [];
      const [inA, inB] = shared;
      const used = uses.get(inA.name) ?? 0;
      if (used >= mostOfTerm) return [];
      uses.set(inA.name, used + 1);
      const step = (document: SourceDocument, { name, place }: Term): Step => ({
        question: `Which ${noun} is named in ${asDocument(document)}?`,
        answer: name,
        dependsOn: [],
        places: [sentenceAt(place)],
      });
      return [
        {
          question: `Which ${noun} is named in both ${asDocument(a)} and ${asDocument(b)}?`,
          answers: [inA.name],
          type: 'intersection',
          pattern: 'AAB',
          isHard: false,
          steps: [step(a, inA), step(b, inB)],
          key: `shared ${noun}`,
          trust: 0.8,
        },
      ];
    }),
  );
}

/** Another document that names the one identifier of its kind that a section names. */
function sectionTerms(documents: readonly SourceDocument[], terms: Terms): Draft[] {
  const usedIn = Map.groupBy(
    documents.flatMap((document) => [...(terms.get(document.path)?.values() ?? [])].map((term) => ({ document, term }))),
    ({ term }) => term.name,
  );
  return documents.flatMap((from) =>
    sectionsOf(from).flatMap((section) =>
      onlyTermsOf(section, terms).flatMap((term): Draft[] => {
        const others = (usedIn.get(term.name) ?? []).filter(({ document }) => document !== from);
        const [to] = others;
        if (!to || others.length > 1) return [];
        return [
          {
            question: `Which other ${to.document.noun} names the ${term.noun} that ${section.name} names?`,
            answers: [to.document.name, ...otherNames(to.document)],
            type: 'bridge',
            pattern: 'ABC',
            isHard: false,
            steps: [
              {
                question: `Which ${term.noun} does ${section.name} name?`,
                answer: term.name,
                dependsOn: [],
                places: [sentenceAt(term.place)],
              },
              {
                question: `Which other ${to.document.noun} names #1?`,
                answer: to.document.name,
                dependsOn: [0],
                places: [sentenceAt(to.term.place)],
              },
            ],
            key: `other naming ${term.noun}`,
            trust: 0.8,
          },
        ];
      }),
    ),
  );
}

/** Identifiers of which a section names no other of the same kind. */
function onlyTermsOf({ document, passages }: Section, terms: Terms): Term[] {
  const inside = [...identifiersIn(passages).values()];
  return inside.filter(
    ({ name, noun }) =>
      terms.get(document.path)?.get(name)?.isAnswer === true && inside.filter((other) => other.noun === noun).length === 1,
  );
}

/** The one identifier of its kind in the document to which the one link of a section leads. */
function linkedTerms(documents: readonly SourceDocument[], terms: Terms): Draft[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((from) =>
    sectionsOf(from).flatMap((section) => {
      const link = onlyLinkOf(section);
      const to = link && byPath.get(link.path);
      if (!link || !to || to === from || !says(sentenceAt(link.place), to)) return [];
      return nounsOf(terms).flatMap((noun): Draft[] => {
        const [term, ...others] = namedIn(terms, to, noun);
        if (!term?.isAnswer || others.length > 0 || namedIn(terms, from, noun).some(({ name }) => name === term.name)) return [];
        return [
          {
            question: `Which ${noun} is named in the ${to.noun} that ${section.name} links to?`,
            answers: [term.name],
            type: 'bridge',
            pattern: 'ABC',
            isHard: false,
            steps: [
              {
                question: `Which ${to.noun} does ${section.name} link to?`,
                answer: to.name,
                dependsOn: [],
                places: [sentenceAt(link.place)],
              },
              { question: `Which ${noun} is named in #1?`, answer: term.name, dependsOn: [0], places: [sentenceAt(term.place)] },
            ],
            key: `linked ${noun}`,
            trust: 0.85,
          },
        ];
      });
    }),
  );
}

/** Whether a sentence has half of the words of a document's title, at least: not every reader sees where a link leads. */
function says({ passage, start, end }: TextPlace, { passages }: SourceDocument): boolean {
  const stems = new Set(stemsOf(passage.text.slice(start, end)));
  const title = [...new Set(stemsOf(passages[0]?.passage.title ?? ''))];
  return title.filter((stem) => stems.has(stem)).length * 2 >= Math.max(1, title.length);
}

function onlyLinkOf({ document, passages }: Section): { readonly path: string; readonly place: TextPlace } | undefined {
  const links = passages.flatMap(({ passage, mentions }) =>
    mentions
      .filter(({ kind, targets }) => kind === 'link' && targets.some(({ path }) => path !== document.path))
      .map(({ start, end, targets }) => ({ path: targets[0]?.path ?? '', isSure: targets.length === 1, place: { passage, start, end } })),
  );
  const [first] = links;
  return first && links.every(({ path, isSure }) => isSure && path === first.path) ? first : undefined;
}
