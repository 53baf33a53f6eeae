import { yieldToEventLoop } from '../base/abort.ts';
import type { Passage } from '../protocol/passage.ts';
import { walkPlan } from '../reasoning/extractive/walkPlan.ts';
import { english } from '../language/english.ts';
import { findNames } from '../language/names.ts';
import { foldText, wordsOf } from '../language/words.ts';
import { verbOf } from '../reasoning/extractive/nouns.ts';
import { allParts } from '../reasoning/extractive/parts.ts';

export interface SuggestionSource {
  /** Passages from all over the folder, of different documents, in which to look for questions. */
  readonly sample: readonly Passage[];
  /** Passages found by a search for a name, best first. */
  readonly search: (name: string) => Promise<readonly Passage[]>;
}

/**
 * Questions that fit these documents, for someone new to the folder. First questions that were answered from the passages before they are
 * suggested: over two documents where one names a person that another is about, comparisons of two documents, single facts. Then questions
 * in headings, and questions about the names that most documents share. English, like the reader.
 * @returns at most `count` distinct questions; empty when nothing was found
 */
export async function suggestQuestions({ sample, search }: SuggestionSource, count: number, signal: AbortSignal): Promise<string[]> {
  const found: Found = { linked: [], compared: [], single: [], asked: headingQuestions(sample), shared: sharedNameQuestions(sample) };
  const dated: DatedSubject[] = [];
  for (const subject of subjectsOf(sample)) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    const passages = aboutOnly(subject, await search(subject));
    if (passages.length === 0) continue;
    const linked = await linkedQuestion(subject, passages, found.linked.length, search);
    if (linked !== undefined) found.linked.push(linked);
    for (const fact of facts) {
      if (!(await isAnswered(fact.ask(subject), passages))) continue;
      found.single.push(fact.ask(subject));
      const other = dated.find((earlier) => earlier.fact === fact);
      const compared = other && fact.compare(other.subject, subject);
      if (other && compared !== undefined && (await isCompared(compared, [...other.passages, ...passages]))) found.compared.push(compared);
      else dated.push({ fact, subject, passages });
      break;
    }
    if (found.linked.length >= count - 1 && found.compared.length > 0) break;
  }
  return chosen(found, count);
}

interface Found {
  readonly linked: string[];
  readonly compared: string[];
  readonly single: string[];
  readonly asked: readonly string[];
  readonly shared: readonly string[];
}

interface DatedSubject {
  readonly fact: Fact;
  readonly subject: string;
  readonly passages: readonly Passage[];
}

interface Fact {
  readonly ask: (subject: string) => string;
  readonly compare: (a: string, b: string) => string;
}

const facts: readonly Fact[] = [
  { ask: (subject) => `When was ${subject} born?`, compare: (a, b) => `Who was born first, ${a} or ${b}?` },
  { ask: (subject) => `When was ${subject} built?`, compare: (a, b) => `Which was built first, ${a} or ${b}?` },
  { ask: (subject) => `When was ${subject} founded?`, compare: (a, b) => `Which was founded first, ${a} or ${b}?` },
];

/** Roles of people that a text names in relation to its subject. */
const roles = [
  'designer',
  'founder',
  'author',
  'director',
  'inventor',
  'composer',
  'builder',
  'owner',
  'editor',
  'teacher',
  'father',
  'mother',
];

const factsOfPeople: readonly ((person: string) => string)[] = [
  (person) => `Where was ${person} born?`,
  (person) => `When was ${person} born?`,
  (person) => `When did ${person} die?`,
  (person) => `Where did ${person} study?`,
];

/** A question about the subject and a person it names who also has a document. `turn` varies the question. */
async function linkedQuestion(
  subject: string,
  passages: readonly Passage[],
  turn: number,
  search: SuggestionSource['search'],
): Promise<string | undefined> {
  for (const role of roles) {
    if (!passages.some(({ text }) => saysRole(text, role))) continue;
    const { answer: person } = await allParts.read({ question: `Who is the ${role} of ${subject}?`, passages, cot: false });
    if (person === null || foldText(person, english) === foldText(subject, english) || !isName(person)) continue;
    const others = aboutOnly(person, await search(person));
    if (others.length === 0) continue;
    const questions = factsOfPeople.map((_, i) => factsOfPeople[(i + turn) % factsOfPeople.length]?.(`the ${role} of ${subject}`) ?? '');
    for (const question of questions) {
      if (allParts.plan(question).steps.length === 2 && (await isAnswered(question, [...passages, ...others]))) return question;
    }
  }
  return undefined;
}

/** A cheap check before the passages are read for the role: whether they have its noun or its verb. */
function saysRole(text: string, role: string): boolean {
  const said = new Set([role, verbOf(role) ?? role].map(english.stem));
  return wordsOf(text, english).some(({ fold }) => said.has(english.stem(fold)));
}

async function isAnswered(question: string, passages: readonly Passage[]): Promise<boolean> {
  const { answer, open } = await walkPlan(allParts, question, passages);
  return answer !== null && open.length === 0;
}

async function isCompared(question: string, passages: readonly Passage[]): Promise<boolean> {
  return allParts.plan(question).verdict.kind === 'extreme' && (await isAnswered(question, passages));
}

const mostSubjects = 40;

/**
 * Titles that are names, up to the name of a site, in the order of the sample. A name before a colon in a headline is often not its topic.
 */
function subjectsOf(sample: readonly Passage[]): string[] {
  const titles = sample.map(({ title }) => title.split(/\||\s[–—-]\s/u)[0]?.trim() ?? '');
  return [...new Set(titles.filter(isName))].slice(0, mostSubjects);
}

function isName(text: string): boolean {
  const [name, ...others] = findNames(text, english);
  return (
    name !== undefined &&
    others.length === 0 &&
    name.end === text.length &&
    /^(?:[Tt]he )?$/u.test(text.slice(0, name.start)) &&
    // Longer names, and those with numbers, are headlines.
    text.split(/\s/u).length <= 5 &&
    !/\d/u.test(text)
  );
}

/** Passages of documents whose title begins with the name. */
function aboutOnly(name: string, passages: readonly Passage[]): Passage[] {
  const folded = foldText(name, english);
  return passages.filter(({ title }) => ` ${foldText(title, english)} `.startsWith(` ${folded} `));
}

/** Questions that documents contain as headings, as in an FAQ; one per document. */
function headingQuestions(sample: readonly Passage[]): string[] {
  const questions = sample.flatMap(({ headings, title }) => {
    const parts = [...headings.toReversed(), title].flatMap((heading) => heading.split(/\s[–—|-]\s/u));
    return parts.find((part) => /^.{12,120}[?？؟]$/u.test(part.trim()))?.trim() ?? [];
  });
  return [...new Set(questions)].slice(0, mostHeadingQuestions);
}

const mostHeadingQuestions = 2;
const leastDocuments = 3;

/**
 * Questions about the names that most documents of the sample share: how the two that occur together are connected, and what is said about
 * each.
 */
function sharedNameQuestions(sample: readonly Passage[]): string[] {
  const namesOf = sample.map(({ text }) => new Set(namesIn(text)));
  const counts = new Map<string, number>();
  for (const names of namesOf) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shared = [...counts].filter(([, documents]) => documents >= leastDocuments).sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
  const [first, ...others] = shared.map(([name]) => name);
  if (first === undefined) return [];
  const second = others.find((name) => namesOf.some((names) => names.has(first) && names.has(name)));
  const connected = second === undefined ? [] : [`How are ${first} and ${second} connected?`];
  const alone = others.find((name) => name !== second) ?? first;
  return [...connected, `What do these documents say about ${alone}?`];
}

/** Certain names: with several words or an inner capital, and without digits. */
function namesIn(text: string): string[] {
  return findNames(text, english)
    .map(({ start, end }) => text.slice(start, end))
    .filter((name) => /\s|\p{Ll}\p{Lu}/u.test(name) && !/\d/u.test(name));
}

function chosen({ linked, compared, single, asked, shared }: Found, count: number): string[] {
  const answered = [...linked.slice(0, count - 1), ...compared, ...linked.slice(count - 1)];
  const alone = single.filter((question) => !answered.some((other) => other.includes(question.slice(0, -1))));
  return [...answered, ...shared, ...asked, ...alone].slice(0, count);
}
