/** The review sheet: one entry per question, to keep, edit or drop, as Markdown for people and as CSV for spreadsheets. */
import { oneLine } from '../../src/base/plainText.ts';
import type { QuestionRecord } from './records.ts';

export const columns = ['id', 'decision', 'question', 'answer', 'other answers', 'note', 'kind', 'steps', 'sources', 'wording'] as const;

/** Between several accepted answers. */
export const answerSeparator = ' | ';

/** What the two sheets say before the first question. */
const introduction = `Read each question with its sources, then choose a decision:

- \`keep\`: The question is good. Changes to its question and answer lines are taken over.
- \`edit\`: The same as \`keep\`, for your own overview.
- \`drop\`: The question is left out. Write why in the note, if you like.

`;

/** @param command the command line that makes the dataset of the reviewed sheet */
export function markdownSheet(questions: readonly QuestionRecord[], command: string): string {
  const entries = questions.map((one) => {
    const lines = Object.entries({
      decision: 'keep',
      question: one.question,
      answer: one.answers[0] ?? '',
      'other answers': one.answers.slice(1).join(answerSeparator),
      note: one.note ?? '',
    }).map(([name, value]) => `- ${name}: ${value}`.trimEnd());
    const steps = one.decomposition.map(({ question, answer, places }, i) =>
      [
        `${i + 1}. ${question} → ${answer}`,
        ...places.map(
          ({ path, startLine, endLine, quote }) =>
            `   > ${oneLine(quote)}\n   >\n   > [${path}:${startLine}](docs/${link(path)}#L${startLine}-L${endLine})`,
        ),
      ].join('\n\n'),
    );
    const wording = wordingOf(one);
    return `## ${one.id}\n\n${lines.join('\n')}\n\n${wording === '' ? '' : `${wording}\n\n`}${kindOf(one)}. Steps and sources:\n\n${steps.join('\n\n')}\n`;
  });
  return `# Questions to review\n\n${introduction}Then run \`${command}\`.\n\n${entries.join('\n')}`;
}

/** RFC 4180, with a byte order mark, without which spreadsheets misread other letters than those of ASCII. */
export function csvSheet(questions: readonly QuestionRecord[]): string {
  const rows = questions.map((one) => [
    one.id,
    'keep',
    one.question,
    one.answers[0] ?? '',
    one.answers.slice(1).join(answerSeparator),
    one.note ?? '',
    kindOf(one),
    one.decomposition.map(({ question, answer }, i) => `${i + 1}. ${question} → ${answer}`).join('\n'),
    one.decomposition
      .flatMap(({ places }) => places)
      .map(({ path, startLine, quote }) => `${path}:${startLine}: ${oneLine(quote)}`)
      .join('\n'),
    wordingOf(one),
  ]);
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A cell that begins like a formula gets an apostrophe, so that no spreadsheet calculates it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function kindOf({ type, pattern, difficulty, split }: QuestionRecord): string {
  return `${type}${pattern === 'comparison' ? '' : `, pattern ${pattern}`}, ${difficulty}, ${split}`;
}

/** Empty where no model was asked for better words. */
function wordingOf({ wording }: QuestionRecord): string {
  if (!wording) return '';
  if (wording.by === 'model') return `Worded by the model. Before: ${oneLine(wording.rules)}`;
  return `Not reworded. The model wrote: ${oneLine(wording.rejected)} ${oneLine(wording.why)}`;
}

function link(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
