import { Uri } from 'vscode';
import { messageOf } from '../base/errors.ts';
import { linesHash, linesOf } from '../citations/anchor.ts';
import type { QuotedPassage } from '../citations/draft.ts';
import type { Trace } from '../protocol/trace.ts';
import { type BestPassage, bestPassages } from '../trace/bestPassages.ts';
import type { App } from './app.ts';
import { sourceTextOf, type SourceTextApp } from './extractedDocument.ts';
import { requireFolder } from './openFolder.ts';

export type QuotingApp = SourceTextApp & Pick<App, 'logger'>;

const mostPassages = 3;

/**
 * The closest passages of a run without an answer, as they can be cited now; none if there is an answer. Passages that have changed since
 * are left out.
 */
export async function quotedPassages(app: QuotingApp, trace: Trace): Promise<readonly QuotedPassage[]> {
  if (trace.answer !== null) return [];
  const quoted = await Promise.all(bestPassages(trace, mostPassages).map((best) => quotedPassage(app, best)));
  return quoted.flatMap((one) => one ?? []);
}

async function quotedPassage(app: QuotingApp, { passage, nodeId, quote, range, page }: BestPassage): Promise<QuotedPassage | undefined> {
  const { path, id: passageId } = passage;
  try {
    const { text, documentHash } = await sourceTextOf(app, Uri.joinPath(requireFolder(app.folder()).uri, path));
    if (documentHash !== passage.documentHash) return undefined;
    const at = { path, startLine: range.startLine + 1, endLine: Math.max(range.endLine, range.startLine + 1) };
    const hash = linesHash(linesOf(text).slice(at.startLine - 1, at.endLine));
    const citation = { n: 1, ...at, ...(page === undefined ? {} : { page }), quote, documentHash, nodeId, passageId, linesHash: hash };
    return { quote, citation };
  } catch (error) {
    app.logger.log('warn', 'insert', `${path} is not quoted: ${messageOf(error)}`);
    return undefined;
  }
}
