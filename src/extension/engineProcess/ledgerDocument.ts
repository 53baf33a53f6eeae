import { Disposable, EventEmitter, Uri, commands, workspace } from 'vscode';
import type { App } from '../app.ts';
import { ledgerMarkdown, type RunOfLedger } from './ledgerMarkdown.ts';

const uri = Uri.from({ scheme: 'ariadne-ledger', path: '/Network Ledger' });

/** The network ledger as a read-only document that is updated live. */
export function registerLedger({ door, runs }: Pick<App, 'door' | 'runs'>): Disposable {
  const changed = new EventEmitter<Uri>();
  const listening = door.onDidChange.on(() => changed.fire(uri));
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: () => ledgerMarkdown(door.ledger, door.totals, runsOfLedger({ door, runs })),
  };
  return Disposable.from(workspace.registerTextDocumentContentProvider(uri.scheme, provider), changed, listening);
}

function runsOfLedger({ door, runs }: Pick<App, 'door' | 'runs'>): readonly RunOfLedger[] {
  const known = new Map(runs.runs.map((run) => [run.runId, run]));
  return [...door.runs].map(([runId, traffic]) => {
    const run = known.get(runId);
    return run ? { question: run.question, askedAtUtc: run.startedAtUtc, traffic } : { question: 'A deleted question', traffic };
  });
}

/** Opens it in a separate preview: VS Code's shared Markdown preview follows the active document and takes its name. */
export async function showLedger(): Promise<void> {
  await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', { preview: false });
}
