/** Above an inserted answer: how its citations are, and what can be done. */
import { t } from '@vscode/l10n';
import { CodeLens, EventEmitter, languages, type Disposable, type TextDocument } from 'vscode';
import { count } from '../../base/amounts.ts';
import { findingOf, type Checked } from '../../citations/findings.ts';
import type { CommandId } from '../contributions.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { citingDocuments } from './citingDocuments.ts';
import { rangeIn } from './diagnostics.ts';
import { answersIn, type InsertedAnswer } from './insertedAnswers.ts';
import type { CheckingApp } from './app.ts';

export function registerLenses(app: CheckingApp): readonly Disposable[] {
  const changed = new EventEmitter<void>();
  const provider = languages.registerCodeLensProvider(citingDocuments, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => {
      const citations = app.checks.of(document)?.citations ?? [];
      if (citations.every(({ form }) => form !== 'link')) return [];
      const parsed = syntaxOf(document.uri.path, document.languageId)?.parse(document.getText()) ?? [];
      const ids = new Map(parsed.map(({ range, id }) => [range.start, id]));
      const runOf = ({ range }: Checked): string | undefined => app.runOf(ids.get(range.start) ?? '');
      return answersIn(citations, runOf).flatMap((answer) => lensesOf(document, answer));
    },
  });
  return [provider, changed, app.checks.onDidChange.on(() => changed.fire())];
}

function lensesOf(document: TextDocument, { citations, runId }: InsertedAnswer): readonly CodeLens[] {
  const [first] = citations;
  if (!first) return [];
  const range = rangeIn(document, { start: Math.min(first.claim?.start ?? first.range.start, first.range.start), end: first.range.end });
  const wrong = citations.filter((citation) => findingOf(citation)).length;
  const standing =
    wrong === 0
      ? `$(check) ${count(citations.length, 'citation')}`
      : `$(warning) ${t('{0} of {1} in doubt', wrong, count(citations.length, 'citation'))}`;
  const lens = (title: string, tooltip: string, command: CommandId, argument: unknown): CodeLens =>
    new CodeLens(range, { title, tooltip, command, arguments: [argument] });
  return [
    lens(standing, t('Check the citations again'), 'ariadne.checkCitations', document.uri),
    lens(t('Ask Again'), t('Ask the question of this answer again'), 'ariadne.askAgain', runId),
    lens(t('Open Question'), t('Show the question and its steps in the research panel'), 'ariadne.openTrace', { runId }),
  ];
}
