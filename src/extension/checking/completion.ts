/** Completes citation keys, and the targets of links, by the titles of what is cited, too. */
import { t } from '@vscode/l10n';
import { CompletionItem, CompletionItemKind, CompletionList, Range, languages, type CompletionItemProvider, type Disposable } from 'vscode';
import { plainLine } from '../../base/plainText.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { encodePath } from '../../citations/syntaxes/places.ts';
import type { EngineParams } from '../../protocol/engine.ts';
import { pathsFrom } from '../citing/insertAnswer.ts';
import { pathIn } from '../openFolder.ts';
import type { CheckingApp } from './app.ts';
import { citingDocuments } from './citingDocuments.ts';
import { signalOf } from './navigation.ts';
import { typedAt } from './typedKey.ts';

/** What is typed narrows longer lists. */
const most = 100;

interface Offered {
  readonly label: string;
  /** Shown beside the label. */
  readonly description: string;
  readonly detail: string;
  readonly documentation: string;
  readonly insertText: string;
}

export function registerCompletion(app: CheckingApp): Disposable {
  const provider: CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      const syntax = syntaxOf(document.uri.path, document.languageId);
      const folder = app.folder();
      const path = folder && pathIn(folder, document.uri);
      // Nothing is started for what was never asked.
      if (!syntax || !folder || path === undefined || !app.checks.of(document)) return [];
      const typed = typedAt(document.lineAt(position).text.slice(0, position.character), syntax);
      if (!typed) return [];
      const { kind, words } = typed;
      const signal = signalOf(token);
      const offered =
        kind === 'key'
          ? await keys(app, { path, text: document.getText(), wanted: { words }, most }, signal)
          : await links(app, words, pathsFrom(folder.uri, document.uri), signal);
      const range = new Range(position.translate(0, -words.length), position);
      const items = offered.map(({ label, description, ...item }, i) =>
        Object.assign(new CompletionItem({ label: plainLine(label), description: plainLine(description) }, CompletionItemKind.Reference), {
          ...item,
          detail: plainLine(item.detail),
          // The engine has found what is typed, in whatever order.
          filterText: `${words} ${label} ${item.detail}`,
          sortText: String(i).padStart(4, '0'),
          range,
        }),
      );
      return new CompletionList(items, true);
    },
  };
  return languages.registerCompletionItemProvider(citingDocuments, provider, '@', '{', ',', '`', '[', '(', ' ');
}

async function keys(app: CheckingApp, asked: EngineParams<'bibliography'>, signal: AbortSignal): Promise<readonly Offered[]> {
  const { entries } = await app.engine.request('bibliography', asked, { signal });
  return entries.map(({ key, reference, paths }) => ({
    ...{ label: key, description: reference, detail: paths.length > 0 ? reference : `${reference} (${t('no document')})` },
    ...{ documentation: paths.join('\n'), insertText: key },
  }));
}

async function links(
  app: CheckingApp,
  words: string,
  pathOf: ReturnType<typeof pathsFrom>,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const { documents } = await app.engine.request('titled', { words, most }, { signal });
  return documents.map(({ path, title, authors, year }) => ({
    ...{ label: title, description: path, detail: [authors, year].filter((part) => part !== '').join(', ') },
    ...{ documentation: path, insertText: encodePath(pathOf({ path })) },
  }));
}
