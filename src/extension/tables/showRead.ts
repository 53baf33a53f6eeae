import { window } from 'vscode';
import { pagesOf } from '../../protocol/passage.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { messageText, pickText } from '../messageText.ts';
import { showMessage } from '../messages.ts';

/** Lists what was read for a cell without an answer, and opens what is chosen of it. */
export async function showRead(
  app: Pick<SourceOpener, 'openSource'> & { readonly engine: EngineRequests },
  { path, passages: ids }: { readonly path: string; readonly passages: readonly string[] },
): Promise<void> {
  const { passages: read = [] } = await app.engine.request('explain', { path, passages: [...ids] });
  if (read.length === 0) {
    void showMessage('information', `${path} has changed: what was read of it is no longer indexed. Update the table to ask again.`);
    return;
  }
  const items = read.map((passage) => {
    const { headings, text, documentHash, range } = passage;
    const { startLine, endLine, startOffset, endOffset } = range;
    const pages = pagesOf(passage, startOffset, endOffset);
    const place = placeWords({ startLine: startLine + 1, endLine: Math.max(endLine, startLine + 1), ...pages });
    return {
      label: pickText(headings.at(-1) ?? place),
      description: headings.length === 0 ? '' : place,
      detail: pickText(text.slice(0, shownChars)),
      source: { path, startOffset, endOffset, documentHash, beside: true },
    };
  });
  const chosen = await window.showQuickPick(items, {
    title: messageText(`What Was Read of ${path}`),
    placeHolder: 'Choose a passage to open it',
    matchOnDetail: true,
  });
  if (chosen) await app.openSource(chosen.source);
}

const shownChars = 300;
