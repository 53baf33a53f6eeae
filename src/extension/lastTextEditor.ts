import { window } from 'vscode';
import type { Disposable, Selection, TextDocument, TextEditor, ViewColumn } from 'vscode';

/** The text editor the user was in before the panel, the sidebar or a virtual document took the focus. */
export class LastTextEditor implements Disposable {
  readonly #listening: Disposable;
  #last: TextEditor | undefined;

  constructor() {
    this.#remember(window.activeTextEditor);
    this.#listening = window.onDidChangeActiveTextEditor((editor) => this.#remember(editor));
  }

  /** Undefined when there was none, or its document has been closed. */
  get place(): { readonly document: TextDocument; readonly selection: Selection; readonly column: ViewColumn | undefined } | undefined {
    const editor = this.#last;
    return editor && !editor.document.isClosed
      ? { document: editor.document, selection: editor.selection, column: editor.viewColumn }
      : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #remember(editor: TextEditor | undefined): void {
    if (editor && (editor.document.uri.scheme === 'file' || editor.document.uri.scheme === 'untitled')) this.#last = editor;
  }
}
