/** Prints the digest of a run on a terminal: what the documents say, by sub-question and document, below the answer or in its place. */
import { oneLine } from '../base/plainText.ts';
import { quotesByQuestion } from '../protocol/noAnswer.ts';
import type { DigestQuote, Trace } from '../protocol/trace.ts';
import { digestOfRun, newLead, partsOf, titleBesidePath } from '../trace/digest.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import { passagePlaceWords } from './placeWords.ts';
import { plain, print, styled } from './terminal.ts';

/** Nothing for a run without evidence. */
export function printDigest(trace: Trace): void {
  const { first: digest, further } = digestOfRun(trace);
  for (const { n, quote, text = quote, ...place } of trace.citations)
    if (!digest.some((one) => one.n === n)) print(`  [${n}] ${styled('cyan', passagePlaceWords(place))}  “${plain(text)}”`);
  if (digest.length === 0) return;
  print(styled('bold', headingOf(trace)));
  for (const { heading, quotes } of quotesByQuestion(digest, trace)) {
    if (heading !== undefined) print(styled('dim', `  ${plain(heading)}`));
    for (const [i, quote] of quotes.entries()) {
      if (quote.path !== quotes[i - 1]?.path) printTitle(quote, trace);
      printQuote(quote, newLead(quote, quotes[i - 1]));
    }
  }
  if (further.length > 0) print(styled('dim', `  --json has ${further.length} more ${further.length === 1 ? 'quote' : 'quotes'}.`));
}

/** The title of a document above its quotes, unless it says no more than the path. */
function printTitle(quote: DigestQuote, trace: Trace): void {
  const title = titleBesidePath(quote, trace);
  if (title !== undefined) print(`  ${styled('bold', plain(title))}`);
}

function headingOf({ answer, models }: Trace): string {
  return answer === null || isWithoutChat(models) ? 'From your documents:' : 'The answer above is the model’s. From your documents:';
}

function printQuote(quote: DigestQuote, lead: string | undefined): void {
  const { n, isCutBefore, isCutAfter, also, ...place } = quote;
  const lines = partsOf(quote).flatMap(({ isCode, text }) => text.split('\n').map((line) => `${isCode ? '  ' : ''}${plainWords(line)}`));
  const shown = lines.slice(0, MOST_LINES);
  const isCut = isCutAfter === true || shown.length < lines.length;
  const words = `${isCutBefore ? '… ' : ''}“${shown.join(`\n${INDENT}`).trimStart()}”${isCut ? ' …' : ''}`;
  print(
    `  [${n}] ${styled('cyan', passagePlaceWords(place))}  ${lead === undefined ? '' : styled('dim', `${plain(oneLine(lead))} `)}${words}`,
  );
  // A page of a PDF may have them several times.
  const others = new Set(also.map(passagePlaceWords).filter((words) => words !== passagePlaceWords(place)));
  if (others.size > 0) print(styled('dim', `${INDENT}also in ${[...others].join(', ')}`));
}

const INDENT = ' '.repeat(6);
/** Of one quote. Code is quoted with many short lines. */
const MOST_LINES = 12;

/** A line with its indentation. */
function plainWords(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${plain(line)}`;
}
