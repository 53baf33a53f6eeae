/** Opens documents that are not text in what people have for them. */
import { UIKind, commands, env, extensions, type Uri } from 'vscode';
import * as z from 'zod';
import { extensionOf } from '../../protocol/documentFormats.ts';
import { pdfViewType } from '../viewIds.ts';
import { isExtracted } from './extractedDocument.ts';

const contributed = z.object({
  contributes: z.object({
    customEditors: z.array(z.object({ viewType: z.string(), selector: z.array(z.object({ filenamePattern: z.string() })) })),
  }),
});

/** In an editor for such files if an extension has one, otherwise in the program that the system opens them with. */
export async function openOriginal(uri: Uri): Promise<void> {
  const ending = extensionOf(uri.path);
  const editors = extensions.all.flatMap(({ packageJSON }) => contributed.safeParse(packageJSON).data?.contributes.customEditors ?? []);
  const hasEditor = editors.some(
    ({ viewType, selector }) =>
      viewType !== pdfViewType && selector.some(({ filenamePattern }) => filenamePattern.toLowerCase().endsWith(ending)),
  );
  // A program opens files of its machine only.
  const isHere = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  if (isHere && isExtracted(uri.path) && !hasEditor && (await env.openExternal(uri))) return;
  await commands.executeCommand('vscode.open', uri);
}
