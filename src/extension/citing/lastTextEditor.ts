import {
  TabInputNotebook,
  TabInputText,
  TabInputTextDiff,
  window,
  type NotebookDocument,
  type NotebookEditor,
  type Selection,
  type TextDocument,
  type TextEditor,
  type Uri,
  type ViewColumn,
} from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';

/** The editor that the user was last in. */
export type EditorPlace =
  | { readonly kind: 'text'; readonly document: TextDocument; readonly selection: Selection; readonly column: ViewColumn | undefined }
  /** Index of the selected cell. */
  | { readonly kind: 'notebook'; readonly notebook: NotebookDocument; readonly cell: number; readonly column: ViewColumn | undefined };

/** Remembers the text editor or notebook that was active before the panel, the sidebar or a virtual document took the focus. */
export class LastTextEditor implements Disposable {
  readonly #listening = new DisposableStore();
  #text: TextEditor | undefined;
  #notebook: NotebookEditor | undefined;

  constructor() {
    this.#rememberNotebook(window.activeNotebookEditor);
    this.#remember(window.activeTextEditor);
    this.#listening.add(window.onDidChangeActiveTextEditor((editor) => this.#remember(editor)));
    this.#listening.add(window.onDidChangeActiveNotebookEditor((editor) => this.#rememberNotebook(editor)));
  }

  /** Undefined when there was none, or its tab was closed. VS Code closes the document only later. */
  get place(): EditorPlace | undefined {
    const notebook = this.#notebook;
    if (notebook && isInTab(notebook.notebook.uri))
      return { kind: 'notebook', notebook: notebook.notebook, cell: notebook.selection.start, column: notebook.viewColumn };
    const text = this.#text;
    return text && isInTab(text.document.uri)
      ? { kind: 'text', document: text.document, selection: text.selection, column: text.viewColumn }
      : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #remember(editor: TextEditor | undefined): void {
    const scheme = editor?.document.uri.scheme;
    if (scheme !== 'file' && scheme !== 'untitled') return;
    this.#text = editor;
    this.#notebook = undefined;
  }

  #rememberNotebook(editor: NotebookEditor | undefined): void {
    if (editor) this.#notebook = editor;
  }
}

function isInTab(uri: Uri): boolean {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.some((input) => {
    if (input instanceof TabInputText || input instanceof TabInputNotebook) return input.uri.toString() === uri.toString();
    return input instanceof TabInputTextDiff && input.modified.toString() === uri.toString();
  });
}
