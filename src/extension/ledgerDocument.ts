import { Disposable, EventEmitter, Uri, commands, workspace } from 'vscode';
import type { HostDoor } from '../base/hostDoor.ts';
import { ledgerMarkdown } from './ledgerMarkdown.ts';

const uri = Uri.from({ scheme: 'ariadne-ledger', path: '/Network Ledger.md' });

/** The network ledger as a read-only document that follows what happens. */
export function registerLedger(door: HostDoor): Disposable {
  const changed = new EventEmitter<Uri>();
  const listening = door.onDidChange.on(() => changed.fire(uri));
  const provider = { onDidChange: changed.event, provideTextDocumentContent: () => ledgerMarkdown(door.ledger, door.totals) };
  return Disposable.from(workspace.registerTextDocumentContentProvider(uri.scheme, provider), changed, listening);
}

export async function showLedger(): Promise<void> {
  await commands.executeCommand('markdown.showPreview', uri);
}
