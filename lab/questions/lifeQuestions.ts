/** Comparisons of how long two people lived: two dates of each. */
import { findDates, foldText } from './english.ts';
import type { Fact } from './facts.ts';
import { nameKeyOf } from './facts.ts';
import type { Draft, Step } from './interfaces.ts';
import { pairs } from './pairs.ts';
import { sides } from './sides.ts';

interface Life {
  readonly born: Fact;
  readonly died: Fact;
  readonly years: number;
}

/** Dates without a day tell the length of a life only to a year or so. */
const clearYears = 2;

export function lifeComparisons(facts: readonly Fact[]): Draft[] {
  const lives = livesOf(facts);
  return pairs(lives).flatMap(([a, b]): Draft[] => {
    const [one, other] = [a.born.statement.subject, b.born.statement.subject];
    if (Math.abs(a.years - b.years) < clearYears || documentsOf(a).some((path) => documentsOf(b).includes(path))) return [];
    return [
      {
        question: `Who lived longer, ${sides(one, other)}?`,
        answers: [a.years > b.years ? one : other],
        type: 'comparison',
        pattern: 'comparison',
        isHard: false,
        steps: [a.born, a.died, b.born, b.died].map(stepOf),
        key: 'longer life',
        trust: 0.9,
      },
    ];
  });
}

function livesOf(facts: readonly Fact[]): readonly Life[] {
  const dated = facts.filter(({ kind }) => kind === 'date');
  const bySubject = Map.groupBy(dated, ({ statement }) => nameKeyOf(statement.subject));
  return [...bySubject.values()].flatMap((own) => {
    const [born, died] = ['was born', 'did die'].map((event) => own.filter((fact) => fact.event === event));
    const [from, to] = [born?.[0], died?.[0]];
    // Documents that disagree tell no date.
    if (!from || !to || [...(born ?? []), ...(died ?? [])].some((fact) => !isSame(fact, fact.event === 'was born' ? from : to))) return [];
    const years = yearOf(to) - yearOf(from);
    return years > 0 ? [{ born: from, died: to, years }] : [];
  });
}

function isSame(one: Fact, other: Fact): boolean {
  return foldText(one.answer) === foldText(other.answer);
}

function yearOf({ answer }: Fact): number {
  return findDates(answer)[0]?.readings[0].years?.[0] ?? NaN;
}

function documentsOf({ born, died }: Life): readonly string[] {
  return [born, died].map(({ statement }) => statement.document.path);
}

function stepOf({ ask, answer, statement }: Fact): Step {
  return { question: ask(statement.subject), answer, dependsOn: [], places: [statement.place] };
}
