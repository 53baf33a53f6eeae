/** Citing a passage for a sentence: the one that a check has found, or one from a list. */
import { t } from '@vscode/l10n';
import { WorkspaceEdit, window, workspace, type Selection, type TextDocument } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import type { Checked } from '../../citations/findings.ts';
import type { TextRange } from '../../citations/readText.ts';
import { plainWords, sentenceAt } from '../../citations/sentenceAt.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import type { CitationSyntax } from '../../citations/syntaxes/syntax.ts';
import { wholeCitations } from '../../citations/writeKey.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { readOnly } from '../citing/insertAnswer.ts';
import { pathIn, requireOpenFolder } from '../openFolder.ts';
import type { CheckingApp } from './app.ts';
import { citeSource } from './citeSource.ts';
import { pickSource } from './sourcePicker.ts';

/** A citation in a document, as the commands of quick fixes get it. */
export interface CitationPlace {
  readonly document: TextDocument;
  readonly citation: Checked;
}

/** Cites the lines that support a claim best. */
export async function citeEvidence(app: CheckingApp, { document, citation }: CitationPlace, withQuote: boolean): Promise<void> {
  const { evidence, range, form } = citation;
  if (!evidence) return;
  if (form === 'none') return citeSource(app, document, { start: range.end, end: range.end }, evidence, withQuote);
  if (form === 'link') return citeSource(app, document, range, evidence, withQuote);
  const syntax = syntaxOf(document.uri.path, document.languageId);
  if (!syntax) return;
  // A key stays: it names the document.
  const edit = new WorkspaceEdit();
  const [whole = range] = wholeCitations(document.getText(), syntax.id, [range]);
  edit.insert(document.uri, document.positionAt(whole.start), `${syntax.escape(`“${evidence.quote}”`)} `);
  await workspace.applyEdit(edit);
}

/**
 * `ariadne.findSources`: lists passages that a sentence could cite, and cites the one that is chosen.
 * @param given of a quick fix; by default the sentence at the cursor
 */
export async function findSources(app: CheckingApp, given: CitationPlace | undefined): Promise<void> {
  const folder = requireOpenFolder(app.folder());
  const editor = window.activeTextEditor;
  const document = given?.document ?? editor?.document;
  const syntax = document && syntaxOf(document.uri.path, document.languageId);
  if (!document || !syntax) throw readOnly(document?.fileName ?? folder.name);
  const text = document.getText();
  const checked = app.checks.of(document)?.citations.filter(({ form }) => form !== 'none') ?? [];
  const ranges = [...checked, ...syntax.parse(text)].map(({ range }) => range);
  const cited = wholeCitations(text, syntax.id, ranges);
  const isReplaced = given !== undefined && given.citation.form !== 'none';
  const claim = given
    ? (given.citation.claim ?? given.citation.range)
    : editor && selectedIn(document, editor.selection, { syntax, cited });
  if (!claim)
    throw new AriadneError('nothing-selected', t('No sentence is at the cursor. Place it in one, or select the words to search for.'));
  const { source, evidence } = given?.citation ?? {};
  const chosen = await pickSource(app, {
    title: isReplaced ? t('Find a Better Source') : t('What Else Here Is about This?'),
    text: plainWords(text, claim, cited, syntax),
    path: pathIn(folder, document.uri),
    ...(source ? { near: { path: source.path, startLine: evidence?.startLine ?? source.startLine ?? 1 } } : {}),
  });
  if (!chosen) return;
  const end = claim.start + text.slice(claim.start, claim.end).trimEnd().length;
  const place = isReplaced ? { ...given.citation.range, key: given.citation.key } : { start: end, end };
  await citeSource(app, document, place, chosen.source, chosen.withQuote);
}

function selectedIn(
  document: TextDocument,
  selection: Selection,
  { syntax, cited }: { readonly syntax: CitationSyntax; readonly cited: readonly TextRange[] },
): TextRange | undefined {
  const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
  return start < end ? { start, end } : sentenceAt(document.getText(), end, { syntax, cited, language: assumedLanguage });
}
