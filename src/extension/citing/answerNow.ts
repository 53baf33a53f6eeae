/** What is inserted or copied: an answer with the quotes that are shown, its citations where their words are now. */
import { t } from '@vscode/l10n';
import pLimit from 'p-limit';
import { commands } from 'vscode';
import { linesHash, linesOf } from '../../citations/anchor.ts';
import { citationNow, withCitations, type ChangedPlace } from '../../citations/currentCitation.ts';
import { draftQuote, hasBlocks, plainQuote, type DraftQuote } from '../../citations/draft.ts';
import { messageOf } from '../../base/errors.ts';
import { staleWords } from '../../protocol/staleReason.ts';
import type { Citation, DigestQuote, Trace } from '../../protocol/trace.ts';
import { citationsOf } from '../../trace/citationsOf.ts';
import { digestOf, digestOfRun } from '../../trace/digest.ts';
import { type OpenFolder, placeIn, requireOpenFolder } from '../openFolder.ts';
import type { ChangedSources } from './changedSources.ts';
import type { CommandId } from '../contributions.ts';
import { showDialog } from '../messages.ts';
import { currentSource, type CurrentSource } from '../documents/currentSource.ts';
import type { EncodingApp } from '../documents/documentEncoding.ts';
import { sourceTextOf } from '../documents/extractedDocument.ts';

export interface QuotingApp extends EncodingApp {
  readonly folder: () => OpenFolder | undefined;
  readonly changedSources: ChangedSources;
}

export interface AnswerNow {
  readonly trace: Trace;
  readonly quotes: readonly DraftQuote[];
  /** Cited words that are no longer in their documents. */
  readonly changed: readonly ChangedPlace[];
}

/** Documents that are read at once. */
const atOnce = 4;

/** @param shown numbers of the quotes that are shown; by default those that come first, and none below what is written out */
export async function answerNow(app: QuotingApp, trace: Trace, shown?: readonly number[]): Promise<AnswerNow> {
  const { first, further } = digestOfRun(trace);
  const quotes = shown ? [...first, ...further].filter(({ n }) => shown.includes(n)) : hasBlocks(trace) ? [] : first;
  return citedNow(app, trace, await draftsOf(app, quotes), citationsOf({ ...trace, digest: [] }));
}

/**
 * One quote of a run: of its digest, or one that a conflict or a written sentence cites.
 * @returns undefined for a number that the run lacks
 */
export async function quoteNow(app: QuotingApp, trace: Trace, n: number): Promise<AnswerNow | undefined> {
  const inDigest = digestOf(trace).filter((quote) => quote.n === n);
  const [
    quote = citationsOf(trace)
      .filter((one) => one.n === n)
      .map(plainQuote)[0],
  ] = await draftsOf(app, inDigest);
  return quote && citedNow(app, trace, [quote], []);
}

/**
 * Asks whether words are to be used that are no longer in their documents, and has the panel show it.
 * @param use what is done with them, such as `Insert`
 */
export async function mayUse({ changedSources }: QuotingApp, { trace: { runId }, changed }: AnswerNow, use: string): Promise<boolean> {
  changedSources.found(runId, changed);
  if (changed.length === 0) return true;
  const [anyway, again] = [t('{0} Anyway', use), t('Ask Again')];
  const documents = new Set(changed.map(({ path }) => path)).size;
  const message = documents === 1 ? t('A cited document has changed.') : t('{0} cited documents have changed.', documents);
  const rest = changed.length - mostNamed;
  const detail = [...changed.slice(0, mostNamed).map(staleWords), ...(rest > 0 ? [t('And {0} more.', rest)] : [])].join('\n');
  const chosen = await showDialog('warning', message, detail, anyway, again);
  if (chosen === again) await commands.executeCommand('ariadne.askAgain' satisfies CommandId, runId);
  return chosen === anyway;
}

const mostNamed = 3;

async function citedNow(app: QuotingApp, trace: Trace, quotes: readonly DraftQuote[], citations: readonly Citation[]): Promise<AnswerNow> {
  const limit = pLimit(atOnce);
  const folder = requireOpenFolder(app.folder()).uri;
  const all = [...citations, ...quotes.map((quote) => quote.citation)];
  const paths = [...new Set(all.map(({ path }) => path))];
  const sources = new Map(
    await Promise.all(paths.map(async (path) => [path, await limit(() => currentSource(app, placeIn(folder, path)))] as const)),
  );
  const places = new Map(
    all.map((citation) => {
      const { source, unreadable }: CurrentSource = sources.get(citation.path) ?? { source: undefined };
      // That a document cannot be read now is no reason to doubt the words, unless their lines were never looked at.
      const isKnown = unreadable !== undefined && citation.linesHash !== '';
      return [keyOf(citation), isKnown ? { citation } : citationNow(citation, source)] as const;
    }),
  );
  const replaced = (citation: Citation): Citation => {
    const now = places.get(keyOf(citation));
    return now && 'citation' in now ? { ...now.citation, n: citation.n } : citation;
  };
  const changed = [...places.values()].flatMap((now) => ('reason' in now ? [now.reason] : []));
  return { ...withCitations(trace, quotes, replaced), changed };
}

function keyOf({ path, startLine, endLine, quote }: Citation): string {
  return `${path}#${startLine}-${endLine} ${quote}`;
}

function draftsOf(app: QuotingApp, quotes: readonly DigestQuote[]): Promise<readonly DraftQuote[]> {
  return Promise.all(quotes.map(async (quote) => draftQuote(quote, quote.linesHash ?? (await hashOfLines(app, quote)))));
}

/** Of lines that the run did not look at, while their document is the same. Otherwise none that any lines have. */
async function hashOfLines(app: QuotingApp, { path, startLine, endLine, documentHash }: DigestQuote): Promise<string> {
  try {
    const source = await sourceTextOf(app, placeIn(requireOpenFolder(app.folder()).uri, path));
    return source.documentHash === documentHash ? linesHash(linesOf(source.text).slice(startLine - 1, endLine)) : '';
  } catch (error) {
    app.logger.log('debug', 'citing', `${path} could not be read: ${messageOf(error)}`);
    return '';
  }
}
