import { window } from 'vscode';
import { placeWords } from '../../protocol/placeWords.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { messageText, pickText } from '../messageText.ts';
import { showMessage } from '../messages.ts';

/** Lists what was read for a cell without an answer, and opens what is chosen of it. */
export async function showRead(
  app: Pick<SourceOpener, 'openSource'> & { readonly engine: EngineRequests },
  record: string,
  { path, passages }: { readonly path: string; readonly passages: readonly string[] },
): Promise<void> {
  const read = await app.engine.request('passagesRead', { record, path, ids: [...passages] });
  if (read.length === 0) {
    void showMessage('information', `${path} has changed: what was read of it is no longer indexed. Update the table to ask again.`);
    return;
  }
  const items = read.map((passage) => ({
    label: pickText(passage.headings.at(-1) ?? placeWords(passage)),
    description: passage.headings.length === 0 ? '' : placeWords(passage),
    detail: pickText(passage.text.slice(0, shownChars)),
    passage,
  }));
  const chosen = await window.showQuickPick(items, {
    title: messageText(`What Was Read of ${path}`),
    placeHolder: 'Choose a passage to open it',
    matchOnDetail: true,
  });
  if (chosen) await app.openSource({ ...chosen.passage, beside: true });
}

const shownChars = 300;
