/** A dataset in which a second document gives another value than the gold passage: what a run has to show as a conflict. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../src/language/english.ts';
import { languageOf } from '../src/language/languages.ts';
import { sentenceRanges } from '../src/language/sentences.ts';
import type { Dataset } from '../lab/evaluation/dataset.ts';

interface Line {
  readonly question: string;
  readonly supporting?: readonly string[];
  readonly decomposition?: readonly {
    readonly question?: string;
    readonly answer: string | null;
    readonly supporting?: readonly string[];
  }[];
  readonly answers: readonly string[];
}

/**
 * Writes it to a folder: questions with a number of two digits or more in an answer of theirs, or with the name of a person or place, for
 * each a document that repeats the sentence with another number, or with the answer to another question of the kind.
 * @returns the questions
 */
export function writeDisputed(dataset: Dataset, folder: string, most: number, what: 'number' | 'name' = 'number'): readonly string[] {
  mkdirSync(join(folder, 'docs', 'disputed'), { recursive: true });
  const { documents } = dataset;
  const passages = documents.kind === 'corpus' ? documents.passages : [];
  const byId = new Map(passages.map(({ id, title, text }) => [id, { title: title ?? '', text }] as const));
  const textOf = (name: string): { readonly title: string; readonly text: string } | undefined => {
    if (documents.kind === 'corpus') return byId.get(name);
    const text = readFileSync(join(dataset.folder, name), 'utf8');
    return { title: /^(?:title:|#) (.*)$/m.exec(text)?.[1]?.replace(/^"|"$/g, '') ?? '', text };
  };
  const all = readFileSync(join(dataset.folder, 'questions.jsonl'), 'utf8').split('\n');
  const named = what === 'name' ? namedAnswers(all.flatMap((one) => (one === '' ? [] : [JSON.parse(one) as Line]))) : undefined;
  const added: { readonly title: string; readonly text: string }[] = [];
  const lines: object[] = [];
  for (const { lineNumber1 } of dataset.questions) {
    if (lines.length === most) break;
    const line = JSON.parse(all[lineNumber1 - 1] ?? '') as Line;
    const dispute = disputeOf(line, textOf, named);
    if (!dispute) continue;
    added.push(dispute.document);
    lines.push({ ...line, disputed: [dispute.words] });
  }
  const rows = [...passages, ...added.map((one, i) => ({ id: `disputed-${i}`, ...one }))];
  if (documents.kind === 'corpus') writeFileSync(join(folder, 'corpus.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  else {
    cpSync(documents.folder, join(folder, 'docs'), { recursive: true });
    for (const [i, { title, text }] of added.entries())
      writeFileSync(join(folder, 'docs', 'disputed', `${i}.md`), `# ${title}\n\n${text}\n`);
  }
  writeFileSync(join(folder, 'questions.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  return (lines as Line[]).map(({ question }) => question);
}

interface Dispute {
  readonly document: { readonly title: string; readonly text: string };
  /** The sentence and its other version. */
  readonly words: readonly [string, string];
}

function disputeOf(
  { question, supporting = [], decomposition = [], answers }: Line,
  textOf: (name: string) => { readonly title: string; readonly text: string } | undefined,
  named: Named | undefined,
): Dispute | undefined {
  const steps = [...decomposition, { question, answer: answers[0] ?? null, supporting }];
  for (const { question: asked = '', answer, supporting: own = [] } of steps) {
    const instead = answer === null ? undefined : named ? otherName(asked, answer, named) : withOtherNumber(answer);
    if (answer === null || instead === undefined) continue;
    for (const gold of own.flatMap((name) => textOf(name) ?? [])) {
      const sentences = sentenceRanges(gold.text, languageOf(gold.text, english)).map(({ start, end }) =>
        gold.text.slice(start, end).trim(),
      );
      const said = sentences.find((sentence) => sentence.includes(answer) && !/[|#]/.test(sentence));
      if (said === undefined) continue;
      const other = said.replace(answer, instead);
      return { document: { title: gold.title, text: other }, words: [said, other] };
    }
  }
  return undefined;
}

function withOtherNumber(answer: string): string | undefined {
  const number = (/\d{4}/.exec(answer) ?? /\d[\d,.]*\d/.exec(answer))?.[0];
  return number === undefined ? undefined : answer.replace(number, otherNumber(number));
}

/** Answers by what their questions ask for. */
type Named = ReadonlyMap<string, readonly string[]>;

const isName = (answer: string): boolean => /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2}$/u.test(answer);

function askedIn(question: string): string {
  return (
    /\b(?:who|where|spouse|director|mother|father|place of (?:birth|death)|performer|composer)\b/i.exec(question)?.[0].toLowerCase() ?? ''
  );
}

function namedAnswers(lines: readonly Line[]): Named {
  const steps = lines.flatMap(({ decomposition = [] }) => decomposition);
  const all = steps.flatMap(({ question = '', answer }) =>
    answer !== null && isName(answer) ? [{ asked: askedIn(question), answer }] : [],
  );
  return new Map([...Map.groupBy(all, ({ asked }) => asked)].map(([asked, own]) => [asked, own.map(({ answer }) => answer)]));
}

/** One without a word of the name. */
function otherName(question: string, answer: string, named: Named): string | undefined {
  const asked = askedIn(question);
  if (asked === '' || !isName(answer)) return undefined;
  const words = answer.split(' ');
  const others = (named.get(asked) ?? []).filter((one) => !one.split(' ').some((word) => words.includes(word)));
  return others[(answer.length * 7) % Math.max(1, others.length)];
}

/** As long and of the same kind: a year stays one. */
function otherNumber(number: string): string {
  return number.replace(/\d(?=\D*$)|\d(?=\d\D*$)/g, (digit) => String((Number(digit) + 4) % 10));
}
