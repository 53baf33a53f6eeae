import { statementOf, type Statement } from './statement.ts';

/** An answered step of a question. */
export interface Answered {
  readonly question: string;
  readonly answer: string;
}

/**
 * What the steps of a question say together, as one sentence: `The designer of Quillan Gate is Ruben Istad`,
 * `, who was born in Nether Coll`, `, which was flooded in 1952`. One part per step, without the final point; null unless every part is a
 * grammatical clause.
 */
export function composeSentence(steps: readonly Answered[]): readonly string[] | null {
  if (steps.length < 2) return null;
  const parts: string[] = [];
  let before: Statement | null = null;
  for (const [index, { question, answer }] of steps.entries()) {
    const names = steps.slice(0, index).map((step) => step.answer);
    const statement = statementOf(question, answer, names);
    if (statement === null) return null;
    parts.push(before === null ? capitalized(whole(statement)) : joined(before, statement));
    before = statement;
  }
  return parts;
}

function joined(before: Statement, statement: Statement): string {
  const { subject, predicate } = statement;
  const said = ` ${whole(before)}`;
  if (said.endsWith(` ${subject}`)) return `, ${before.isPerson ? 'who' : 'which'} ${predicate}`;
  const [, noun = '', owner = ''] = /^the (\S+(?: \S+)?) of (.+)$/u.exec(subject) ?? [];
  if (owner !== '' && said.endsWith(` ${owner}`)) return `, whose ${noun} ${predicate}`;
  if (before.subject === subject) return ` and ${predicate}`;
  return `; ${whole(statement)}`;
}

function whole({ subject, predicate }: Statement): string {
  return `${subject} ${predicate}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
