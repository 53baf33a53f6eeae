import {
  ColorThemeKind,
  Disposable,
  TabInputText,
  ThemeColor,
  window,
  workspace,
  type DecorationRenderOptions,
  type Range,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  type Uri,
} from 'vscode';

interface Place {
  readonly uri: string;
  readonly range: Range;
}

/**
 * Marks the place that was opened from an answer, until its document is changed or closed, or another place is opened. Only one place is
 * marked at a time, so that it is clear which one is meant.
 */
export class SourceHighlight implements Disposable {
  readonly #listening: Disposable;
  #place: Place | undefined;
  #decoration: TextEditorDecorationType | undefined;

  constructor() {
    this.#listening = Disposable.from(
      // A hidden editor returns as a new object without decorations.
      window.onDidChangeVisibleTextEditors((editors) => this.#paint(editors)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.#isIn(document.uri)) this.#end();
      }),
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0 && !this.#hasTab()) this.#end();
      }),
      window.onDidChangeActiveColorTheme(() => this.#mark()),
    );
  }

  show({ uri }: TextDocument, range: Range): void {
    this.#place = { uri: uri.toString(), range };
    this.#mark();
  }

  dispose(): void {
    this.#end();
    this.#listening.dispose();
  }

  #mark(): void {
    this.#decoration?.dispose();
    this.#decoration = this.#place && window.createTextEditorDecorationType(looks());
    this.#paint(window.visibleTextEditors);
  }

  #paint(editors: readonly TextEditor[]): void {
    if (!this.#place || !this.#decoration) return;
    for (const editor of editors) if (this.#isIn(editor.document.uri)) editor.setDecorations(this.#decoration, [this.#place.range]);
  }

  #isIn(uri: Uri): boolean {
    return this.#place?.uri === uri.toString();
  }

  #hasTab(): boolean {
    return window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputText && this.#isIn(input.uri)));
  }

  #end(): void {
    this.#place = undefined;
    this.#mark();
  }
}

/** The editor's style for search matches: high contrast themes have no background for it, other themes no border. */
function looks(): DecorationRenderOptions {
  const { kind } = window.activeColorTheme;
  const isHighContrast = kind === ColorThemeKind.HighContrast || kind === ColorThemeKind.HighContrastLight;
  return {
    backgroundColor: new ThemeColor('editor.findMatchHighlightBackground'),
    ...(isHighContrast ? { border: '1px solid', borderColor: new ThemeColor('editor.findMatchHighlightBorder') } : {}),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.findMatchForeground'),
  };
}
