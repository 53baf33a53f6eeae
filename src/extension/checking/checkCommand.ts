/** `ariadne.checkCitations`: checks a document or a folder, and shows a report. */
import { t } from '@vscode/l10n';
import { Uri, commands, window } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import type { EncodingApp } from '../documents/documentEncoding.ts';
import { pathIn, requireOpenFolder } from '../openFolder.ts';
import { encodePath } from '../../citations/syntaxes/places.ts';
import { requireTrust } from '../requireTrust.ts';
import { withSignal } from '../withSignal.ts';
import { checkFiles, documentsAt } from './checkFiles.ts';
import { reportMarkdown, type CheckedText, type ReportFacts } from './report.ts';

export const reportScheme = 'ariadne-check';

/** Reports by the address of their document. */
export class Reports {
  readonly #texts = new Map<string, string>();

  readonly provider = { provideTextDocumentContent: (uri: Uri): string => this.#texts.get(uri.toString()) ?? '' };

  /** Opens it in a separate preview: VS Code's shared Markdown preview follows the active document. */
  async show(name: string, text: string): Promise<void> {
    // An address that is open already would show the old text.
    const uri = Uri.from({
      scheme: reportScheme,
      path: `/${t('Citations in {0}', name.replaceAll('/', '∕'))}`,
      query: String(this.#texts.size),
    });
    this.#texts.set(uri.toString(), text);
    await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', { preview: false });
  }
}

/**
 * @param argument a document or a folder; by default the active document
 * @param selected what else is selected in the Explorer
 */
export async function checkCitations(app: EncodingApp, reports: Reports, argument: unknown, selected: unknown): Promise<void> {
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
      for await (const { uri, ...checked } of checkFiles(app, uris, { signal })) {
        const path = pathIn(folder, uri) ?? uri.path;
        shown.report({ message: path, increment: 100 / all });
        if ('problem' in checked) failed.push({ path, reason: checked.problem });
        else if (checked.citations.length > 0) documents.push({ path, ...checked });
        looked++;
      }
    } catch (error) {
      // What was found until then is shown.
      if (!isAbort(error)) throw error;
    }
  });
  // From the top of the folder: the preview follows no address of a file.
  const linkTo: ReportFacts['linkTo'] = (path, line) => `/${encodePath(path)}#L${line}`;
  await reports.show(name, reportMarkdown({ name, documents, looked, all, failed, linkTo }));
}
