import { Uri, window, workspace, type TextDocument } from 'vscode';
import { acceptedFileName } from '../../citations/acceptedFindings.ts';
import { logFailure } from '../failures.ts';
import { acceptFinding } from './acceptFinding.ts';
import { registerQuickFixes } from './actions.ts';
import { citeEvidence, findSources, type CitationPlace } from './findSources.ts';
import type { CheckingApp, CheckingParts, Checks } from './app.ts';
import { checkCitations } from './checkCommand.ts';
import { checkText } from './checkText.ts';
import { visibleCitingDocuments } from './citingDocuments.ts';
import { innerCommands } from '../viewIds.ts';
import { registerCompletion } from './completion.ts';
import { Problems } from './diagnostics.ts';
import { registerHover } from './hover.ts';
import { LatestChecks } from './latestChecks.ts';
import { registerLenses } from './lenses.ts';
import { findCiting, registerNavigation } from './navigation.ts';
import { openSourceDocument, registerSourcesView } from './sourcesView.ts';

/** Checking citations while one writes: problems, hovers, lenses, the Sources view, and the report of a document or folder. */
export function registerChecking(parts: CheckingParts): void {
  const { owned, actions, logger, folders, engines, index, runs, settingsOf } = parts;
  const checks: Checks = owned.add(
    new LatestChecks<TextDocument>({
      check: (document, signal) => folders.within(folders.of(document.uri), () => checkText(parts, document, { signal })),
      onFailure: (error) => logFailure(logger, error),
    }),
  );
  const app: CheckingApp = { ...parts, checks, runOf: (linesHash) => runs.findCitation(linesHash)?.trace.runId };
  const problems = owned.add(new Problems());
  owned.add(
    checks.onDidChange.on((document) => {
      const known = checks.of(document);
      if (known) problems.show(document, known.citations);
      else problems.hide(document);
    }),
  );
  const watch = (): void => checks.watch(visibleCitingDocuments().filter(isOn));
  // Nothing is started for a folder that Ariadne was never used on.
  const isOn = ({ uri }: TextDocument): boolean => {
    const { folder, index: own } = engines.of(folders.of(uri) ?? folders.meant);
    return settingsOf(folder()).check !== 'off' && workspace.isTrusted && (own.readiness === 'ready' || own.readiness === 'indexing');
  };
  const epochs = (): string => engines.all.map((one) => one.index.status.epoch).join();
  let epoch = epochs();
  const follow = (): void => {
    watch();
    if (epochs() !== epoch) checks.checkAll();
    epoch = epochs();
  };
  owned.add(index.onDidChange.on(follow));
  const listening = [
    window.onDidChangeVisibleTextEditors(watch),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => checks.edited(document, contentChanges)),
    workspace.onDidSaveTextDocument(({ uri }) => uri.path.endsWith(`/${acceptedFileName}`) && checks.checkAll()),
    workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('ariadne.check')) return;
      watch();
      checks.checkAll();
    }),
  ];
  for (const one of [
    ...listening,
    registerHover(app),
    registerQuickFixes(app),
    ...registerLenses(app),
    registerCompletion(app),
    ...registerNavigation(app),
    ...registerSourcesView(app),
  ])
    owned.add(one);
  actions.commands({
    'ariadne.checkCitations': (argument, selected) => checkCitations(app, argument, selected),
    'ariadne.openSourceDocument': (source) => openSourceDocument(app, source),
    'ariadne.findCiting': (argument) => findCiting(app, argument),
    // The arguments of the others come from our quick fixes.
    'ariadne.findSources': (place) => findSources(app, place instanceof Uri ? undefined : (place as CitationPlace | undefined)),
    async [innerCommands.acceptFinding](place) {
      const { document, citation } = place as CitationPlace;
      await acceptFinding(document, citation);
      checks.checkAll();
    },
    [innerCommands.citeEvidence]: (place, withQuote) => citeEvidence(app, place as CitationPlace, withQuote === true),
  });
  watch();
}
