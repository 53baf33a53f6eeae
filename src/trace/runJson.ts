/** A run as JSON for programs (interfaces.md). Pure. */
import { withDocIds } from '../protocol/docId.ts';
import { noAnswerSentence } from '../protocol/noAnswer.ts';
import type { DigestQuote, Trace } from '../protocol/trace.ts';
import { inForm, writtenFormOf } from '../protocol/writtenAnswer.ts';
import { digestOf } from './digest.ts';

/** @param more what else it says */
export function runJson(trace: Trace, more: object = {}): unknown {
  const digest = digestOf(trace);
  const hasNone = trace.answer === null && trace.status === 'ok';
  return withDocIds({
    ...trace,
    ...shownForm(trace, digest),
    confirmed: trace.answer !== null && trace.unconfirmed === undefined,
    digest,
    ...(hasNone ? { note: noAnswerSentence(trace), bestPassages: digest.map(bestPassage) } : {}),
    ...more,
  });
}

/** How the answer is written, and its sentences. */
function shownForm({ answer, written }: Trace, digest: readonly DigestQuote[]): object {
  if (!written) return inForm(answer === null && digest.length > 0 ? 'digest' : 'short');
  const named = inForm(writtenFormOf(written));
  return { ...named, sentences: written.sentences, written: { ...named, ...written } };
}

/** A quote of the digest as `bestPassages` had it before there were digests. */
function bestPassage({ path, startLine, endLine, page, lastPage, quote }: DigestQuote): object {
  return { path, startLine, endLine, page, lastPage, quote };
}
