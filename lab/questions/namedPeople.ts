/** Facts about the one person whom a section, or a document, of another one names. */
import { sentenceAt } from './authorQuestions.ts';
import { asDocument } from './documents.ts';
import { foldText } from './english.ts';
import { nameKeyOf, type Fact } from './facts.ts';
import type { Draft, SourceDocument, Step } from './interfaces.ts';
import { namesOfDocument, type NamedThing, type PeopleKnown } from './names.ts';
import { sectionsOf, type Section } from './sections.ts';

export function namedPeople(documents: readonly SourceDocument[], facts: readonly Fact[], known: PeopleKnown): Draft[] {
  const bySubject = Map.groupBy(
    facts.filter(({ kind }) => kind === 'date' || kind === 'place'),
    ({ statement }) => nameKeyOf(statement.subject),
  );
  const byPart = keysByPart(bySubject.keys());
  return documents.flatMap((document) => {
    const whole: Section = { name: asDocument(document), document, passages: document.passages };
    const ofWhole = onlyPersonIn(whole, known, byPart);
    const named = ofWhole
      ? [{ section: whole, person: ofWhole }]
      : sectionsOf(document).map((section) => ({ section, person: onlyPersonIn(section, known, byPart) }));
    return named.flatMap(({ section, person }) =>
      ((person && bySubject.get(person.key)) ?? [])
        .filter(({ statement, answer }) => statement.document !== document && !isTold(section, answer))
        .flatMap((fact) => (person ? [chain(section, person, fact)] : [])),
    );
  });
}

interface Person extends NamedThing {
  readonly key: string;
}

/** Undefined where there may be another one, also one who is called by the first or last name alone. */
function onlyPersonIn(
  { document, passages }: Section,
  known: PeopleKnown,
  byPart: ReadonlyMap<string, readonly string[]>,
): Person | undefined {
  const names = namesOfDocument({ ...document, passages });
  const people = [...names].filter(([key, { name }]) => known.isPerson(key) || known.mayBeAnyone(key, name));
  const [only, ...others] = people.map(([key, named]) => ({ ...named, key }));
  if (!only || others.length > 0 || !known.isPerson(only.key)) return undefined;
  const text = passages.map(({ passage }) => passage.text).join('\n');
  const words = new Set(text.match(/(?<![\p{L}\p{N}])\p{Lu}\p{L}+/gu)?.map(foldText));
  const isOther = (part: string, keys: readonly string[]): boolean => words.has(part) && !keys.includes(only.key);
  return [...byPart].some(([part, keys]) => isOther(part, keys)) ? undefined : only;
}

/** The people of a folder by each part of their names. */
function keysByPart(keys: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const parts = [...keys].flatMap((key) => key.split(' ').map((part) => ({ part, key })));
  return new Map([...Map.groupBy(parts, ({ part }) => part)].map(([part, own]) => [part, own.map(({ key }) => key)]));
}

function isTold({ passages }: Section, answer: string): boolean {
  return passages.some(({ passage }) => ` ${foldText(passage.text)} `.includes(` ${foldText(answer)} `));
}

function chain({ name }: Section, { name: person, place }: Person, fact: Fact): Draft {
  const text = `the person named in ${name}`;
  const second: Step = { question: fact.ask('#1'), answer: fact.answer, dependsOn: [0], places: [fact.statement.place] };
  return {
    question: fact.ask(text),
    answers: [fact.answer],
    type: 'bridge',
    pattern: 'ABC',
    isHard: false,
    steps: [{ question: `Who is ${text}?`, answer: person, dependsOn: [], places: [sentenceAt(place)] }, second],
    key: `named ${fact.kind}`,
    trust: 0.8,
  };
}
