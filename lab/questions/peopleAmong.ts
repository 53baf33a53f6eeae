/** Questions on the one of several people in a document of whom another document says where they were born or died. */
import { sentenceAt } from './authorQuestions.ts';
import { asDocument } from './documents.ts';
import { foldText, sentencesOf } from './english.ts';
import { nameKeyOf, type Fact } from './facts.ts';
import type { Draft, SourceDocument } from './interfaces.ts';
import { namesOfDocument, type NamedThing } from './names.ts';
import { placedOf, type Placed } from './placeQuestions.ts';

/** As many must have the same birthplace, and be named in the document: with one, a part of the question would be enough. */
const fewest = 2;

export function peopleAmong(documents: readonly SourceDocument[], facts: readonly Fact[], isPerson: (key: string) => boolean): Draft[] {
  const placed = facts.flatMap((fact) => placedOf(fact) ?? []);
  const texts = documents.flatMap(({ passages }) => passages.map(({ passage }) => ` ${foldText(passage.text)} `));
  const groups = [...Map.groupBy(placed, ({ fact, event }) => `${event} ${foldText(fact.answer)}`).values()].filter(
    (group) => new Set(group.map(({ name }) => nameKeyOf(name))).size >= fewest,
  );
  const known = new Map(placed.map(({ name, event, fact }) => [`${event} ${nameKeyOf(name)}`, foldText(fact.answer)]));
  return documents.flatMap((document) => {
    const named = [...namesOfDocument(document)].filter(([key]) => isPerson(nameKeyOf(key)));
    if (named.length < fewest) return [];
    const own = document.passages.flatMap(({ passage: { text, runs } }) =>
      sentencesOf(text, runs).map(({ start, end }) => ` ${foldText(text.slice(start, end))} `),
    );
    return groups.flatMap((group): Draft[] => {
      const [one, ...others] = group.filter(({ name }) => own.some((text) => text.includes(` ${lastOf(foldText(name))} `)));
      const inDocument = one && named.find(([key]) => nameKeyOf(key) === nameKeyOf(one.name));
      if (!one || !inDocument || others.length > 0 || one.fact.statement.document === document) return [];
      const place = foldText(one.fact.answer);
      const mayToo = (key: string): boolean =>
        key !== inDocument[0] &&
        known.get(`${one.event} ${nameKeyOf(key)}`) === undefined &&
        texts.some((text) => text.includes(` ${lastOf(key)} `) && text.includes(` ${place} `));
      const tells = (text: string): boolean => text.includes(` ${place} `) && text.includes(` ${lastOf(inDocument[0])} `);
      if (own.some(tells) || named.some(([key]) => mayToo(key))) return [];
      return [among(document, inDocument[1], one)];
    });
  });
}

function lastOf(key: string): string {
  return key.split(' ').at(-1) ?? key;
}

function among(document: SourceDocument, { name, place }: NamedThing, { fact, event }: Placed): Draft {
  const where = `${event} in ${fact.answer}`;
  return {
    question: `Which person named in ${asDocument(document)} ${where}?`,
    answers: [name],
    type: 'intersection',
    pattern: 'AAB',
    isHard: false,
    steps: [
      { question: `Which person is named in ${asDocument(document)}?`, answer: name, dependsOn: [], places: [sentenceAt(place)] },
      { question: `Who ${where}?`, answer: name, dependsOn: [], places: [fact.statement.place] },
    ],
    key: `among ${event}`,
    trust: 0.9,
  };
}
