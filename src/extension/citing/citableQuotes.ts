import { Uri } from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { linesHash, linesOf } from '../../citations/anchor.ts';
import type { DraftQuote } from '../../citations/draft.ts';
import type { Citation, DigestQuote, Trace } from '../../protocol/trace.ts';
import { digestOf } from '../../trace/digest.ts';
import type { App } from '../app.ts';
import { sourceTextOf, type SourceTextApp } from './extractedDocument.ts';
import { requireFolder } from '../openFolder.ts';

export type QuotingApp = SourceTextApp & Pick<App, 'logger'>;

/** The quotes of a run's digest that can be cited. Those whose lines the run did not look at are left out if their document has changed. */
export async function citableQuotes(app: QuotingApp, trace: Trace): Promise<readonly DraftQuote[]> {
  const quotes = await Promise.all(
    digestOf(trace).map(async (quote): Promise<DraftQuote | undefined> => {
      const hash = quote.linesHash ?? (await hashOfLines(app, quote));
      return hash === undefined ? undefined : draftOf(quote, hash);
    }),
  );
  return quotes.flatMap((one) => one ?? []);
}

function draftOf({ lead, isCutBefore, isCutAfter, ...place }: DigestQuote, hash: string): DraftQuote {
  const { n, path, startLine, endLine, page, quote, text = quote, documentHash, nodeId, passageId } = place;
  const where = { path, startLine, endLine, ...(page === undefined ? {} : { page }) };
  const citation: Citation = { n, ...where, quote, text, documentHash, nodeId, passageId, linesHash: hash };
  return { lead, text, isCutBefore: isCutBefore === true, isCutAfter: isCutAfter === true, citation };
}

async function hashOfLines(app: QuotingApp, { path, startLine, endLine, documentHash }: DigestQuote): Promise<string | undefined> {
  try {
    const source = await sourceTextOf(app, Uri.joinPath(requireFolder(app.folder()).uri, path));
    return source.documentHash === documentHash ? linesHash(linesOf(source.text).slice(startLine - 1, endLine)) : undefined;
  } catch (error) {
    app.logger.log('warn', 'insert', `${path} is not quoted: ${messageOf(error)}`);
    return undefined;
  }
}
