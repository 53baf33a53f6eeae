/** The Sources view: what the active document cites, with how each source is. */
import { t } from '@vscode/l10n';
import {
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  commands,
  window,
  type Disposable,
  type TextDocument,
} from 'vscode';
import { oneLine, shortened } from '../../base/plainText.ts';
import { findingOf, standingWords, type Checked, type Severity } from '../../citations/findings.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { viewIds } from '../viewIds.ts';
import { sourcesOf, type CitedSource } from './citedSources.ts';
import { rangeIn } from './diagnostics.ts';
import { placeOf } from './navigation.ts';
import type { CheckingApp } from './app.ts';

type SourceItem = CitedSource & { readonly kind: 'source'; readonly document: TextDocument };
interface CitationItem {
  readonly kind: 'citation';
  readonly document: TextDocument;
  readonly citation: Checked;
}
type Item = SourceItem | CitationItem;

export function registerSourcesView({ checks }: Pick<CheckingApp, 'checks'>): readonly Disposable[] {
  const changed = new EventEmitter<undefined>();
  // It stays while a panel or another view has the focus.
  let shown = window.activeTextEditor?.document;
  const view = window.createTreeView<Item>(viewIds.sources, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (item) => (item.kind === 'source' ? sourceItem(item) : citationItem(item)),
      getChildren: (item) => {
        if (item?.kind === 'citation' || !shown) return [];
        const document = shown;
        if (item) return item.citations.map((citation) => ({ kind: 'citation', document, citation }));
        return sourcesOf(checks.of(document)?.citations ?? [], namesIn(document)).map((source) => ({
          kind: 'source',
          document,
          ...source,
        }));
      },
    },
    showCollapseAll: true,
  });
  const redraw = (): void => {
    const active = window.activeTextEditor?.document;
    if (active) shown = active;
    const known = shown && checks.of(shown);
    view.description = known && shown ? shown.uri.path.split('/').at(-1) : undefined;
    view.message = known?.problem;
    void commands.executeCommand('setContext', 'ariadne.cites', (known?.citations.length ?? 0) > 0 || known?.problem !== undefined);
    changed.fire(undefined);
  };
  redraw();
  return [
    view,
    changed,
    window.onDidChangeActiveTextEditor(redraw),
    checks.onDidChange.on((document) => {
      if (document === shown || document === window.activeTextEditor?.document) redraw();
    }),
  ];
}

/** The key of a citation, or the path that its link has. */
function namesIn(document: TextDocument): (citation: Checked) => string {
  const parsed = syntaxOf(document.uri.path, document.languageId)?.parse(document.getText()) ?? [];
  const paths = new Map(parsed.map(({ range, path }) => [range.start, path]));
  return ({ range, key = '' }) => paths.get(range.start) ?? key;
}

/** Opens the document of a row at what its first citation leads to. */
export async function openSourceDocument(app: CheckingApp, item: unknown): Promise<void> {
  const place = [(item as SourceItem).citations[0]].flatMap((citation) => (citation && placeOf(citation)) ?? [])[0];
  if (place) await app.openCitation(place);
}

function sourceItem({ id, title, path, summary, severity }: SourceItem): TreeItem {
  return Object.assign(new TreeItem(title, TreeItemCollapsibleState.Collapsed), {
    id,
    iconPath: iconOf(severity),
    description: summary,
    tooltip: [title, path, summary].filter((line) => line !== undefined).join('\n'),
    contextValue: path === undefined ? 'source.none' : 'source.document',
    accessibilityInformation: { label: `${title}, ${summary}` },
  });
}

function citationItem({ document, citation }: CitationItem): TreeItem {
  const { claim = citation.range } = citation;
  const line = document.positionAt(citation.range.start).line + 1;
  const finding = findingOf(citation);
  const label = shortened(oneLine(document.getText(rangeIn(document, claim))), longestLabel);
  const facts = `${t('line {0}', line)}, ${standingWords(citation)}`;
  return Object.assign(new TreeItem(label), {
    iconPath: iconOf(finding?.severity),
    description: facts,
    tooltip: finding?.message,
    contextValue: 'citation',
    accessibilityInformation: { label: `${label}, ${facts}` },
    command: {
      command: 'vscode.open',
      title: t('Show'),
      arguments: [document.uri, { selection: rangeIn(document, citation.range) }],
    },
  });
}

/** In characters; the view shows less where it is narrow. */
const longestLabel = 160;

function iconOf(severity: Severity | undefined): ThemeIcon {
  if (severity === 'warning') return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  return severity === undefined
    ? new ThemeIcon('pass', new ThemeColor('testing.iconPassed'))
    : new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground'));
}
