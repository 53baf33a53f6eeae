import { t } from '@vscode/l10n';
import { env, window, workspace, type Uri } from 'vscode';
import * as z from 'zod';
import { openInEditor, type EncodingApp } from '../documents/documentEncoding.ts';
import { ExtractedDocuments } from '../documents/extractedDocument.ts';
import type { Citation } from '../../protocol/trace.ts';
import { runIdOf } from '../runs/questionsView.ts';
import type { CitedPlace, SourcePlace } from '../viewIds.ts';
import { performGesture } from '../viewer/pdfGestures.ts';
import { PdfViewers } from '../viewer/pdfViewers.ts';
import { answerNow } from './answerNow.ts';
import { ChangedSources } from './changedSources.ts';
import { answerToCopy, insertAnswer, insertCited, insertQuote, quoteToCopy } from './insertAnswer.ts';
import { LastTextEditor } from './lastTextEditor.ts';
import { openCitation, openSource, type SourceOpener } from './openSource.ts';
import { SourceHighlight } from './sourceHighlight.ts';
import type { Uses } from '../parts.ts';

export type CitingParts = Uses<'owned' | 'actions' | 'index' | 'runs'> & EncodingApp & { readonly extensionUri: Uri };

/** Citations: opening them, inserting and copying answers, and noticing that cited words have changed. */
export function registerCiting(parts: CitingParts): SourceOpener & { readonly changedSources: ChangedSources } {
  const { owned, actions, logger, index, runs } = parts;
  const changedSources: ChangedSources = owned.add(
    new ChangedSources({
      index,
      runs,
      async compare(runId) {
        const trace = await runs.trace(runId);
        return trace.finished ? (await answerNow({ ...parts, changedSources }, trace)).changed : [];
      },
      logger,
    }),
  );
  const features = {
    ...parts,
    changedSources,
    extracted: owned.add(new ExtractedDocuments(parts)),
    highlight: owned.add(new SourceHighlight()),
    lastTextEditor: owned.add(new LastTextEditor()),
  };
  const gestures = { ...features, insertCited: (citation: Citation) => insertCited(features, citation) };
  const viewers = owned.add(new PdfViewers({ ...parts, perform: (uri, gesture) => performGesture(gestures, uri, gesture) }));
  const app = { ...features, viewers };
  // Also of documents that are not indexed automatically.
  owned.add(workspace.onDidSaveTextDocument(() => changedSources.soon()));
  const opener: SourceOpener = {
    openSource: (place) => openSource(app, place),
    openCitation: (place) => openCitation(app, place),
    openDocument: (uri, options) => openInEditor(app, uri, options),
  };
  actions.commands({
    // A run, or a run with the quotes that are to follow its answer.
    'ariadne.insertAnswer': (argument) =>
      insertAnswer(app, { runId: runIdOf(argument), quotes: withQuotes.safeParse(argument).data?.quotes }),
    // The arguments come from our tree items and hover links.
    'ariadne.openSource': (place) => opener.openSource(place as SourcePlace),
    'ariadne.openCitation': (place) => opener.openCitation(place as CitedPlace),
    'ariadne.openDocument': (uri) => opener.openDocument(uri as Uri),
  });
  actions.messages({
    'insert-answer': (insertion) => insertAnswer(app, insertion),
    'open-source': (place) => opener.openSource({ ...place, runId: runs.shownId }),
    'open-citation': ({ citation }) => opener.openCitation({ ...citation, beside: false }),
    'copy-answer': async ({ runId, quotes }) => copy(t('Answer'), await answerToCopy(app, await runs.trace(runId), quotes)),
    'insert-quote': ({ runId, n }) => insertQuote(app, runId, n),
    'copy-quote': async ({ runId, n }) => copy(t('Quote'), await quoteToCopy(app, await runs.trace(runId), n)),
  });
  return { ...opener, changedSources };
}

const withQuotes = z.object({ quotes: z.array(z.number()) });

/** @param content nothing is copied without */
async function copy(what: string, content: string | undefined): Promise<void> {
  if (content === undefined) return;
  await env.clipboard.writeText(content);
  window.setStatusBarMessage(`$(check) ${t('{0} copied', what)}`, 4000);
}
