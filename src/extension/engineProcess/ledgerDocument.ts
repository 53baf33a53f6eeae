import { Disposable, EventEmitter, Uri, commands, workspace } from 'vscode';
import type { HostDoor } from '../../door/hostDoor.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import { ledgerMarkdown, type RunOfLedger } from './ledgerMarkdown.ts';

const uri = Uri.from({ scheme: 'ariadne-ledger', path: '/Network Ledger' });

export type AskedQuestion = Pick<RunSummary, 'runId' | 'question' | 'startedAtUtc'>;

/** The network ledger as a read-only document that is updated live. */
export function registerLedger(door: HostDoor, questions: () => readonly AskedQuestion[]): Disposable {
  const changed = new EventEmitter<Uri>();
  const listening = door.onDidChange.on(() => changed.fire(uri));
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: () => ledgerMarkdown(door.ledger, door.totals, runsOfLedger(door, questions())),
  };
  return Disposable.from(workspace.registerTextDocumentContentProvider(uri.scheme, provider), changed, listening);
}

function runsOfLedger(door: HostDoor, questions: readonly AskedQuestion[]): readonly RunOfLedger[] {
  const known = new Map(questions.map((run) => [run.runId, run]));
  return [...door.runs].map(([runId, traffic]) => {
    const run = known.get(runId);
    return run ? { question: run.question, askedAtUtc: run.startedAtUtc, traffic } : { question: 'A deleted question', traffic };
  });
}

/** Opens it in a separate preview: VS Code's shared Markdown preview follows the active document and takes its name. */
export async function showLedger(): Promise<void> {
  await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', { preview: false });
}
