import { Hover, MarkdownString, Range, Uri, languages, workspace } from 'vscode';
import type { Disposable, TextDocument } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { parseCitations } from '../citations/links.ts';
import type { ParsedCitation } from '../citations/links.ts';
import type { App } from './app.ts';
import { hoverMarkdown } from './citationHover.ts';
import { innerCommands } from './contributions.ts';
import type { CitedPlace } from './openSource.ts';

type HoverApp = Pick<App, 'runs' | 'folder' | 'logger'>;

const MAX_BYTES = 8 * 1024 * 1024;

/** Hovers over citation links in Markdown: the cited lines as they are now. Reads files of the workspace only; the engine is not needed. */
export function registerHover(app: HoverApp): Disposable {
  return languages.registerHoverProvider('markdown', {
    async provideHover(document, position) {
      const offset = document.offsetAt(position);
      const citation = parseCitations(document.getText()).find(({ range }) => range.start <= offset && offset <= range.end);
      if (!citation) return undefined;
      const uri = targetOf(app, document, citation);
      if (!uri || !workspace.getWorkspaceFolder(uri)) return undefined;
      const known = app.runs.findCitation(citation.id);
      const node = known?.trace.nodes.find((candidate) => candidate.id === known.citation.nodeId);
      const openLink = (startLine: number, endLine: number): string => {
        const place: CitedPlace = {
          path: citation.path,
          uri: uri.toString(),
          startLine,
          endLine,
          linesHash: citation.id,
          beside: false,
          ...(known ? { quote: known.citation.quote } : {}),
        };
        return `command:${innerCommands.openCitation}?${encodeURIComponent(JSON.stringify([place]))}`;
      };
      const text = hoverMarkdown({
        citation,
        source: await textOf(app, uri),
        openLink,
        ...(known ? { quote: known.citation.quote } : {}),
        ...(node ? { citedFor: node.resolvedText ?? node.text } : {}),
      });
      const markdown = new MarkdownString(text, true);
      markdown.isTrusted = { enabledCommands: [innerCommands.openCitation] };
      return new Hover(markdown, new Range(document.positionAt(citation.range.start), document.positionAt(citation.range.end)));
    },
  });
}

/** Links start from the folder of the document; in a document without a file, from the indexed folder. */
function targetOf(app: HoverApp, document: TextDocument, citation: ParsedCitation): Uri | undefined {
  const base = document.isUntitled ? app.folder()?.uri : Uri.joinPath(document.uri, '..');
  return base && Uri.joinPath(base, citation.path);
}

/** Undefined when there is no such document; unsaved changes count. */
async function textOf(app: HoverApp, uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    if ((await workspace.fs.stat(uri)).size > MAX_BYTES) return undefined;
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch (error) {
    if (isAbort(error)) throw error;
    app.logger.log('debug', 'hover', messageOf(error));
    return undefined;
  }
}
