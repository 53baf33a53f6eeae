/** Completes citation keys. */
import { t } from '@vscode/l10n';
import { CompletionItem, CompletionItemKind, Range, languages, type CompletionItemProvider, type Disposable } from 'vscode';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { pathIn } from '../openFolder.ts';
import type { CheckingApp } from './app.ts';
import { citingDocuments } from './citingDocuments.ts';
import { signalOf } from './navigation.ts';
import { typedKey } from './typedKey.ts';

/** Longer lists are slow, and what is typed narrows them. */
const mostKeys = 2_000;

export function registerCompletion(app: CheckingApp): Disposable {
  const provider: CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      const syntax = syntaxOf(document.uri.path, document.languageId);
      const folder = app.folder();
      const path = folder && pathIn(folder, document.uri);
      // Nothing is started for what was never asked.
      if (!syntax || path === undefined || !app.checks.of(document)) return [];
      const typed = typedKey(document.lineAt(position).text.slice(0, position.character), syntax);
      if (typed === undefined) return [];
      const { entries } = await app.engine.request('bibliography', { path, text: document.getText() }, { signal: signalOf(token) });
      const range = new Range(position.translate(0, -typed.length), position);
      return entries.slice(0, mostKeys).map(({ key, reference, paths }) => {
        const item = new CompletionItem(
          { label: key, description: paths.length > 0 ? undefined : t('no document') },
          CompletionItemKind.Reference,
        );
        // Titles and authors can be typed, too.
        return Object.assign(item, {
          detail: reference,
          documentation: paths.join('\n'),
          filterText: `${key} ${reference}`,
          insertText: key,
          range,
        });
      });
    },
  };
  return languages.registerCompletionItemProvider(citingDocuments, provider, '@', '{', ',', '`', '[');
}
