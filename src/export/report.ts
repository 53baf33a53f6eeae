/** What an export says of a run, in no language yet: the answer with its quotes, its sources, its steps, and how it was made. Pure. */
import { bytesText, count } from '../base/amounts.ts';
import { version } from '../base/version.ts';
import { oneLine } from '../base/plainText.ts';
import { draftQuote, answerDraft, hasBlocks, plainQuote, type DraftQuote } from '../citations/draft.ts';
import type { AnswerPart } from '../citations/draftWritten.ts';
import { methodName } from '../protocol/methodNames.ts';
import { listedTitle, type Passage } from '../protocol/passage.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import { unconfirmedSentences } from '../protocol/unconfirmed.ts';
import { citationsOf } from '../trace/citationsOf.ts';
import { dagView } from '../trace/dag/viewModel.ts';
import { duration, modelName } from '../trace/dag/words.ts';
import { digestOfRun } from '../trace/digest.ts';

export interface ReportSection {
  readonly heading: string;
  readonly blocks: readonly AnswerPart[];
}

/** The answer, below it the quotes that carry it. */
export function answerBlocks(trace: Trace): readonly AnswerPart[] {
  return answerDraft(trace, quotesOf(trace));
}

export function sections(trace: Trace): readonly ReportSection[] {
  return [
    { heading: 'Sources', blocks: listOf(citedDocuments(trace).map(({ path, title, hash }) => `${title} (${path}), SHA-256 ${hash}`)) },
    { heading: 'Steps', blocks: listOf(stepsOf(trace), true) },
    { heading: 'How This Was Answered', blocks: listOf(facts(trace)) },
  ].filter(({ blocks }) => blocks.length > 0);
}

interface CitedDocument {
  readonly path: string;
  readonly title: string;
  /** SHA-256 of its bytes when it was indexed. */
  readonly hash: string;
  readonly passage: Passage | undefined;
}

/** All citations of what is shown, in the order of their numbers. */
export function shownCitations(trace: Trace): readonly Citation[] {
  return [...citationsOf({ ...trace, digest: [] }), ...quotesOf(trace).map(({ citation }) => citation)]
    .toSorted((a, b) => a.n - b.n)
    .filter(({ n }, i, all) => all[i - 1]?.n !== n);
}

/** In the order in which they are cited. */
export function citedDocuments(trace: Trace): readonly CitedDocument[] {
  return [...Map.groupBy(shownCitations(trace), ({ path }) => path)].map(([path, [first]]) => {
    const passage = first && trace.passages[first.passageId];
    return { path, title: passage ? listedTitle(passage) : path, hash: first?.documentHash ?? '', passage };
  });
}

function quotesOf(trace: Trace): readonly DraftQuote[] {
  if (hasBlocks(trace)) return trace.written?.citations.map(plainQuote) ?? [];
  return digestOfRun(trace).first.map((quote) => draftQuote(quote, quote.linesHash ?? ''));
}

function stepsOf(trace: Trace): readonly string[] {
  return dagView(trace)
    .cards.filter(({ isStep }) => isStep)
    .map(({ question, state }) => `${question} (${state.words})`);
}

/** How a run was made and what it cost, a sentence or a name with its value each. */
export function facts(trace: Trace): readonly string[] {
  const { pipeline, models, startedAtUtc, folder, scope, totals, cost, sent = [], status, failure, unconfirmed, finished } = trace;
  const tokens = totals.promptTokens + totals.completionTokens;
  const named = [...new Set(Object.values(models).map((id) => modelName(id.startsWith('builtin-') ? 'builtin' : id)))];
  return [
    ...(finished ? [] : ['The question was still being answered.']),
    ...(status === 'ok' || failure === undefined ? [] : [failure]),
    ...(unconfirmed === undefined || trace.answer === null ? [] : [unconfirmedSentences[unconfirmed]]),
    `Asked: ${startedAtUtc.slice(0, 16).replace('T', ' ')} UTC`,
    `Folder: ${folder.split(/[\\/]/).findLast((part) => part !== '') ?? ''}${scope ? `, only ${scope.text}` : ''}`,
    `Method: ${methodName(pipeline, [])}${methodName(pipeline, []) === pipeline ? '' : ` (${pipeline})`}`,
    `Models: ${named.join(', ')}`,
    `Cost: ${[count(totals.llmCalls, 'model call'), ...(tokens === 0 ? [] : [count(tokens, 'token')]), count(totals.retrievals, 'search'), duration(cost.seconds)].join(', ')}`,
    ...(sent.length === 0
      ? ['Nothing was sent to other machines.']
      : sent.map((part) => `Sent: ${bytesText(part.bytesSent)} to ${part.host} (${part.purpose}, ${count(part.requests, 'request')})`)),
    `Ariadne ${version}`,
  ];
}

function listOf(items: readonly string[], isOrdered = false): readonly AnswerPart[] {
  return items.length === 0 ? [] : [{ kind: 'list', isOrdered, items: items.map((item) => [oneLine(item)]) }];
}
