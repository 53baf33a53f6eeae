/** Quick fixes of what a check has found. */
import { t } from '@vscode/l10n';
import { CodeAction, CodeActionKind, Uri, WorkspaceEdit, languages, type Disposable, type TextDocument } from 'vscode';
import { linesHash, linesOf } from '../../citations/anchor.ts';
import { findingOf, type Finding } from '../../citations/findings.ts';
import { quotationBefore, withLines, withoutCitation, type Replacement } from '../../citations/rewrite.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { withoutKey } from '../../citations/writeKey.ts';
import { isGap } from '../../protocol/documentCheck.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import { plainLine, shortened } from '../../base/plainText.ts';
import type { CommandId } from '../contributions.ts';
import { currentSource } from '../documents/currentSource.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { innerCommands, type InnerCommandId } from '../viewIds.ts';
import type { CitationPlace } from './findSources.ts';
import { citingDocuments } from './citingDocuments.ts';
import { rangeIn } from './diagnostics.ts';
import type { CheckingApp } from './app.ts';

export function registerQuickFixes(app: CheckingApp): Disposable {
  const provider = {
    provideCodeActions: (document: TextDocument, range: Parameters<typeof document.validateRange>[0]): CodeAction[] =>
      (app.checks.of(document)?.citations ?? []).flatMap((citation) => {
        const finding = findingOf(citation);
        return finding && rangeIn(document, citation.range).intersection(range) ? fixesOf(app, { document, citation }, finding) : [];
      }),
    /** The lines of a changed source have to be read. */
    async resolveCodeAction(action: CodeAction) {
      if (action instanceof ToLinesNow) action.edit = await action.edited(app);
      return action;
    },
  };
  return languages.registerCodeActionsProvider(citingDocuments, provider, { providedCodeActionKinds: [CodeActionKind.QuickFix] });
}

function fixesOf(app: CheckingApp, place: CitationPlace, finding: Finding): CodeAction[] {
  const { document, citation } = place;
  const { range, form, sourceWords, evidence, movedTo } = citation;
  const text = document.getText();
  const syntax = syntaxOf(document.uri.path, document.languageId);
  const fixes: CodeAction[] = [];
  const edit = (title: string, changes: readonly Replacement[] | undefined): void => {
    if (changes) fixes.push(Object.assign(new CodeAction(title, CodeActionKind.QuickFix), { edit: editOf(document, changes) }));
  };
  const command = (title: string, id: CommandId | InnerCommandId, ...given: readonly unknown[]): void => {
    fixes.push(commandFix(title, id, place, ...given));
  };
  if (syntax) {
    const quotation = quotationBefore(text, range.start);
    // Where the source has other words in one place only, they are no quote to put in place of the whole.
    if (finding.code === 'quote-not-verbatim' && sourceWords !== undefined && quotation && isWhole(sourceWords, quotation))
      edit(t('Change the quote to “{0}”', shortened(sourceWords, longestTitle)), [{ ...quotation, text: syntax.escape(sourceWords) }]);
    const parsed = syntax.parse(text).find((one) => one.range.start === range.start);
    if (movedTo && parsed)
      edit(t('Update the citation to {0}', placeWords(movedTo)), withLines(text, syntax, range.start, { ...movedTo, id: parsed.id }));
    if (finding.code === 'source-changed' && parsed) fixes.push(new ToLinesNow(place));
  }
  const isOfClaim = finding.code.startsWith('claim-');
  if (evidence && isGap(citation))
    command(t('Cite this passage: “{0}”', shortened(evidence.quote, longestTitle)), innerCommands.citeEvidence, false);
  else if (evidence && isOfClaim && finding.code !== 'claim-contradicted' && form !== 'key' && form !== 'number')
    command(t('Cite {0}: “{1}”', placeWords(evidence), shortened(evidence.quote, longestTitle)), innerCommands.citeEvidence, false);
  const { notIndexed } = citation;
  if (notIndexed) {
    const file = Uri.joinPath(requireOpenFolder(app.folder()).uri, notIndexed.path);
    const name = plainLine(notIndexed.path.split('/').at(-1) ?? notIndexed.path);
    if (notIndexed.isReady) fixes.push(commandFix(t('Index “{0}”', name), 'ariadne.index'));
    fixes.push(commandFix(t('Show why “{0}” is not indexed', name), 'ariadne.explainFile', file));
  }
  if (evidence && isOfClaim) command(t('Insert the words of the source'), innerCommands.citeEvidence, true);
  if (fixes[0]) fixes[0].isPreferred = true;
  command(form === 'none' ? t('Find a source…') : t('Find a better source…'), 'ariadne.findSources');
  if (form !== 'none') {
    const oneOfMany = syntax && withoutKey(text, syntax.id, { ...range, key: citation.key });
    edit(t('Remove the citation'), [oneOfMany ?? withoutCitation(text, range)]);
  }
  command(t('That’s fine'), innerCommands.acceptFinding);
  for (const fix of fixes)
    fix.diagnostics = languages.getDiagnostics(document.uri).filter((one) => one.range.isEqual(rangeIn(document, range)));
  return fixes;
}

function commandFix(title: string, id: CommandId | InnerCommandId, ...given: readonly unknown[]): CodeAction {
  return Object.assign(new CodeAction(title, CodeActionKind.QuickFix), { command: { title, command: id, arguments: given } });
}

function isWhole(words: string, { start, end }: Omit<Replacement, 'text'>): boolean {
  return words.length >= (end - start) / 2;
}

/** In characters. */
const longestTitle = 60;

function editOf(document: TextDocument, changes: readonly Replacement[]): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  for (const { text, ...range } of changes) edit.replace(document.uri, rangeIn(document, range), text);
  return edit;
}

/** Has a citation say that its lines are as they are now. */
class ToLinesNow extends CodeAction {
  readonly #place: CitationPlace;

  constructor(place: CitationPlace) {
    super(t('Cite the lines as they are now'), CodeActionKind.QuickFix);
    this.#place = place;
  }

  /** Undefined where the lines are gone. */
  async edited(app: CheckingApp): Promise<WorkspaceEdit | undefined> {
    const { document, citation } = this.#place;
    const syntax = syntaxOf(document.uri.path, document.languageId);
    const text = document.getText();
    const parsed = syntax?.parse(text).find((one) => one.range.start === citation.range.start);
    if (!syntax || !parsed || !citation.source) return undefined;
    const { source } = await currentSource(app, Uri.joinPath(requireOpenFolder(app.folder()).uri, citation.source.path));
    const lines = linesOf(source ?? '');
    const { startLine } = parsed;
    const endLine = Math.min(parsed.endLine, lines.length);
    if (source === undefined || startLine > endLine) return undefined;
    const to = { startLine, endLine, id: linesHash(lines.slice(startLine - 1, endLine)) };
    const changes = withLines(text, syntax, citation.range.start, to);
    return changes && editOf(document, changes);
  }
}
