/** What an agent gets of a run, as a result of a tool. */
import { isAriadneError } from '../base/errors.ts';
import type { AgentOutput, FoundPlace } from '../protocol/agentTools.ts';
import { listedTitle, type Passage } from '../protocol/passage.ts';
import type { Citation, DigestQuote, Trace } from '../protocol/trace.ts';
import { doubtSentence, notChecked } from '../protocol/writtenWords.ts';
import type { RunStore } from '../run/runStore.ts';
import { fold } from '../trace/fold.ts';
import { fitting } from './fitting.ts';
import { writtenLines } from './writtenLines.ts';

export function answerOf(trace: Trace, run: string): AgentOutput<'ariadne_ask'> {
  const { written, answer, abstained, failure, citations, digest = [], totals } = trace;
  const cited = written ? written.citations : citations;
  const further = answer === null && !written ? digest.filter(({ isFurther }) => !isFurther) : [];
  const quotes = [...cited, ...further].map((quote) => quoteOf(quote, trace.passages[quote.passageId]));
  const { kept, cut } = fitting(quotes, 'ariadne_read shows more of each document.');
  const doubts = written?.sentences.flatMap((sentence) => {
    const why = doubtSentence(sentence) ?? (sentence.support === 'not-checked' ? notChecked : undefined);
    return why === undefined ? [] : [`${sentence.text} (${why})`];
  });
  return {
    answer: written ? writtenLines(written).join('\n') : answer,
    status: abstained ? 'abstained' : (trace.status ?? 'failed'),
    why: failure,
    quotes: kept,
    doubts: doubts && doubts.length > 0 ? doubts : undefined,
    missing: written && written.notStated.length > 0 ? [...written.notStated] : undefined,
    ...{ run, llmCalls: totals.llmCalls, cut },
  };
}

function quoteOf(
  { n, path, startLine, endLine, page, lastPage, quote, text = quote }: Citation | DigestQuote,
  passage: Passage | undefined,
): FoundPlace & { readonly n: number } {
  const document = passage ? listedTitle(passage) : path;
  return { n, path, link: `${path}#L${startLine}-L${endLine}`, document, startLine, endLine, page, lastPage, text };
}

/** Calls of chat models that a run has made, however it ended; 0 where it did not begin. */
export async function callsOf(store: Pick<RunStore, 'read'>, runId: string): Promise<number> {
  try {
    return fold(await store.read(runId)).totals.llmCalls;
  } catch (error) {
    if (isAriadneError(error, 'log-missing')) return 0;
    throw error;
  }
}
