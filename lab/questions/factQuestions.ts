/** Questions on what documents say of people and things: comparisons of two dates, and chains over a description. */
import { compareDates, type DateSpan } from '../../src/language/dates.ts';
import { findDates, foldText, wordsOf } from './english.ts';
import { factsOf, goesOn, nameKeyOf, type Fact } from './facts.ts';
import type { Draft, SourceDocument, Step } from './interfaces.ts';
import { lifeComparisons } from './lifeQuestions.ts';
import type { PeopleKnown } from './names.ts';
import { ageAt } from './ages.ts';
import { namedPeople } from './namedPeople.ts';
import { around, pairs } from './pairs.ts';
import { peopleAmong } from './peopleAmong.ts';
import { placeBridges } from './placeQuestions.ts';
import { sides } from './sides.ts';
import { anchorsOf, inSentence, statementsOf, type Statement } from './statements.ts';

export function factQuestions(documents: readonly SourceDocument[], known: PeopleKnown): Draft[] {
  const texts = documents.flatMap(({ passages }) => passages.map(({ passage }) => passage.text));
  const words = new Set(texts.flatMap((text) => wordsOf(text).map(({ fold }) => fold)));
  const statements = documents.flatMap(statementsOf);
  const all = statements.flatMap((statement) => factsOf(statement, (word) => words.has(word))).filter(isSure(statements));
  const namesakes = namesakesIn(all);
  const facts = all.filter(({ statement }) => !namesakes.has(nameKeyOf(statement.subject)));
  const people = new Set([
    ...facts.filter(({ event }) => event === 'was born').map(({ statement }) => nameKeyOf(statement.subject)),
    ...statements.filter(({ subject }) => known.isPerson(foldText(subject))).map(({ subject }) => nameKeyOf(subject)),
  ]);
  const isPerson = (key: string): boolean => people.has(key) || known.isPerson(key);
  return [
    ...comparisons(facts, isPerson),
    ...samePlaces(facts),
    ...placeBridges(facts),
    ...lifeComparisons(facts),
    ...namedPeople(documents, facts, { ...known, isPerson }),
    ...chains(facts, statements, isPerson),
    ...hardComparisons(facts, statements, isPerson),
    ...ages(facts, descriptionsOf(facts, statements, isPerson)),
    ...peopleAmong(documents, facts, isPerson),
  ];
}

/** A single common word at the beginning of a sentence is no name. */
function isSure(statements: readonly Statement[]): (fact: Fact) => boolean {
  const subjects = new Set(
    statements
      .map(({ document }) => document.subject)
      .filter((subject) => subject !== undefined)
      .map(nameKeyOf),
  );
  return ({ statement: { subject } }) => /\S\s+\S/u.test(subject) || subjects.has(nameKeyOf(subject));
}

/** Names of which documents tell different days of birth or death: of two people it is unsure who is meant. */
function namesakesIn(facts: readonly Fact[]): ReadonlySet<string> {
  const days = new Map<string, string>();
  const namesakes = new Set<string>();
  for (const { kind, event, answer, statement } of facts) {
    if (kind !== 'date' || (event !== 'was born' && event !== 'did die')) continue;
    const key = nameKeyOf(statement.subject);
    const year = String(findDates(answer)[0]?.readings[0].years?.[0]);
    if ((days.get(`${event} ${key}`) ?? year) !== year) namesakes.add(key);
    days.set(`${event} ${key}`, year);
  }
  return namesakes;
}

function subjectOf({ statement }: Fact): string {
  const { document, subject } = statement;
  // A title keeps its article: `The Turning Hour`.
  return document.passages[0]?.passage.title.startsWith(subject) === true
    ? inSentence(subject)
    : inSentence(subject.replace(/^The /u, 'the '));
}

function stepOf(fact: Fact, subject = subjectOf(fact), dependsOn: readonly number[] = []): Step {
  return { question: fact.ask(subject), answer: fact.answer, dependsOn, places: [fact.statement.place] };
}

interface Dated {
  readonly fact: Fact;
  readonly date: DateSpan;
}

function datedFacts(facts: readonly Fact[]): ReadonlyMap<string, readonly Dated[]> {
  const dated = facts.flatMap((fact) => {
    const [date] = fact.kind === 'date' && fact.event !== undefined ? findDates(fact.answer) : [];
    return date ? [{ fact, date }] : [];
  });
  return Map.groupBy(dated, ({ fact }) => fact.event ?? '');
}

function comparisons(facts: readonly Fact[], isPerson: (key: string) => boolean): Draft[] {
  return [...datedFacts(facts)].flatMap(([event, dated]) =>
    pairs(dated).flatMap(([a, b]): Draft[] => {
      const [one, other] = [subjectOf(a.fact), subjectOf(b.fact)];
      if (a.fact.statement.document === b.fact.statement.document || nameKeyOf(one) === nameKeyOf(other)) return [];
      const order = compareDates(a.date, b.date);
      if (order === null || order === 0) return [];
      const people = [one, other].filter((name) => isPerson(nameKeyOf(name))).length;
      if (people === 1 && !/born|die/u.test(event)) return [];
      const who = people === 2 || /born|die/u.test(event);
      return [
        {
          question: `${who ? 'Who' : 'Which'} ${pastEvent(event)} first, ${sides(one, other)}?`,
          answers: [order < 0 ? one : other],
          type: 'comparison',
          pattern: 'comparison',
          isHard: false,
          steps: [stepOf(a.fact), stepOf(b.fact)],
          key: `first ${event}`,
          trust: 0.95,
        },
      ];
    }),
  );
}

function pastEvent(event: string): string {
  return event === 'did die' ? 'died' : event;
}

function samePlaces(facts: readonly Fact[]): Draft[] {
  const born = facts.filter(({ kind, statement }) => kind === 'place' && /^was born\b/u.test(statement.predicate));
  return pairs(born).flatMap(([a, b]): Draft[] => {
    const [one, other] = [subjectOf(a), subjectOf(b)];
    if (a.statement.document === b.statement.document || nameKeyOf(one) === nameKeyOf(other)) return [];
    return [
      {
        question: `Were ${one} and ${other} born in the same place?`,
        answers: [foldText(a.answer) === foldText(b.answer) ? 'yes' : 'no'],
        type: 'comparison',
        pattern: 'comparison',
        isHard: false,
        steps: [stepOf(a), stepOf(b)],
        key: 'same place',
        trust: 0.9,
      },
    ];
  });
}

interface Description {
  readonly text: string;
  readonly key: string;
  readonly name: string;
  readonly statement: Statement;
}

/** `the person who designed the barrage in 1902`: what one document says of someone, without the name. */
function descriptionsOf(facts: readonly Fact[], statements: readonly Statement[], isPerson: (key: string) => boolean): Description[] {
  const spoken = statements.flatMap((statement): Description[] => {
    const { subject, predicate, leadDate } = statement;
    const key = nameKeyOf(subject);
    if (!isPerson(key) || predicate.split(' ').length < 3 || (anchorsOf(predicate).length === 0 && leadDate === undefined)) return [];
    // Many are an actor, and a day of birth is no work of someone.
    if (/^(?:(?:is|was) an? |is |was born\b|died\b|has )/u.test(predicate)) return [];
    // Others were named, elected or sent there at other times.
    if (/^was (?!the )/u.test(predicate) && leadDate === undefined && findDates(predicate).length === 0) return [];
    const when = leadDate === undefined ? '' : ` in ${leadDate}`;
    const role = /^was (the \p{Ll}+ of .+)/u.exec(described(statement))?.[1];
    return [{ text: `${role ?? `the person who ${described(statement)}`}${when}`, key, name: subject, statement }];
  });
  const agents = facts
    .filter(({ kind }) => kind === 'agent')
    .map((fact): Description => {
      const key = nameKeyOf(fact.answer);
      const did = fact.ask(subjectOf(fact)).replace(/^Who /u, '').replace(/\?$/u, '');
      return { text: `the ${isPerson(key) ? 'person who' : 'one that'} ${did}`, key, name: fact.answer, statement: fact.statement };
    });
  return [...spoken, ...agents.filter(({ key }) => isPerson(key))];
}

/** The predicate with the full name of what its document is about, and without a date that is only the first of several. */
function described({ predicate, document: { subject }, place }: Statement): string {
  const [date] = findDates(predicate);
  const isFirst = date !== undefined && goesOn(place, predicate.slice(date.start, date.end));
  const text = isFirst ? predicate.slice(0, date.start).replace(/ (?:in|on|from|by|around) $/u, '') : predicate;
  const noun = /(?<= )\p{Ll}+$/u.exec(subject ?? '')?.[0];
  if (subject === undefined || noun === undefined || foldText(text).includes(foldText(subject))) return text;
  return text.replace(new RegExp(`\\bthe ${noun}\\b`, 'u'), () => `the ${subject}`);
}

/** A fact about someone whom another document describes. */
function chains(facts: readonly Fact[], statements: readonly Statement[], isPerson: (key: string) => boolean): Draft[] {
  const bySubject = Map.groupBy(facts, ({ statement }) => nameKeyOf(statement.subject));
  return descriptionsOf(facts, statements, isPerson).flatMap((description) =>
    (bySubject.get(description.key) ?? []).flatMap((fact): Draft[] => {
      if (fact.statement.document === description.statement.document || fact.kind === 'agent') return [];
      if (isTold(description.statement, fact.answer) || isTold(fact.statement, description.text)) return [];
      return [
        {
          question: fact.ask(description.text),
          answers: [fact.answer],
          type: 'bridge',
          pattern: 'ABC',
          isHard: false,
          steps: [firstStep(description), stepOf(fact, '#1', [0])],
          key: `chain ${fact.kind} ${fact.event ?? ''}`,
          trust: 0.9,
        },
      ];
    }),
  );
}

function firstStep({ text, name, statement }: Description): Step {
  return { question: `Who is ${text}?`, answer: name, dependsOn: [], places: [statement.place] };
}

/** Whether a statement's passage has what another document is needed for. */
function isTold({ place }: Statement, text: string): boolean {
  const own = ` ${foldText(place.passage.text)} `;
  const wanted = anchorsOf(text);
  return wanted.length === 0 ? own.includes(` ${foldText(text)} `) : wanted.every((anchor) => own.includes(` ${anchor} `));
}

/** A comparison in which one side is only described: three documents. */
function hardComparisons(facts: readonly Fact[], statements: readonly Statement[], isPerson: (key: string) => boolean): Draft[] {
  const descriptions = Map.groupBy(descriptionsOf(facts, statements, isPerson), ({ key }) => key);
  return [...datedFacts(facts)].flatMap(([event, dated]) =>
    dated.flatMap((a, at) =>
      (descriptions.get(nameKeyOf(a.fact.statement.subject)) ?? []).flatMap((description) =>
        around(dated, at).flatMap((b): Draft[] => {
          const order = compareDates(a.date, b.date);
          const paths = new Set([a.fact.statement, b.fact.statement, description.statement].map(({ document }) => document.path));
          const other = subjectOf(b.fact);
          if (order === null || order === 0 || paths.size < 3 || isTold(a.fact.statement, description.text)) return [];
          return [
            {
              question: `Who ${pastEvent(event)} first, ${sides(description.text, other)}?`,
              answers: [order < 0 ? subjectOf(a.fact) : other],
              type: 'comparison',
              pattern: 'ABC',
              isHard: true,
              steps: [firstStep(description), stepOf(a.fact, '#1', [0]), stepOf(b.fact)],
              key: `hard ${event}`,
              trust: 0.85,
            },
          ];
        }),
      ),
    ),
  );
}

/** How old someone was when something happened; of someone who is only described, three documents are needed. */
function ages(facts: readonly Fact[], described: readonly Description[]): Draft[] {
  const dated = datedFacts(facts);
  const births = dated.get('was born') ?? [];
  const lastSeen = lastDates(facts);
  const descriptions = Map.groupBy(described, ({ key }) => key);
  return births.flatMap((birth, at) => {
    const key = nameKeyOf(birth.fact.statement.subject);
    // Where a document is about something, it is surely known what is meant.
    const isTopic = ({ fact: { statement } }: Dated): boolean =>
      nameKeyOf(statement.subject) === nameKeyOf(statement.document.subject ?? '');
    const events = [...dated.values()].flatMap((same) => around(same, Math.floor((at * same.length) / births.length)));
    return events.filter(isTopic).flatMap((event): Draft[] => {
      const { document, subject } = event.fact.statement;
      const age = ageAt(birth.date, event.date, lastSeen.get(key) ?? birth.date);
      if (age === undefined || document === birth.fact.statement.document || nameKeyOf(subject) === key) return [];
      const whole = askAge(birth.fact, event.fact, age);
      const other = (descriptions.get(key) ?? []).find(
        ({ text, statement }) => statement.document !== birth.fact.statement.document && !isTold(birth.fact.statement, text),
      );
      return [whole, ...(other ? [askAge(birth.fact, event.fact, age, other)] : [])];
    });
  });
}

/** The latest date at which something is said of each subject. */
function lastDates(facts: readonly Fact[]): ReadonlyMap<string, DateSpan> {
  const last = new Map<string, DateSpan>();
  for (const { kind, answer, statement } of facts) {
    const [date] = kind === 'date' ? findDates(answer) : [];
    const key = nameKeyOf(statement.subject);
    const known = last.get(key);
    if (date && (!known || (compareDates(known, date) ?? 0) < 0)) last.set(key, date);
  }
  return last;
}

function askAge(birth: Fact, event: Fact, age: number, description?: Description): Draft {
  const who = description?.text ?? subjectOf(birth);
  return {
    question: `How old was ${who} when ${subjectOf(event)} ${pastEvent(event.event ?? '')}?`,
    answers: [String(age)],
    type: 'temporal',
    pattern: description ? 'ABC' : 'comparison',
    isHard: description !== undefined,
    steps: description ? [firstStep(description), stepOf(birth, '#1', [0]), stepOf(event)] : [stepOf(birth), stepOf(event)],
    key: `${description ? 'hard age' : 'age'} ${event.event ?? ''}`,
    trust: 0.9,
  };
}
