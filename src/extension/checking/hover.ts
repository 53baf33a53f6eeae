import { Hover, MarkdownString, Range, Uri, languages, workspace, type Disposable, type TextDocument } from 'vscode';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import type { ParsedCitation } from '../../citations/syntaxes/syntax.ts';
import type { TextRange } from '../../citations/readText.ts';
import { hoverMarkdown, type HoverFacts, referenceMarkdown } from './citationHover.ts';
import type { Checks } from './app.ts';
import type { CommandId } from '../contributions.ts';
import { innerCommands, type InnerCommandId, type CitedPlace } from '../viewIds.ts';
import { currentSource } from '../documents/currentSource.ts';
import { placeIn } from '../openFolder.ts';
import type { Uses } from '../parts.ts';

interface HoverApp extends Uses<'folder' | 'logger' | 'settings' | 'engine' | 'runs'> {
  readonly checks: Checks;
}

/** Notebook cells have a different scheme. */
const documents = ['file', 'untitled', 'vscode-notebook-cell'].map((scheme) => ({ scheme }));

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Hovers over citations in documents of any language show the cited lines as they are now. Reads only files of the workspace; the engine
 * extracts text where needed.
 */
export function registerHover(app: HoverApp): Disposable {
  return languages.registerHoverProvider(documents, {
    async provideHover(document, position) {
      const written = document.getText();
      const offset = document.offsetAt(position);
      const holds = ({ start, end }: TextRange): boolean => start <= offset && offset <= end;
      const isCiting = written.includes('ariadne:');
      const citations = (isCiting ? syntaxOf(document.uri.path, document.languageId)?.parse(written) : undefined) ?? [];
      const citation =
        citations.find(({ range }) => holds(range)) ?? citations.find(({ definition }) => definition !== undefined && holds(definition));
      const checked = app.checks.of(document)?.citations.find((one) => one.form !== 'none' && holds(one.range));
      if (citation) {
        const uri = targetOf(app, document, citation);
        if (!uri || !workspace.getWorkspaceFolder(uri)) return undefined;
        const known = app.runs.findCitation(citation.id);
        const node = known?.trace.nodes.find((candidate) => candidate.id === known.citation.nodeId);
        const facts = {
          citation,
          ...(checked ? { checked } : {}),
          ...(known ? { quote: known.citation.quote, askAgainLink: commandLink('ariadne.askAgain', known.trace.runId) } : {}),
          ...(node ? { citedFor: node.resolvedText ?? node.text } : {}),
        };
        const text = await linesNow(app, uri, facts, known?.citation.page ?? checked?.source?.page);
        return hoverOf(document, text, citation.definition && holds(citation.definition) ? citation.definition : citation.range);
      }
      const folder = app.folder();
      if (!checked || !folder) return undefined;
      const { evidence, source, range } = checked;
      if (!evidence) {
        const whole = source && {
          path: source.path,
          startLine: source.startLine ?? 1,
          endLine: source.endLine ?? 1,
          linesHash: '',
          beside: false,
        };
        return hoverOf(document, referenceMarkdown(checked, whole && commandLink(innerCommands.openCitation, whole)), range);
      }
      const { path, startLine, endLine, linesHash: id, quote } = evidence;
      return hoverOf(
        document,
        await linesNow(app, Uri.joinPath(folder.uri, path), { citation: { path, startLine, endLine, id }, checked, quote }, evidence.page),
        range,
      );
    },
  });
}

/** The lines as they are now. The user did not explicitly request a hover, so it reads no large file. */
async function linesNow(
  app: HoverApp,
  uri: Uri,
  facts: Omit<HoverFacts, 'source' | 'unreadable' | 'openLink'>,
  page?: number,
): Promise<string> {
  const { citation, quote } = facts;
  const openLink = (startLine: number, endLine: number): string => {
    const place: CitedPlace = {
      path: citation.path,
      uri: uri.toString(),
      startLine,
      endLine,
      linesHash: citation.id,
      beside: false,
      page,
      ...(quote === undefined ? {} : { quote }),
    };
    return commandLink(innerCommands.openCitation, place);
  };
  return hoverMarkdown({ ...facts, ...(await currentSource(app, uri, MAX_BYTES)), openLink });
}

function hoverOf(document: TextDocument, text: string, { start, end }: TextRange): Hover {
  const markdown = new MarkdownString(text, true);
  markdown.isTrusted = { enabledCommands: [innerCommands.openCitation, 'ariadne.askAgain' satisfies CommandId] };
  return new Hover(markdown, new Range(document.positionAt(start), document.positionAt(end)));
}

export function commandLink(command: CommandId | InnerCommandId, argument: unknown): string {
  // `encodeURIComponent` does not encode parentheses, and one would end the link.
  const encoded = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `command:${command}?${encoded}`;
}

/** Links are relative to the document's folder; in a document without a file, to the indexed folder. */
function targetOf(app: HoverApp, document: TextDocument, citation: ParsedCitation): Uri | undefined {
  const notebook = workspace.notebookDocuments.find((open) => open.getCells().some((cell) => cell.document === document));
  const holder = notebook ?? document;
  const base = holder.isUntitled ? app.folder()?.uri : Uri.joinPath(holder.uri, '..');
  return base && placeIn(base, citation.path);
}
