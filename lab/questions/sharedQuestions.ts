/** Questions on the one person that two related documents both name. */
import { sentenceAt } from './authorQuestions.ts';
import { asDocument, fieldKey } from './documents.ts';
import { foldText, personFields, valueFields } from './english.ts';
import { pairsOf } from './fieldQuestions.ts';
import type { Draft, SourceDocument } from './interfaces.ts';
import { namesOfDocument, type NamedThing, type PeopleKnown } from './names.ts';
import type { Relatives } from './relatives.ts';

/** People that each document must name besides, so that neither alone gives the answer. */
const fewestOthers = 2;

export function sharedPeople(documents: readonly SourceDocument[], relatives: Relatives, known: PeopleKnown): Draft[] {
  const names = new Map(documents.map((document) => [document.path, namesOfDocument(document)]));
  const none: ReadonlyMap<string, NamedThing> = new Map();
  return pairsOf(documents, relatives).flatMap(([a, b]): Draft[] => {
    const [ofA, ofB] = [names.get(a.path) ?? none, names.get(b.path) ?? none];
    const authors = [...authorsOf(a), ...authorsOf(b)];
    const [only, ...others] = [...ofA].filter(
      ([key, { name }]) => (authors.includes(key) || known.mayBePerson(key, name)) && isIn(key, ofB),
    );
    if (!only || others.length > 0 || authors.includes(only[0]) || !known.isPerson(only[0])) return [];
    const [key, inA] = only;
    const inB = ofB.get(key);
    if (!inB || [ofA, ofB].some((own) => othersIn(own, key, known) < fewestOthers)) return [];
    const isOther = (name: string): boolean => name !== key && known.isPerson(name);
    if ([a, b].map(({ name }) => foldText(name)).some((name) => name.includes(key.split(' ').at(-1) ?? '') && !isOther(name))) return [];
    return [
      {
        question: `Which person is named in both ${asDocument(a)} and ${asDocument(b)}?`,
        answers: [inA.name],
        type: 'intersection',
        pattern: 'AAB',
        isHard: false,
        steps: [
          { question: `Which person is named in ${asDocument(a)}?`, answer: inA.name, dependsOn: [], places: [sentenceAt(inA.place)] },
          { question: `Which person is named in ${asDocument(b)}?`, answer: inA.name, dependsOn: [], places: [sentenceAt(inB.place)] },
        ],
        key: `person ${key}`,
        trust: 0.8,
      },
    ];
  });
}

/** Who wrote a document is named in it too. */
function authorsOf({ fields }: SourceDocument): readonly string[] {
  return fields.filter(({ key }) => personFields.test(valueFields.get(fieldKey(key)) ?? '')).map(({ value }) => foldText(value));
}

/** Also where the other document has a longer form of the name, or a part of it. */
function isIn(key: string, names: ReadonlyMap<string, NamedThing>): boolean {
  return names.has(key) || [...names.keys()].some((other) => ` ${other} `.includes(` ${key} `) || ` ${key} `.includes(` ${other} `));
}

function othersIn(names: ReadonlyMap<string, NamedThing>, key: string, known: PeopleKnown): number {
  return [...names.keys()].filter((other) => other !== key && known.isPerson(other)).length;
}
