/** Has the engine check the citations of a text, without what the user has called fine. */
import { t } from '@vscode/l10n';
import type { Uri } from 'vscode';
import { yieldToEventLoop } from '../../base/abort.ts';
import type { Checked } from '../../citations/findings.ts';
import type { Gaps } from '../../protocol/documentCheck.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import type { Uses } from '../parts.ts';
import type { Findings } from './latestChecks.ts';
import { acceptedIn } from './acceptFinding.ts';

/** A document as `TextDocument` has it, open or not. */
export interface CitingText {
  readonly uri: Uri;
  readonly languageId?: string;
  readonly getText: () => string;
}

export type CheckTextApp = Uses<'folder' | 'settings' | 'engine'>;

export interface CheckOptions {
  readonly signal: AbortSignal;
  /** Default: as the settings say. */
  readonly claims?: 'words' | 'none';
  /** Claims without a citation. Default: as the settings say, those that a document supports. */
  readonly gaps?: Gaps;
}

/** None of a document outside of the folder. */
export async function checkText(app: CheckTextApp, document: CitingText, options: CheckOptions): Promise<Findings> {
  const { uri } = document;
  const path = checkedPath(requireOpenFolder(app.folder()), document);
  if (path === undefined) return { citations: [] };
  const text = document.getText();
  const { check } = app.settings();
  const { signal, claims = check === 'citations' ? 'none' : 'words' } = options;
  const gaps = options.gaps ?? (check === 'citations-claims-and-gaps' && claims === 'words' ? 'supported' : undefined);
  const [{ citations, unjudged }, accepted] = await Promise.all([
    app.engine.request('checkText', { path, text, claims, gaps }, { signal }),
    acceptedIn(uri),
  ]);
  // Reading the reply and showing it are separate tasks, so that neither holds other extensions for long.
  await yieldToEventLoop();
  const problem =
    unjudged === undefined ? undefined : t('The comparison model has not judged your sentences, so rules alone decide. {0}', unjudged);
  return { citations: citations.map((citation) => accepted.mark<Checked>(text, citation)), problem };
}

/** The path of a document, relative to the folder; one without a file counts as being in it. Undefined outside of the folder. */
export function checkedPath(folder: OpenFolder, { uri, languageId }: CitingText): string | undefined {
  return uri.scheme === 'untitled' ? `untitled${extensions[languageId ?? ''] ?? '.md'}` : pathIn(folder, uri);
}

const extensions: Readonly<Record<string, string>> = {
  latex: '.tex',
  restructuredtext: '.rst',
  asciidoc: '.adoc',
  org: '.org',
  plaintext: '.txt',
};
