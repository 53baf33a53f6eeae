/** What questions can be limited by, as the engine knows it. Does not use VS Code. */
import type { Logger } from '../../base/logger.ts';
import type { ScopeNames } from '../../protocol/scopeNames.ts';
import { scopeOfQuestion, type ScopedQuestion } from '../../protocol/scopeSyntax.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { ResearchPanel } from '../panel/panel.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { logFailure } from '../failures.ts';

export interface ScopeApp {
  readonly engine: Pick<EngineRequests, 'request'>;
  readonly logger: Logger;
}

/** Undefined where the engine cannot say, as without an index. */
async function knownScopeNames({ engine, logger }: ScopeApp): Promise<ScopeNames | undefined> {
  return engine.request('scopeNames', {}).catch((error: unknown) => {
    logFailure(logger, error);
    return undefined;
  });
}

/** What is typed, without the terms in it. Terms may name any field of the documents. */
export async function scopeTyped(app: ScopeApp, typed: string): Promise<ScopedQuestion> {
  // Without a colon, there is no term.
  const names = /[:：]/.test(typed) ? await knownScopeNames(app) : undefined;
  return scopeOfQuestion(
    typed,
    names?.fields.map(({ name }) => name),
  );
}

/** Sends the panel what questions can be limited by; nothing without an index, which the panel offers to make. */
export async function sendScopeNames(app: ScopeApp & { readonly index: FolderState; readonly panel: ResearchPanel }): Promise<void> {
  const { epoch, passages } = app.index.status;
  const names = passages === 0 ? undefined : await knownScopeNames(app);
  if (names) app.panel.link.tell({ kind: 'scope-names', epoch, names });
}
