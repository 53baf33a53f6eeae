/** From a citation to its source, and from a source to what cites it. */
import { t } from '@vscode/l10n';
import {
  DocumentLink,
  Location,
  Range,
  Uri,
  languages,
  workspace,
  type CancellationToken,
  type Disposable,
  type LocationLink,
  type Position,
  type TextDocument,
} from 'vscode';
import { LineTable } from '../../base/lines.ts';
import { oneLine, shortened } from '../../base/plainText.ts';
import { count } from '../../base/amounts.ts';
import type { Checked } from '../../citations/findings.ts';
import { isExtracted } from '../documents/extractedDocument.ts';
import { pathOf } from '../index/explainFile.ts';
import { chooseFrom } from '../inputs.ts';
import { showMessage } from '../messages.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { innerCommands, type CitedPlace } from '../viewIds.ts';
import { withSignal } from '../withSignal.ts';
import { checkFiles, documentsAt } from './checkFiles.ts';
import { citingDocuments } from './citingDocuments.ts';
import { rangeIn } from './diagnostics.ts';
import { commandLink } from './hover.ts';
import type { CheckingApp } from './app.ts';

export function registerNavigation(app: CheckingApp): readonly Disposable[] {
  const citationAt = (document: TextDocument, position: Position): Checked | undefined =>
    app.checks.of(document)?.citations.find(({ range, form }) => form !== 'none' && rangeIn(document, range).contains(position));
  return [
    languages.registerDefinitionProvider(citingDocuments, {
      async provideDefinition(document, position, token): Promise<LocationLink[]> {
        const citation = citationAt(document, position);
        const folder = app.folder();
        if (!citation || !folder) return [];
        const place = placeOf(citation);
        const originSelectionRange = rangeIn(document, citation.range);
        if (!place) return entryOf(app, folder, document, citation, signalOf(token));
        // What is not text has a link, which opens it at the place.
        if (isExtracted(place.path)) return [];
        const targetRange = new Range(place.startLine - 1, 0, place.endLine - 1, Number.MAX_SAFE_INTEGER);
        return [{ originSelectionRange, targetUri: Uri.joinPath(folder.uri, place.path), targetRange }];
      },
    }),
    languages.registerDocumentLinkProvider(citingDocuments, {
      provideDocumentLinks: (document) =>
        (app.checks.of(document)?.citations ?? []).flatMap((citation) => {
          const place = placeOf(citation);
          if (!place || !isExtracted(place.path)) return [];
          const link = new DocumentLink(rangeIn(document, citation.range), Uri.parse(commandLink(innerCommands.openCitation, place)));
          return [Object.assign(link, { tooltip: t('Open {0}', citation.source?.title ?? place.path) })];
        }),
    }),
    languages.registerReferenceProvider(citingDocuments, {
      async provideReferences(document, position, _context, token) {
        const { form, source } = citationAt(document, position) ?? {};
        const folder = app.folder();
        // VS Code itself lists the links of Markdown.
        const isListed = form === 'link' && document.languageId === 'markdown';
        if (!source || !folder || isListed) return [];
        return (await citing(app, folder, source.path, signalOf(token))).map(({ location }) => location);
      },
    }),
  ];
}

/** The lines that a citation leads to: those that it names, or those that say most of its claim. */
export function placeOf({ source, evidence, form, movedTo }: Checked): CitedPlace | undefined {
  if (evidence && form !== 'link') return { ...evidence, beside: false };
  if (!source?.path) return undefined;
  const { path, startLine = 1, endLine = startLine } = source;
  return { path, startLine, endLine, ...movedTo, linesHash: '', beside: false };
}

/** The entry of a key whose document the folder does not have. */
async function entryOf(
  app: CheckingApp,
  folder: OpenFolder,
  document: TextDocument,
  { key, range }: Checked,
  signal: AbortSignal,
): Promise<LocationLink[]> {
  const path = pathIn(folder, document.uri);
  if (key === undefined || path === undefined) return [];
  const { entries } = await app.engine.request('bibliography', { path, text: document.getText(), wanted: { key }, most: 1 }, { signal });
  const [entry] = entries;
  if (!entry || entry.offset < 0) return [];
  const targetUri = entry.bibliography === '' ? document.uri : Uri.joinPath(folder.uri, entry.bibliography);
  const at = (await workspace.openTextDocument(targetUri)).positionAt(entry.offset);
  return [{ originSelectionRange: rangeIn(document, range), targetUri, targetRange: new Range(at, at) }];
}

interface CitingPlace {
  readonly location: Location;
  readonly path: string;
  readonly line: number;
  readonly claim: string;
}

/** Where documents of the folder cite a source, at most 5,000 documents. @throws AbortError */
async function citing(
  app: CheckingApp,
  folder: OpenFolder,
  path: string,
  signal: AbortSignal,
  looked?: (of: number) => void,
): Promise<readonly CitingPlace[]> {
  const uris = await documentsAt(folder.uri);
  const found: CitingPlace[] = [];
  for await (const { uri, ...checked } of checkFiles(app, uris, { signal, claims: 'none' })) {
    looked?.(uris.length);
    if ('problem' in checked) continue;
    const citations = checked.citations.filter(({ source, form }) => source?.path === path && form !== 'none');
    if (citations.length === 0) continue;
    const lines = new LineTable(checked.text);
    const positionOf = (offset: number): [line: number, character: number] => {
      const line = lines.lineAt(offset);
      return [line, offset - lines.startOf(line)];
    };
    for (const { range, claim = range } of citations) {
      const at = new Range(...positionOf(range.start), ...positionOf(range.end));
      const words = shortened(oneLine(checked.text.slice(claim.start, claim.end)), longestClaim);
      found.push({ location: new Location(uri, at), path: pathIn(folder, uri) ?? uri.path, line: at.start.line + 1, claim: words });
    }
  }
  return found;
}

/** In characters. */
const longestClaim = 200;

/**
 * `ariadne.findCiting`: lists where documents of the folder cite a source.
 * @param argument as for `pathOf`, or a row of the Sources view
 */
export async function findCiting(app: CheckingApp, argument: unknown): Promise<void> {
  const folder = requireOpenFolder(app.folder());
  const path = isSource(argument) ? argument.path : pathOf(folder, argument);
  const found = await withSignal(t('Looking for citations'), (signal, shown) =>
    citing(app, folder, path, signal, (of) => shown.report({ increment: 100 / of })),
  );
  if (found.length === 0) return void showMessage('information', t('No document of the folder cites "{0}".', path));
  await chooseFrom(
    found.map(({ location, path: citingPath, line, claim }) => ({
      icon: 'quote',
      label: `${citingPath}:${line}`,
      detail: claim,
      choose: () => app.openDocument(location.uri, { selection: location.range }),
    })),
    { title: t('{0} of {1}', count(found.length, 'citation'), path) },
  );
}

function isSource(argument: unknown): argument is { readonly kind: 'source'; readonly path: string } {
  return typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'source';
}

export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
