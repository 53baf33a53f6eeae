import { env } from 'vscode';
import type { Actions } from '../actions.ts';
import { showMessage } from '../messages.ts';
import { diagnostics, type DiagnosedApp } from './diagnostics.ts';

/** The log, and the facts that a bug report needs. */
export function registerDiagnostics(parts: DiagnosedApp & { readonly actions: Actions }): void {
  parts.actions.commands({
    'ariadne.showLog': () => parts.logger.show(),
    /** @returns the text, for callers of the command */
    async 'ariadne.copyDiagnostics'() {
      const text = diagnostics(parts);
      await env.clipboard.writeText(text);
      // What was copied is for others, so the user has to know what is in it. Not awaited: the message may stay open.
      void showMessage('information', 'Diagnostics copied. They contain no names, paths or questions. Paste them into your report.');
      return text;
    },
  });
}
