/** `ariadne.checkCitations`: checks a document or a folder, and shows a report. */
import { t } from '@vscode/l10n';
import { Uri, ViewColumn, commands, window } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import type { EncodingApp } from '../documents/documentEncoding.ts';
import { pathIn, requireOpenFolder } from '../openFolder.ts';
import { documentHtml } from '../panel/pageHtml.ts';
import { requireTrust } from '../requireTrust.ts';
import { innerCommands, reportViewType, type CitedPlace } from '../viewIds.ts';
import { withSignal } from '../withSignal.ts';
import { checkFiles, documentsAt } from './checkFiles.ts';
import { commandLink } from './hover.ts';
import { reportMarkdown, type CheckedText, type ReportFacts } from './report.ts';

/**
 * Shows it as VS Code's Markdown does, without scripts. In a preview, links would open a PDF in the user's viewer, at its first page.
 * @param report see `reportMarkdown`, whose links are commands
 */
async function showReport(name: string, report: string): Promise<void> {
  const panel = window.createWebviewPanel(reportViewType, t('Citations in {0}', name), ViewColumn.Active, {
    enableFindWidget: true,
    enableCommandUris: [innerCommands.openCitation],
    localResourceRoots: [],
  });
  panel.webview.html = documentHtml(await commands.executeCommand<string>('markdown.api.render', report));
}

/**
 * @param argument a document or a folder; by default the active document
 * @param selected what else is selected in the Explorer
 */
export async function checkCitations(app: EncodingApp, argument: unknown, selected: unknown): Promise<void> {
  requireTrust();
  const folder = requireOpenFolder(app.folder());
  const chosen = Array.isArray(selected) ? selected.filter((one) => one instanceof Uri) : [];
  const asked = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (!asked)
    throw new AriadneError('document-unreadable', t('No document is open. Open one with citations, or choose a folder in the Explorer.'));
  const places = chosen.length > 1 ? chosen : [asked];
  const name = places.length > 1 ? t('{0} places', places.length) : (pathIn(folder, asked) ?? asked.path.split('/').at(-1) ?? folder.name);
  const documents: CheckedText[] = [];
  const failed: { path: string; reason: string }[] = [];
  let [looked, all] = [0, 0];
  await withSignal(t('Checking citations'), async (signal, shown) => {
    const uris = (await Promise.all(places.map(documentsAt))).flat();
    all = uris.length;
    try {
      for await (const { uri, ...checked } of checkFiles(app, uris, { signal, ...(all === 1 ? { gaps: 'all' } : {}) })) {
        const path = pathIn(folder, uri) ?? uri.path;
        shown.report({ message: path, increment: 100 / all });
        const reason = 'problem' in checked ? checked.problem : checked.incomplete;
        if (reason !== undefined) failed.push({ path, reason });
        if ('citations' in checked && checked.citations.length > 0) documents.push({ path, ...checked });
        looked++;
      }
    } catch (error) {
      // What was found until then is shown.
      if (!isAbort(error)) throw error;
    }
  });
  const linkTo: ReportFacts['linkTo'] = ({ path, startLine, endLine, page, quote }) => {
    const place: CitedPlace = { path, startLine, endLine, page, linesHash: '', beside: false, ...(quote === undefined ? {} : { quote }) };
    return commandLink(innerCommands.openCitation, place);
  };
  await showReport(name, reportMarkdown({ name, documents, looked, all, failed, linkTo }));
}
