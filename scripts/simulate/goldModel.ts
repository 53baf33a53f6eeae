import { extractJson } from '../../src/reasoning/extractJson.ts';
import { isAbstention } from '../../src/reasoning/abstention.ts';
import { type GoldQuestion, type GoldStep, plain } from './dataset.ts';
import type { SimulatedPrompt } from './readRequest.ts';

/** The object in the model's text. */
export type Reply = Readonly<Record<string, unknown>>;
type Passages = SimulatedPrompt['passages'];

/** Something that can be read from passages: a question of the dataset or one of its steps. */
interface Target {
  readonly answers: readonly string[];
  readonly goldTexts: readonly string[];
  /** For a question: the answers of its steps. */
  readonly facts: readonly string[];
  readonly isStep: boolean;
}

/** Plays a language model that knows how to take each question apart, but knows a fact only when a passage of the prompt says it. */
export class GoldModel {
  /** Both by plain wording; the same sub-question can stand in several questions. */
  readonly #questions: ReadonlyMap<string, GoldQuestion>;
  readonly #targets = new Map<string, Target[]>();

  constructor(dataset: readonly GoldQuestion[]) {
    this.#questions = new Map(dataset.map((gold) => [plain(gold.question), gold]));
    for (const gold of dataset) {
      const answers = gold.steps.map((step) => step.answer);
      const facts = gold.steps.length > 1 ? answers : [];
      this.#add(gold.question, { answers: gold.answers, goldTexts: gold.goldTexts, facts, isStep: false });
      if (gold.steps.length < 2) continue;
      for (const step of gold.steps) {
        const asked = fill(step.question, answers);
        if (asked !== null) this.#add(asked, { answers: [step.answer], goldTexts: step.goldTexts, facts: [], isStep: true });
      }
    }
  }

  /** The object a faultless model would write. */
  reply(prompt: SimulatedPrompt): Reply {
    switch (prompt.role) {
      case 'step':
        return this.#step(prompt);
      case 'finish':
        return { answer: this.#finish(prompt) ?? 'unknown' };
      case 'read':
        return this.#read(prompt);
      case 'mer':
        return this.#check(prompt);
      case 'repair':
        return repair(prompt.faulty);
    }
  }

  #step({ rest, path }: SimulatedPrompt): Reply {
    const gold = this.#question(rest);
    const next = gold && walk(gold, path).next;
    if (next) return { reasoning: 'This is not known yet.', action: 'ask', sub_question: next, answer: '' };
    return { reasoning: 'The steps are complete.', action: 'finish', sub_question: '', answer: this.#finish({ rest, path }) ?? 'unknown' };
  }

  /** The gold answer when every step has been answered right, else none. */
  #finish({ rest, path }: Pick<SimulatedPrompt, 'rest' | 'path'>): string | null {
    const gold = this.#question(rest);
    return gold && walk(gold, path).isRight ? (gold.answers[0] ?? null) : null;
  }

  #read({ rest, passages }: Pick<SimulatedPrompt, 'rest' | 'passages'>): Reply {
    for (const target of longestKey(this.#targets, rest) ?? []) {
      const reading = readTarget(target, passages);
      if (reading) return { reasoning: 'The cited passages say so.', ...reading, abstain: false };
    }
    return { reasoning: 'No passage says it.', answer: '', citations: [], abstain: true };
  }

  #check(prompt: SimulatedPrompt): Reply {
    const answer = this.#finish(prompt);
    if (answer === null) return this.#read(prompt);
    return { reasoning: 'The steps hold.', answer, citations: citing(prompt.passages, [answer], []), abstain: false };
  }

  #question(rest: string): GoldQuestion | undefined {
    return longestKey(this.#questions, rest);
  }

  #add(question: string, target: Target): void {
    const key = plain(question);
    const known = this.#targets.get(key);
    if (known) known.push(target);
    else this.#targets.set(key, [target]);
  }
}

/** The value whose key is the longest of those in the text. */
function longestKey<T>(values: ReadonlyMap<string, T>, text: string): T | undefined {
  let longest = '';
  for (const key of values.keys()) if (key.length > longest.length && text.includes(key)) longest = key;
  return values.get(longest);
}

/** Follows the path along the gold steps: what to ask next, if anything can be asked, and whether all were answered right. */
function walk({ steps }: GoldQuestion, path: SimulatedPrompt['path']): { readonly next: string | null; readonly isRight: boolean } {
  const answers: (string | null)[] = [];
  let next: string | null = null;
  let isRight = true;
  for (const step of steps) {
    const asked = fill(step.question, answers);
    const made = asked === null ? undefined : path.find(({ question }) => plain(question) === plain(asked));
    if (asked !== null && !made) next ??= asked;
    const answer = made && !isAbstention(made.answer) ? made.answer : null;
    answers.push(answer);
    isRight &&= isSame(answer, step);
  }
  return { next, isRight };
}

function isSame(answer: string | null, step: GoldStep): boolean {
  return answer !== null && (plain(answer).includes(plain(step.answer)) || plain(step.answer).includes(plain(answer)));
}

/** The sub-question with the answers it needs put in; null when one is not known. */
function fill(question: string, answers: readonly (string | null)[]): string | null {
  let isComplete = true;
  const filled = question.replace(/#(\d+)/g, (_, number: string) => {
    const answer = answers[Number(number) - 1];
    if (answer === undefined || answer === null) isComplete = false;
    return answer ?? '';
  });
  return isComplete ? filled : null;
}

/** The gold answer, if these passages say it: in these words, or, for one that no passage has in words (yes, no, a computed date), by all it follows from. */
function readTarget(
  { answers, goldTexts, facts, isStep }: Target,
  passages: Passages,
): { readonly answer: string; readonly citations: readonly number[] } | null {
  const [answer] = answers;
  if (answer === undefined) return null;
  const inWords = answers.filter((one) => !/^(?:yes|no)$/i.test(one));
  const saying = citing(passages, inWords, goldTexts);
  if (saying.length > 0) return { answer, citations: saying };
  if (goldTexts.some((text) => inWords.some((one) => text.includes(plain(one))))) return null;
  const isComputation = isStep && goldTexts.length === 0;
  const areFactsSaid = facts.length > 0 && facts.every((fact) => citing(passages, [fact], []).length > 0);
  const gold = passages.filter(({ text }) => goldTexts.some((one) => isSamePassage(text, one)));
  const isGoldGiven = goldTexts.length > 0 && goldTexts.every((one) => gold.some(({ text }) => isSamePassage(text, one)));
  if (!isComputation && !areFactsSaid && !isGoldGiven) return null;
  const citations = gold.length > 0 ? gold.map(({ number }) => number) : facts.flatMap((fact) => citing(passages, [fact], []).slice(0, 1));
  return { answer, citations: [...new Set(citations)] };
}

/** Numbers of the passages that say one of the answers: the gold ones if there are any, else the first. */
function citing(passages: Passages, answers: readonly string[], goldTexts: readonly string[]): readonly number[] {
  const saying = passages.filter(({ text }) => answers.some((answer) => text.includes(plain(answer))));
  const gold = saying.filter(({ text }) => goldTexts.some((one) => isSamePassage(text, one)));
  return (gold.length > 0 ? gold : saying.slice(0, 1)).map(({ number }) => number);
}

/** Documents are cut into passages and passages get a title in front: one may hold most of the other. */
function isSamePassage(passage: string, gold: string): boolean {
  const middle = passage.slice(Math.floor(passage.length / 3), Math.floor((passage.length * 2) / 3));
  return gold.includes(passage.trim()) || passage.includes(gold.trim()) || (middle.length >= 40 && gold.includes(middle));
}

/** Gives broken JSON its end back and takes an object out of a wrapper; says nothing of its own. */
function repair(faulty: string): Reply {
  for (const end of ['', '}', '"}', ']}']) {
    const found = extractJson(faulty + end);
    if (!found.ok) continue;
    const inner = extractJson(JSON.stringify(found.value['result'] ?? null));
    return inner.ok ? inner.value : found.value;
  }
  return {};
}
