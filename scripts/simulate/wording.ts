/** The simulated model's wordings. It recognizes sub-questions by wording, so it can also read every wording here. */

/** Lowercase, letters and digits only, single spaces, one before and one after, so that `includes` compares whole words. */
export function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** `X >> date of death` as a question. */
export function sayRelation(question: string): string {
  const cut = question.lastIndexOf('>>');
  if (cut < 0) return question;
  const [subject, relation] = [question.slice(0, cut).trim(), question.slice(cut + 2).trim()];
  const said = sayings.get(relation) ?? (people.has(relation) ? `Who is the ${relation} of X?` : `What is the ${relation} of X?`);
  return said.replace('X', () => subject);
}

/** The sub-question with the needed answers in place of `#1`, `#2` …; null when one is unknown. */
export function fill(question: string, answers: readonly (string | null)[]): string | null {
  let isComplete = true;
  const filled = question.replace(/#(\d+)/g, (_, number: string) => {
    const answer = answers[Number(number) - 1];
    if (answer === undefined || answer === null) isComplete = false;
    return answer ?? '';
  });
  return isComplete ? filled : null;
}

/** The answer to a question as a noun phrase: `the director of X`, otherwise a quotation of the question. */
export function asNoun(question: string): string {
  return /^(?:who|what) is (the [\w ]+? of .+?)\?*$/i.exec(question.trim())?.[1] ?? asQuoted(question);
}

/** The phrase for the answer of a question without one; DRR-RAG also fills the gap of a blocked dependency with it (pipelines.md 5.3). */
export function asQuoted(question: string): string {
  return `the answer to "${question}"`;
}

/** A sentence that states a fact. `statedIn` parses it. */
export function state(question: string, answer: string): string {
  return `The answer to "${question.trim().replace(/\?+$/, '')}" is ${answer.trim().replace(/\.$/, '')}.`;
}

/** The facts stated in a text. */
export function statedIn(text: string): readonly { readonly question: string; readonly answer: string }[] {
  return [...text.matchAll(/The answer to "(.+?)" is (.+?)\.(?=\s|$)/g)].map(([, question = '', answer = '']) => ({ question, answer }));
}

/** Whether one text contains the other: annotators and models differ in what belongs to a name. */
export function isSameAnswer(said: string, gold: string): boolean {
  const [one, other] = [plain(said), plain(gold)];
  return one.trim() !== '' && other.trim() !== '' && (one.includes(other) || other.includes(one));
}

const people: ReadonlySet<string> = new Set(
  'director father mother spouse child sibling composer performer producer creator author winner publisher'.split(' '),
);
const sayings: ReadonlyMap<string, string> = new Map([
  ['located in the administrative territorial entity', 'In which administrative territorial entity is X located?'],
  ['contains administrative territorial entity', 'Which administrative territorial entity does X contain?'],
  ['shares border with', 'What does X share a border with?'],
  ['part of', 'What is X part of?'],
  ['owned by', 'Who owns X?'],
  ['founded by', 'Who founded X?'],
  ['member of', 'What is X a member of?'],
  ['member of sports team', 'Which sports team is X a member of?'],
  ['member of political party', 'Which political party is X a member of?'],
  ['educated at', 'Where was X educated?'],
  ['follows', 'What does X follow?'],
  ['followed by', 'What is X followed by?'],
  ['licensed to broadcast to', 'Where is X licensed to broadcast to?'],
  ['capital of', 'What is X the capital of?'],
  ['crosses', 'What does X cross?'],
  ['named after', 'What is X named after?'],
  ['applies to jurisdiction', 'Which jurisdiction does X apply to?'],
  ['located on terrain feature', 'On which terrain feature is X located?'],
  ['award received', 'Which award did X receive?'],
]);
