/** Questions that lead from one person to another through the place where they were born or died. */
import { foldText } from './english.ts';
import { nameKeyOf, type Fact } from './facts.ts';
import type { Draft } from './interfaces.ts';

type Event = 'was born' | 'died';

/** Where someone was born or died. */
export interface Placed {
  readonly fact: Fact;
  readonly name: string;
  readonly event: Event;
}

export function placeBridges(facts: readonly Fact[]): Draft[] {
  const placed = facts.flatMap((fact) => placedOf(fact) ?? []);
  const byPlace = Map.groupBy(placed, ({ fact, event }) => `${event} ${foldText(fact.answer)}`);
  const events: readonly Event[] = ['was born', 'died'];
  return placed.flatMap((from) =>
    events.flatMap((event): Draft[] => {
      const [to, ...others] = (byPlace.get(`${event} ${foldText(from.fact.answer)}`) ?? []).filter(
        ({ name }) => nameKeyOf(name) !== nameKeyOf(from.name),
      );
      if (!to || others.length > 0 || to.fact.statement.document === from.fact.statement.document) return [];
      // The other way around, it is the same question.
      if (to.event === from.event && to.name < from.name) return [];
      return [bridge(from, to)];
    }),
  );
}

export function placedOf(fact: Fact): Placed | undefined {
  const { kind, statement } = fact;
  const [event] = /^(?:was born|died)\b/u.exec(statement.predicate) ?? [];
  if (kind !== 'place' || (event !== 'was born' && event !== 'died')) return undefined;
  return { fact, name: statement.subject, event };
}

function bridge(from: Placed, to: Placed): Draft {
  const isSame = from.event === to.event;
  const who = isSame ? 'Who else' : 'Who';
  return {
    question: isSame
      ? `${who} ${to.event} in the same place as ${from.name}?`
      : `${who} ${to.event} in the place where ${from.name} ${from.event}?`,
    answers: [to.name],
    type: 'bridge',
    pattern: 'ABC',
    isHard: false,
    steps: [
      { question: from.fact.ask(from.name), answer: from.fact.answer, dependsOn: [], places: [from.fact.statement.place] },
      { question: `${who} ${to.event} in #1?`, answer: to.name, dependsOn: [0], places: [to.fact.statement.place] },
    ],
    key: `place ${from.event} ${to.event}`,
    trust: 0.9,
  };
}
