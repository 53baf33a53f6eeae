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

/** The question without what tells a name in it apart from others of that name. */
export function unqualified(question: string): string {
  return question.replace(/\s\([^()]*\)/g, '');
}

/** The same question in other words, or from the other side; none where the model knows no other. */
export function rephrasings(question: string): readonly string[] {
  const asked = question.trim().replace(/\?+$/, '');
  return otherWords.flatMap(([pattern, others]) => {
    const groups = pattern.exec(asked)?.groups;
    const about = groups?.['X'] ?? groups?.['Y'];
    return about === undefined
      ? []
      : others.map((other) => `${other.replace('X', () => about)}?`).filter((other) => plain(other) !== plain(asked));
  });
}

/** A whole question as the model words it for a dataset: the choices of a comparison first, others after a few words. */
export function worded(question: string): string {
  const [, asked, one, other] = /^(.+?), (.+) or (.+)\?$/.exec(question.trim()) ?? [];
  const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
  if (asked !== undefined && one !== undefined && other !== undefined) return `Of ${one} and ${other}, ${lower(asked)}?`;
  return `According to the documents, ${lower(question.trim())}`;
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
const otherWords: readonly (readonly [pattern: RegExp, others: readonly string[]])[] = [
  [
    /^who (?:is|was) the (?:spouse|husband|wife) of (?<X>.+)$|^who (?:is|was) (?<Y>.+) married to$/i,
    ['Who is married to X', 'Whose spouse is X'],
  ],
  [/^who (?:is|was) the (?:father|mother) of (?<X>.+)$/i, ['Who are the parents of X', 'Whose child is X']],
  [/^who (?:is|was) the child of (?<X>.+)$/i, ['Who is the son or daughter of X', 'Whose parent is X']],
  [/^who (?:is|was) the sibling of (?<X>.+)$/i, ['Who is the brother or sister of X']],
  [/^(?:who (?:is|was) the director of|who directed) (?<X>.+)$/i, ['Who directed X', 'Which director made X']],
  [/^(?:who (?:is|was) the composer of|who composed) (?<X>.+)$/i, ['Who composed X', 'Who wrote the music of X']],
  [/^(?:who (?:is|was) the performer of|who performed|who sang) (?<X>.+)$/i, ['Which singer or band released X', 'Who recorded X']],
  [/^(?:who (?:is|was) the author of|who wrote) (?<X>.+)$/i, ['Who wrote X', 'Which author published X']],
  [/^(?:who (?:is|was) the producer of|who produced) (?<X>.+)$/i, ['Who produced X']],
  [
    /^(?:who (?:is|was) the creator of|who created|who founded) (?<X>.+)$/i,
    ['Who is the founder or creator of X', 'By whom was X established'],
  ],
  [
    /^(?:where was (?<X>.+) born|what is the (?:place of birth|birthplace) of (?<Y>.+))$/i,
    ['What is the birthplace of X', 'In which town was X born'],
  ],
  [/^(?:when was (?<X>.+) born|what is the date of birth of (?<Y>.+))$/i, ['What is the date of birth of X', 'In which year was X born']],
  [/^(?:where did (?<X>.+) die|what is the place of death of (?<Y>.+))$/i, ['In which town did X die', 'Where was the death of X']],
  [/^(?:when did (?<X>.+) die|what is the date of death of (?<Y>.+))$/i, ['What is the date of death of X', 'In which year did X die']],
  [/^what is the country of citizenship of (?<X>.+)$/i, ['What is the nationality of X', 'From which country is X']],
  [/^what is the country of origin of (?<X>.+)$|^what is the country of (?<Y>.+)$/i, ['In which country is X', 'From which country is X']],
  [/^in which administrative territorial entity is (?<X>.+) located$/i, ['Where is X', 'In which county, district or state is X']],
  [/^what does (?<X>.+) share a border with$/i, ['What is next to X', 'Which county or state borders X']],
  [/^where was (?<X>.+) educated$/i, ['Which school or university did X attend']],
  [/^what is the record label of (?<X>.+)$/i, ['Which label signed X', 'Which company released the records of X']],
  [/^what is the headquarters location of (?<X>.+)$/i, ['Where is X based', 'In which city are the headquarters of X']],
  [/^who owns (?<X>.+)$/i, ['To whom does X belong', 'Which company is the owner of X']],
  [/^what is (?<X>.+) part of$/i, ['To what does X belong']],
];
