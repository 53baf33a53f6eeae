/** What people do with words of a PDF, and with the PDF. */
import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { Range, TextEditorRevealType, ViewColumn, commands, window, type Uri } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { findQuote } from '../../citations/findQuote.ts';
import { agentTools, type FoundPlace } from '../../protocol/agentTools.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { Citation } from '../../protocol/trace.ts';
import type { CommandId } from '../contributions.ts';
import { sourceTextOf, type ExtractedDocuments } from '../documents/extractedDocument.ts';
import { openOriginal } from '../documents/openOriginal.ts';
import { chooseFrom } from '../inputs.ts';
import { showMessage } from '../messages.ts';
import { pathIn, requireOpenFolder } from '../openFolder.ts';
import type { Uses } from '../parts.ts';
import { requireTrust } from '../requireTrust.ts';
import { innerCommands, type CitedPlace } from '../viewIds.ts';
import { withSignal } from '../withSignal.ts';
import type { PdfGesture } from './pdfViewers.ts';
import { placeOfSelection } from './placeOfSelection.ts';

export interface GestureApp extends Uses<'engine' | 'folder' | 'settings'> {
  readonly extracted: ExtractedDocuments;
  /** Inserts words with their citation where an answer would be. */
  readonly insertCited: (citation: Citation) => Promise<void>;
}

type Words = Extract<PdfGesture, { readonly kind: 'ask' | 'cite' | 'verify' }>;

export async function performGesture(app: GestureApp, uri: Uri, gesture: PdfGesture): Promise<void> {
  switch (gesture.kind) {
    case 'ask':
      return void (await commands.executeCommand('ariadne.askSelection' satisfies CommandId, { text: gesture.text }));
    case 'cite':
      return cite(app, uri, gesture);
    case 'verify':
      return verify(app, gesture);
    case 'open-default':
      return openOriginal(uri);
    case 'show-text':
      return showText(app, uri, gesture);
  }
}

async function cite(app: GestureApp, uri: Uri, { text, page, lastPage, pages }: Extract<Words, { kind: 'cite' }>): Promise<void> {
  const { text: source, documentHash } = await sourceTextOf(app, uri);
  const place = placeOfSelection(source, { text, page, pages });
  const path = pathIn(requireOpenFolder(app.folder()), uri);
  if (!place || path === undefined)
    throw new AriadneError(
      'words-not-read',
      t(
        'These words are not in the text that was read of this document, so a citation of them could not be checked later. Select others, such as a whole sentence.',
      ),
    );
  const where = { path, page, ...(lastPage > page ? { lastPage } : {}), documentHash, nodeId: '', passageId: '' };
  await app.insertCited({ n: 1, ...where, ...place });
}

async function verify(app: GestureApp, { text }: Words): Promise<void> {
  requireTrust();
  const { models, budget, agentLimits: limits, agentContext: context } = app.settings();
  const call = { tool: 'ariadne_verify_quote' as const, input: { text }, runId: randomUUID(), models, budget: budget(), limits, context };
  const result = await withSignal(t('Looking up the quote'), (signal) => app.engine.request('agentTool', call, { signal }));
  const { found, places, differences = [] } = agentTools.ariadne_verify_quote.output.parse(result);
  if (found === 'not-found') {
    void showMessage('information', t('No document of this folder has these words. A scanned or new document is not read yet.'));
    return;
  }
  const [difference] = differences;
  const differs =
    difference === undefined
      ? t('Nearly the same words')
      : t('Nearly the same words: “{0}” instead of “{1}”', difference.has, difference.said);
  await chooseFrom(
    places.map((place) => ({
      icon: found === 'verbatim' ? 'verified' : 'diff',
      label: place.document,
      facts: [place.path, placeWords(place)],
      detail: place.text,
      choose: () => commands.executeCommand(innerCommands.openCitation, citedPlace(place)),
    })),
    {
      title: found === 'verbatim' ? t('Found Word for Word') : t('Found with Differences'),
      placeHolder: found === 'verbatim' ? t('Choose a place to open it') : differs,
    },
  );
}

function citedPlace({ path, startLine, endLine, page, text }: FoundPlace): CitedPlace {
  return { path, startLine, endLine, page, quote: text, linesHash: '', beside: false };
}

/** The text that was read, at what the page in view begins with. */
async function showText({ extracted }: GestureApp, uri: Uri, { lines, share }: Extract<PdfGesture, { kind: 'show-text' }>): Promise<void> {
  const { document } = await extracted.open(uri);
  const text = document.getText();
  const from = Math.max(0, Math.floor(share * text.length) - charsAround);
  const near = text.slice(from, from + 2 * charsAround);
  const found = lines.map((line) => findQuote(near, line)).find((place) => place !== undefined);
  const start = document.positionAt(found ? from + found.start : Math.floor(share * text.length));
  const editor = await window.showTextDocument(document, { viewColumn: ViewColumn.Active, selection: new Range(start, start) });
  editor.revealRange(new Range(start, start), TextEditorRevealType.AtTop);
}

/** How far from where pages of equal length would have it a page's text is looked for. */
const charsAround = 40_000;
